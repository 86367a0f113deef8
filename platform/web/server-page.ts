import type { Callable, CallReply } from './api/callable.ts';
import type { Language } from './i18n/language.ts';

/** A read that a page needs before it can be drawn: `usePlainRead` or `useCall` of the same call and query finds its reply. */
export interface ServerRead {
  readonly call: Callable;
  readonly query: Record<string, unknown>;
}

/** What was read for a page; undefined where the read was refused or failed. */
export type ReadReplies = <C extends Callable>(
  call: C,
  query: Record<string, unknown>,
) => CallReply<C> | undefined;

/** What search engines and messengers show of a page, beside its title. */
export interface PageHead {
  /** One or two sentences, at most 160 characters. */
  readonly description: string;
  /** schema.org objects, without their `@context`. */
  readonly structured?: readonly object[];
}

/** How the server draws a page: what it reads first, and what stands in the head. Never in the browser's code. */
export interface ServerPage {
  readonly reads?: (language: Language) => readonly ServerRead[];
  readonly head: (replies: ReadReplies, language: Language) => PageHead;
  /** Names in the address that change what is drawn, with the values that can be drawn: others leave it to the browser. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  /** It can be read without scripts, and not used. */
  readonly needsScripts?: true;
  /** Not for search engines: a step on the way to something. */
  readonly unlisted?: true;
}
