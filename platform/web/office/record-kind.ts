import type { Callable, CallReply } from '../api/callable.ts';
import type { SavingCall } from './use-record-form.ts';

/** The six calls of a record, as `recordCalls` of the contract makes them. */
export interface SixCalls {
  readonly list: Callable;
  readonly get: Callable;
  readonly create: SavingCall;
  readonly update: SavingCall;
  readonly trash: Callable;
  readonly untrash: Callable;
}

/** One record as the list has it. */
type ItemOf<List extends Callable> =
  CallReply<List> extends { items: readonly (infer Item)[] } ? Item : never;

/** The whole record, of what a call replies to several kinds of people. */
export type WholeOf<Calls extends SixCalls> = Extract<
  CallReply<Calls['get']>,
  { readonly id: string; readonly trash: 0 | 1 }
>;

interface KindSpec<Calls extends SixCalls> {
  /** `cleaner`, `cleaners`. */
  readonly one: string;
  readonly many: string;
  /** `/admin/cleaners` */
  readonly home: string;
  /** The parameter of the address that names the record: `cleanerID`. */
  readonly param: string;
  readonly calls: Calls;
  nameOf(item: ItemOf<Calls['list']>): string;
  /** Reads besides the list and the record that show them. */
  readonly also?: readonly Callable[];
}

/** A kind of record, said once: its list, its pages, its trash and its forms take it as it is. */
export function recordKind<Calls extends SixCalls>(spec: KindSpec<Calls>) {
  const { one, many, home, param, calls, nameOf, also = [] } = spec;
  const { list, get, trash, untrash }: Calls = calls;
  return {
    one,
    many,
    nameOf,
    /** Where the list is, and what it is called. */
    home,
    to: home,
    title: capital(many),
    param,
    calls,
    call: list as Calls['list'],
    trash,
    untrash,
    /** What a change makes stale. */
    refresh: [list, get, ...also],
  };
}

export type RecordKind<Calls extends SixCalls> = ReturnType<typeof recordKind<Calls>>;

/** A word at the beginning of a heading. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
