import type { SearchPage } from '#features/office/search/rules/match-pages.ts';
import { office } from '../routes/office-routes.ts';
import { isPage, textIn } from '../routes/route.ts';
import { entryOf, menu } from './office-menu.ts';

const pages: readonly SearchPage[] = office.pages.filter(isPage).flatMap(({ paths: [to], title }) => {
  const entry = to.includes(':') ? undefined : entryOf(to);
  return entry === undefined ? [] : { label: textIn(title, 'en'), note: entry.label, to };
});

/** All pages of the office that need no id, for the search: in the order of the menu, each title once. */
export const searchPages: readonly SearchPage[] = menu
  .flatMap((group) => group.entries)
  .flatMap((entry) => pages.filter((page) => page.note === entry.label))
  .filter((page, index, all) => all.findIndex(({ label }) => label === page.label) === index);
