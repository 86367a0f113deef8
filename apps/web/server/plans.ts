import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { readSite } from '#features/site/content/web/parts/use-site.ts';
import type { PagePlan } from '#platform/contract/page-rendering.ts';
import { readAddress } from '#platform/web/api/reply-cache.ts';
import type { Language } from '#platform/web/i18n/language.ts';
import type { ServerPage, ServerRead } from '#platform/web/server-page.ts';
import { isInOffice } from '../in-office.ts';
import { openAreas } from '../routes/open-areas.ts';
import { isPage, type Page } from '../routes/route.ts';
import { serverPages } from './pages.ts';

/** A page of the route table that the server renders. */
interface RenderablePage {
  readonly page: string;
  /** The requested one of its addresses: links to it are marked as active. */
  readonly path: string;
  readonly title: Page['title'];
  readonly serverPage: ServerPage;
}

/** The key of the not-found page among the plans and in the build's list. */
const NOT_FOUND = '*';
/** An address without a page. */
const NOWHERE = '/-';

/** By every address without parameters, in lower case and without a trailing slash. */
const renderable = new Map<string, RenderablePage>(
  openAreas
    .flatMap(({ pages }) => pages)
    .filter(isPage)
    .flatMap(({ paths, title }) => {
      const serverPage = serverPages[paths[0]];
      if (serverPage === undefined) return [];
      return paths.map((path) => [normalized(path), { page: paths[0], path, title, serverPage }] as const);
    }),
);

function normalized(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '');
}

export function renderablePage(page: string): RenderablePage | undefined {
  return renderable.get(normalized(page));
}

/** The data that a page needs, including its frame. */
export function readsOf(page: string, language: Language): readonly ServerRead[] {
  const own = renderablePage(page)?.serverPage.reads?.(language) ?? [];
  const all = [...frameReads(language), ...own].map((read) => [addressOf(read), read] as const);
  return [...new Map(all).values()];
}

export function addressOf({ call, query }: ServerRead): string {
  return readAddress(call, query);
}

export function planPage(url: string, language: Language): PagePlan | null {
  const [path = '', query = ''] = url.split('?', 2);
  const found = renderable.get(normalized(decodeURI(path)));
  if (found === undefined) return null;
  const search = new URLSearchParams(query);
  const parameters = parametersOf(found.serverPage, search);
  if (parameters === null) return null;
  const canonical = search.get('lang') === language ? inLanguage(found.page, language) : found.page;
  return planOf(found.page, language, { status: 200, path: found.path + parameters, canonical });
}

/** A page's address including the language. */
export function inLanguage(page: string, language: Language): string {
  return `${page}?lang=${language}`;
}

export function planNotFound(url: string, language: Language): PagePlan | null {
  const [path = ''] = url.split('?', 1);
  if (isInOffice(path)) return null;
  return planOf(NOT_FOUND, language, { status: 404, path: NOWHERE, canonical: NOWHERE });
}

/** The query parameters that change the page; null if the server cannot render it. */
function parametersOf({ parameters = {} }: ServerPage, search: URLSearchParams): string | null {
  const known = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters)) {
    const value = search.get(name);
    if (value === null) continue;
    if (!values.includes(value)) return null;
    known.set(name, value);
  }
  return known.size === 0 ? '' : `?${known}`;
}

function planOf(
  page: string,
  language: Language,
  address: Pick<PagePlan, 'status' | 'path' | 'canonical'>,
): PagePlan {
  const reads = readsOf(page, language).map(addressOf);
  const { path, canonical } = address;
  return { page, language, ...address, key: `${language} ${path} ${canonical}`, reads };
}

/** The data that the frame of every public page needs. */
function frameReads(language: Language): readonly ServerRead[] {
  return [
    { call: readSite, query: { lang: language } },
    { call: readBusiness, query: {} },
  ];
}
