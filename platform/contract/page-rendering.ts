/** The interface between the server and the bundle that renders its pages: their only shared code. */

export const PAGE_LANGUAGES = ['en', 'zh'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** A page that is the same for every visitor. */
export interface PagePlan {
  /** Its first address; the build lists its files under this name. */
  readonly page: string;
  readonly language: PageLanguage;
  /** The address that is rendered: path, and those parts of the query that change the page. */
  readonly path: string;
  /** The address for search engines: with the language where the address names one. */
  readonly canonical: string;
  /** Requests with the same key share one rendered page as long as the replies stay the same. */
  readonly key: string;
  readonly status: 200 | 404;
  /** The data it needs, as addresses beneath /api. */
  readonly reads: readonly string[];
}

export interface RenderInput {
  readonly plan: PagePlan;
  /** By address; without the reads that were refused or failed. */
  readonly replies: ReadonlyMap<string, unknown>;
  /** Scheme and host of the site, for absolute addresses. */
  readonly origin: string;
  /** The address of the picture that messengers show. */
  readonly picture: string;
}

export interface RenderedPage {
  /** Of `<html lang>`. */
  readonly lang: string;
  readonly head: string;
  /** Links to fonts and pictures of the first paint. */
  readonly preloads: string;
  /** The content of #app. */
  readonly body: string;
  /** Without JavaScript it can be read, and not used. */
  readonly needsScripts: boolean;
  /** The replies that the page was rendered from: JSON that is safe inside a script element. */
  readonly data: string;
}

/** What the server bundle of the web app exports as `renderer`. */
export interface PageRenderer {
  /** Null for an address that only the browser renders. @param url path and query */
  planPage(url: string, language: PageLanguage): PagePlan | null;
  /** The page for an unknown address; null where only the browser renders it, in the office's frame. */
  planNotFound(url: string, language: PageLanguage): PagePlan | null;
  /** @throws what the page's code throws */
  renderPage(input: RenderInput): Promise<RenderedPage>;
  /** The addresses for the sitemap. */
  readonly forSearch: readonly string[];
}
