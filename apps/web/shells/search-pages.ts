import type { SearchPage } from '#features/office/search/rules/match-pages.ts';
import { office } from '../routes/office-routes.ts';
import { isPage, textIn } from '../routes/route.ts';
import { entryOf } from './office-menu.ts';

/** All pages of the office that need no id, for the search; each title once. */
export const searchPages: readonly SearchPage[] = [
  ...new Map(
    office.pages.filter(isPage).flatMap(({ paths: [to], title }) => {
      const entry = entryOf(to);
      if (entry === undefined || to.includes(':')) return [];
      const label = textIn(title, 'en');
      return [[label, { label, note: entry.label, to }] as const];
    }),
  ).values(),
];
