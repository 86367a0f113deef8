/** The interface between the server and the bundle that renders its pages: their only shared code. */

import { LANGUAGES, type Language } from '#languages/index.ts';

export const PAGE_LANGUAGES = LANGUAGES;
export type PageLanguage = Language;

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

/** What the business's own name and look change around a page; empty for the default. */
export interface PageLook {
  /** What visitors call the business. */
  readonly name: string;
  /** A style sheet. */
  readonly css: string;
  /** Backgrounds of pages, for the browser's own bars. */
  readonly themeColours: Readonly<Record<'light' | 'dark', string>> | null;
  /** Appended to the address of each icon under /brand; null for the product's own icons. */
  readonly iconVersion: string | null;
}

/** A page that the browser renders. */
export interface RenderedShell {
  readonly head: string;
  readonly look: PageLook;
  /** The replies that it was rendered from, as JSON that is safe inside a script element. */
  readonly data: string;
}

export interface RenderedPage extends RenderedShell {
  /** The `lang` of `<html>`. */
  readonly lang: string;
  /** Preload links for its first pictures. */
  readonly preloads: string;
  /** The content of #app. */
  readonly body: string;
  /** Without JavaScript it is readable but not usable. */
  readonly needsScripts: boolean;
}

/** Exported as `renderer` by the web app's server bundle. */
export interface PageRenderer {
  /** Null for an address that only the browser renders. @param url path and query */
  planPage(url: string, language: PageLanguage): PagePlan | null;
  /** The page for an unknown address; null if only the browser renders it, in the office's frame. */
  planNotFound(url: string, language: PageLanguage): PagePlan | null;
  /** The data that a page needs that the browser renders. */
  readonly shellReads: readonly string[];
  renderShell(replies: ReadonlyMap<string, unknown>): RenderedShell;
  /** @throws errors of the page's code */
  renderPage(input: RenderInput): Promise<RenderedPage>;
  /** The addresses of the sitemap. */
  readonly forSearch: readonly string[];
}
