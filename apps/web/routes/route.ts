import type { ComponentType } from 'react';
import type { Language } from '#platform/web/i18n/language.ts';
import type { Access } from '#platform/web/router/redirects.ts';

/** A text in both languages, or one text for the office, which speaks English for now. */
export type LocalText = string | Readonly<Record<Language, string>>;

export type PageModule = { readonly Component: ComponentType };

export type Shell = 'public' | 'checkout' | 'entry' | 'customer' | 'cleaner' | 'office';

type AnyPage = {
  /** The page's address, and its aliases. */
  readonly paths: readonly [string, ...string[]];
  /** The document's title; a page not built yet shows it as its heading. */
  readonly title: LocalText;
  /** Who may open it, where that differs from its area. */
  readonly access?: Access;
};

/** A page whose code is fetched when somebody goes there. */
export type BuiltPage = AnyPage & {
  readonly load: () => Promise<PageModule>;
  /** Reads nothing through `useCall`: the page is spared the memory of reads. Its first draw shows no kept draft. */
  readonly plain?: true;
};

/** A page of the office that a later version builds: its heading and one honest sentence. */
export type LaterPage = AnyPage & {
  readonly later: string;
};

/** One page, as data: the router is built from these, and a test walks them. */
export type Page = BuiltPage | LaterPage;

/** An address that only leads to another one. */
export type Redirect = { readonly paths: readonly [string, ...string[]]; readonly to: string };

/** A part of the site: its frame, who may enter, its pages. */
export type Area = {
  readonly shell: Shell;
  readonly access: Access;
  readonly pages: readonly (Page | Redirect)[];
};

export function isRedirect(entry: Page | Redirect): entry is Redirect {
  return 'to' in entry;
}

/** True when an address among these areas leads to a page that is built. Menus show no other. */
export function isBuilt(areas: readonly Area[], path: string): boolean {
  const entry = areas.flatMap(({ pages }) => pages).find(({ paths }) => paths.includes(path));
  if (entry === undefined) return false;
  return isRedirect(entry) ? isBuilt(areas, entry.to) : 'load' in entry;
}

/** A text in the person's language. */
export function textIn(text: LocalText, language: Language): string {
  return typeof text === 'string' ? text : text[language];
}

/** What a page's route carries for the frame around it. */
export type Handle = {
  readonly title: LocalText;
  readonly access: Access;
  /** Shows nothing that this browser alone knows, but for who is signed in. */
  readonly plain?: true;
  /** The sentence of a page that is not built yet. */
  readonly later?: string;
};

type Matched = { readonly handle?: unknown };

/** The handle of the page among matched routes: the innermost one. */
export function handleOf(matches: readonly Matched[] | undefined): Handle | null {
  const handle = matches?.findLast((match) => match.handle !== undefined)?.handle;
  return isHandle(handle) ? handle : null;
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'title' in value && 'access' in value;
}
