import type { ApiError } from '../api/api-error.ts';
import type { Callable, CallReply } from '../api/callable.ts';
import type { SavingCall } from './use-record-form.ts';

/** The six routes of a record, as created by `recordCalls` of the contract. */
export interface SixCalls {
  readonly list: Callable;
  readonly get: Callable;
  readonly create: SavingCall;
  readonly update: SavingCall;
  readonly trash: Callable;
  readonly untrash: Callable;
}

/** The record in the list's format. */
type ItemOf<List extends Callable> =
  CallReply<List> extends { items: readonly (infer Item)[] } ? Item : never;

/** The whole record, of a route that replies differently to each role. */
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
  /** The address's parameter with the record's id: `cleanerID`. */
  readonly param: string;
  readonly calls: Calls;
  nameOf(item: ItemOf<Calls['list']>): string;
  /** What to do first if it could not be trashed: the page for it, or null. */
  beforeTrash?(id: string, refusal: ApiError): { readonly label: string; readonly to: string } | null;
  /** Reads other than the list and the record that show it. */
  readonly also?: readonly Callable[];
  /** Its kind in the audit trail, usually its table's name: its pages then link to its entries. */
  readonly audited?: string;
}

/** A kind of record, defined once for its list, pages, trash and forms. */
export function recordKind<Calls extends SixCalls>(spec: KindSpec<Calls>) {
  const { one, many, home, param, calls, nameOf, beforeTrash, also = [], audited } = spec;
  const { list, get, trash, untrash }: Calls = calls;
  return {
    one,
    many,
    nameOf,
    /** The list's address and label. */
    home,
    to: home,
    title: capital(many),
    param,
    audited,
    calls,
    call: list as Calls['list'],
    trash,
    untrash,
    beforeTrash,
    /** The reads that a change makes stale. */
    refresh: [list, get, ...also],
  };
}

export type RecordKind<Calls extends SixCalls> = ReturnType<typeof recordKind<Calls>>;

/** Capitalises a heading. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
