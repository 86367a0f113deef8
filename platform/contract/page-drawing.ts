/** What the server and the bundle that draws its pages say to each other. They meet nowhere else. */

export const PAGE_LANGUAGES = ['en', 'zh'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** A page that can be drawn for anybody. */
export interface PagePlan {
  /** Its first address; the build lists its files under this name. */
  readonly page: string;
  readonly language: PageLanguage;
  /** The address that is drawn: path, and what of the query changes the drawing. */
  readonly path: string;
  /** By this path search engines know it: with the language where the address names one. */
  readonly canonical: string;
  /** One drawing serves all requests of the same key, for as long as the replies stay the same. */
  readonly key: string;
  readonly status: 200 | 404;
  /** What it reads first, as addresses beneath /api. */
  readonly reads: readonly string[];
}

export interface DrawingInput {
  readonly plan: PagePlan;
  /** By address; a read that was refused or failed is not among them. */
  readonly replies: ReadonlyMap<string, unknown>;
  /** Scheme and host of the site, for addresses that others follow. */
  readonly origin: string;
  /** The address of the picture that messengers show. */
  readonly picture: string;
}

export interface DrawnPage {
  /** Of `<html lang>`. */
  readonly lang: string;
  readonly head: string;
  /** Links to what the first paint shows besides: fonts, pictures. */
  readonly preloads: string;
  /** What stands in #app, without style attributes. */
  readonly body: string;
  /** The style sheet that stands in for them. */
  readonly style: string;
  /** It can be read without scripts, and not used. */
  readonly needsScripts: boolean;
  /** What the page was drawn from: JSON that is safe inside a script element. */
  readonly data: string;
}

/** What the server bundle of the web app exports as `drawer`. */
export interface PageDrawer {
  /** Null for an address whose page the browser draws by itself. @param url path and query */
  planPage(url: string, language: PageLanguage): PagePlan | null;
  /** The page for addresses that are none. */
  planNotFound(language: PageLanguage): PagePlan;
  /** @throws what the page's code throws */
  drawPage(input: DrawingInput): Promise<DrawnPage>;
  /** The addresses that search engines are told of. */
  readonly forSearch: readonly string[];
}
