import type { ComponentType } from 'react';
import type { Access } from '#platform/web/router/redirects.ts';

export type PageModule = { readonly Component: ComponentType };

export type Shell = 'public' | 'checkout' | 'entry' | 'customer' | 'cleaner' | 'office';

/** A page as data: the router is built from these, and a test checks them all. */
export type Page = {
  /** The page's address, and its aliases. */
  readonly paths: readonly [string, ...string[]];
  /** The document's title in English; marked with `phrase` where it is translated. */
  readonly title: string;
  /** Who may open it, if that differs from its area. */
  readonly access?: Access;
  /** Loads the page's code on navigation. */
  readonly load: () => Promise<PageModule>;
  /** Uses no `useCall`, so it is loaded without TanStack Query. */
  readonly plain?: true;
};

/** An address that redirects to another one. */
export type Redirect = { readonly paths: readonly [string, ...string[]]; readonly to: string };

/** A part of the site: its frame, its access, its pages. */
export type Area = {
  readonly shell: Shell;
  readonly access: Access;
  readonly pages: readonly (Page | Redirect)[];
};

export function isRedirect(entry: Page | Redirect): entry is Redirect {
  return 'to' in entry;
}

export function isPage(entry: Page | Redirect): entry is Page {
  return !isRedirect(entry);
}

/** The data of a page's route for the surrounding frame. */
export type Handle = {
  readonly title: string;
  readonly access: Access;
};

type Matched = { readonly handle?: unknown };

/** The handle of the innermost matched page. */
export function handleOf(matches: readonly Matched[] | undefined): Handle | null {
  const handle = matches?.findLast((match) => match.handle !== undefined)?.handle;
  return isHandle(handle) ? handle : null;
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'title' in value && 'access' in value;
}
