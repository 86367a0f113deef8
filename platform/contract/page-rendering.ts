/** The interface between the server and the bundle that renders its pages: their only shared code. */

export const PAGE_LANGUAGES = ['en', 'zh'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** A page that is the same for every visitor. */
export interface PagePlan {
  /** Its first address; the build lists its files under this key. */
  readonly page: string;
  readonly language: PageLanguage;
  /** The rendered address: path, and the query parameters that change the page. */
  readonly path: string;
  /** The canonical address for search engines, including the language if the address has one. */
  readonly canonical: string;
  /** Requests with the same key share one rendered page as long as the replies stay the same. */
  readonly key: string;
  readonly status: 200 | 404;
  /** The data it needs, as addresses under /api. */
  readonly reads: readonly string[];
}

/** Addresses of the preview images that messengers show: one for the site, others by the name that a page gives. */
export type SharePictures = Readonly<{ site: string } & Record<string, string>>;

export interface RenderInput {
  readonly plan: PagePlan;
  /** By address; without reads that were refused or failed. */
  readonly replies: ReadonlyMap<string, unknown>;
  /** Scheme and host of the site, for absolute URLs. */
  readonly origin: string;
  readonly pictures: SharePictures;
}

export interface RenderedPage {
  /** The `lang` of `<html>`. */
  readonly lang: string;
  readonly head: string;
  /** Preload links for its first pictures. */
  readonly preloads: string;
  /** The content of #app. */
  readonly body: string;
  /** Without JavaScript it is readable but not usable. */
  readonly needsScripts: boolean;
  /** The replies that the page was rendered from, as JSON that is safe inside a script element. */
  readonly data: string;
}

/** Exported as `renderer` by the web app's server bundle. */
export interface PageRenderer {
  /** Null for an address that only the browser renders. @param url path and query */
  planPage(url: string, language: PageLanguage): PagePlan | null;
  /** The page for an unknown address; null if only the browser renders it, in the office's frame. */
  planNotFound(url: string, language: PageLanguage): PagePlan | null;
  /** @throws errors of the page's code */
  renderPage(input: RenderInput): Promise<RenderedPage>;
  /** The addresses of the sitemap. */
  readonly forSearch: readonly string[];
}
