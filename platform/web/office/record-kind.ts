import type { Callable, CallReply } from '../api/callable.ts';

/** One record as the list has it. */
type ItemOf<List extends Callable> =
  CallReply<List> extends { items: readonly (infer Item)[] } ? Item : never;

/** The whole record, of what a call replies to several kinds of people. */
export type WholeOf<Get extends Callable> = Extract<CallReply<Get>, { readonly trash: 0 | 1 }>;

interface KindSpec<List extends Callable, Get extends Callable> {
  /** `cleaner`, `cleaners`. */
  readonly one: string;
  readonly many: string;
  /** `/admin/cleaners` */
  readonly home: string;
  readonly list: List;
  readonly get: Get;
  readonly trash: Callable;
  readonly untrash: Callable;
  nameOf(item: ItemOf<List>): string;
  /** Reads besides the list and the record that show them. */
  readonly also?: readonly Callable[];
}

/** A kind of record, said once: its list, its pages, its trash and its forms take it as it is. */
export function recordKind<List extends Callable, Get extends Callable>(spec: KindSpec<List, Get>) {
  const { one, many, home, list, get, trash, untrash, nameOf, also = [] } = spec;
  return {
    one,
    many,
    nameOf,
    /** Where the list is, and what it is called. */
    home,
    to: home,
    title: capital(many),
    get,
    call: list,
    trash,
    untrash,
    calls: { trash, untrash },
    /** What a change makes stale. */
    refresh: [list, get, ...also],
  };
}

export type RecordKind<List extends Callable, Get extends Callable> = ReturnType<
  typeof recordKind<List, Get>
>;

/** A word at the beginning of a heading. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
