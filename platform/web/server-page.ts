import type { Callable, CallReply } from './api/callable.ts';
import type { Language } from './i18n/language.ts';
import { phraseIn } from './i18n/texts.ts';

/** Data that a page needs to be rendered: `usePlainRead` or `useCall` of the same route and query finds its reply. */
export interface ServerRead {
  readonly call: Callable;
  readonly query: Record<string, unknown>;
}

/** The replies for a page; undefined if the read was refused or failed. */
export type ReadReplies = <C extends Callable>(
  call: C,
  query: Record<string, unknown>,
) => CallReply<C> | undefined;

/** How the server renders a page: its data and its head. Not included in the browser's code. */
export interface ServerPage {
  readonly reads?: (language: Language) => readonly ServerRead[];
  /** In English, marked with `phrase`. For search engines and messengers: one or two sentences, at most 160 characters. */
  readonly description: string | ((replies: ReadReplies, language: Language) => string);
  /** The name of its preview image (tools/render-share-card.ts); by default the site's. */
  readonly picture?: string;
  /** schema.org objects, without their `@context`. `origin` is the site's, without a trailing slash. */
  readonly structured?: (replies: ReadReplies, language: Language, origin: string) => readonly object[];
  /**
   * Query parameters that change the page, with the values that the server can render; other values are left to the
   * browser.
   */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  /** Without JavaScript it is readable but not usable. */
  readonly needsScripts?: true;
  /** Not for search engines: a step in a longer task. */
  readonly unlisted?: true;
}

export function descriptionOf({ description }: ServerPage, replies: ReadReplies, language: Language): string {
  return typeof description === 'function' ? description(replies, language) : phraseIn(language, description);
}
