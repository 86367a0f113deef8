/**
 * Records come back whole: a client may send everything that it has read of a record. What equals the stored value is no
 * change; a read-only value that differs is refused by name.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CallDefinition } from '../../contract/call.ts';
import { type FieldError, isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Tx } from '../context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a request says of a record besides what it asks for; checked in the transaction that changes it. */
export interface PostedRecord {
  /** Whether the record is still as the client has read it. Called first; others wait until the transaction ends. */
  begin(tx: Tx): Promise<Refusal<'changed_since'> | null>;
  /** Whether the new record has the read-only values that the client sent with it. */
  end(reply: unknown): Refusal<'invalid'> | null;
  /** The change is stored. An attempt that is rolled back and repeated is checked again. */
  committed(): void;
  /** False if `end` has to see the new record before the transaction commits, and has not. */
  readonly isChecked: boolean;
}

/** The field that says which version of a record the client has read. */
const VERSION = 'updatedAt';

/**
 * What a client asks of an existing record: only the fields that differ from it. Empty if nothing does.
 * @returns `invalid` with the read-only fields that differ, `changed_since` if the client has read an earlier version
 */
export function changesOf(
  call: CallDefinition,
  record: Fields,
  body: Fields,
): Fields | Refusal<'invalid' | 'changed_since'> {
  if (isOutdated(record, body)) return changedSince(record);
  const { readable, writable } = namesOf(call);
  const changed = Object.entries(body).filter(([name, value]) => !isSame(value, record[name]));
  const wrong = changed.filter(([name]) => name in readable && !(name in writable));
  if (wrong.length > 0) return refuse('invalid', { errors: wrong.map(([name]) => readOnly(name)) });
  if (call.replaces === undefined || changed.length === 0) return Object.fromEntries(changed);
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in writable || !(name in readable)));
}

/** The fields that belong neither to the record nor to the call. */
export function unknownNames(call: CallDefinition, body: Fields): string[] {
  const { readable, writable } = namesOf(call);
  return Object.keys(body).filter((name) => !(name in readable) && !(name in writable));
}

function namesOf(call: CallDefinition) {
  const shown = call.creates ? call : (call.changes ?? call.replaces);
  const reply = fieldsOf(shown?.reply);
  // An item that only a list shows.
  const readable =
    shown?.streamed && reply.items instanceof z.ZodArray ? fieldsOf(reply.items.element) : reply;
  return { readable, writable: fieldsOf(call.body) };
}

const isOutdated = (record: Fields, body: Fields) =>
  !isEmpty(body[VERSION]) && VERSION in record && !isSame(body[VERSION], record[VERSION]);

function changedSince(record: Fields): Refusal<'changed_since'> {
  const message = 'Someone else has changed this since you read it. Read it again, then make your change.';
  return refuse('changed_since', { errors: [{ path: VERSION, message }], extensions: { current: record } });
}

const readOnly = (path: string): FieldError => ({
  path,
  message: 'This cannot be changed here. Send it as it was, or leave it out.',
});

/** Lets one request at a time change this version of the record. */
export function unchangedSince(
  body: Fields,
  { key, read }: { readonly key: string; read(tx: Tx): Promise<Fields | Refusal> },
): PostedRecord | undefined {
  if (isEmpty(body[VERSION])) return undefined;
  let isMet = false;
  return {
    async begin(tx) {
      if (isMet) return null; // an earlier transaction of the same request has changed it
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.db);
      const record = await read(tx);
      return !isRefusal(record) && isOutdated(record, body) ? changedSince(record) : null;
    },
    end: () => null,
    committed() {
      isMet = true;
    },
    isChecked: true,
  };
}

/** Separates what a client asks for a new record from what it states about it: fields that only the server sets. */
export function statementsOf(
  call: CallDefinition,
  body: Fields,
): { readonly asked: Fields; readonly stated: PostedRecord } {
  const { readable, writable } = namesOf(call);
  const isStated = (name: string) => name in readable && !(name in writable);
  const asked = Object.entries(body).filter(([name]) => !isStated(name));
  const values = Object.entries(body).filter(([name, value]) => isStated(name) && !isEmpty(value));
  const stated = {
    isChecked: values.length === 0,
    begin: () => Promise.resolve(null),
    end(reply: unknown) {
      if (!isRecord(reply)) return null;
      stated.isChecked = true;
      const record = asJson(reply);
      const wrong = values.filter(
        ([name, value]) => !isSame(value, record[name]) && !(isBlank(value) && isEmpty(record[name])),
      );
      const errors = wrong.map(([path]) => ({ path, message: setByServer(record[path]) }));
      return errors.length > 0 ? refuse('invalid', { errors }) : null;
    },
    committed: () => undefined,
  };
  return { asked: Object.fromEntries(asked), stated };
}

const setByServer = (value: unknown) =>
  isEmpty(value)
    ? 'This is empty for a new record. Leave it out.'
    : `This is set to ${JSON.stringify(value)}. Send that, or leave it out.`;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && typeof (value as Fields).id === 'string';

/** As a client reads it. */
export const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Fields;

function fieldsOf(schema: unknown): Fields {
  if (schema instanceof z.ZodUnion) return Object.assign({}, ...schema.options.map(fieldsOf)) as Fields;
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** An empty text or list says the same as none. */
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What a client of fixed types sends for nothing. */
const isBlank = (value: unknown) => isEmpty(value) || value === 0 || value === false;

function isSame(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent) || isEmpty(stored)) return isEmpty(sent) && isEmpty(stored);
  if (typeof sent === 'object' || typeof stored === 'object') return isDeepStrictEqual(sent, stored);
  return String(sent) === String(stored) || isSameFlag(sent, stored);
}

const FLAGS: readonly unknown[] = [false, true];
const isSameFlag = (sent: unknown, stored: unknown) =>
  FLAGS.includes(stored) && ['0', '1', 'false', 'true'].indexOf(String(sent)) % 2 === Number(stored);
