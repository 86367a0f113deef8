import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** What never changes in an entry, and the values that can be erased; exactly as the database writes them as text. */
export interface EntryText {
  readonly id: string;
  readonly atUs: string;
  readonly actorRole: string;
  readonly actorID: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectID: string | null;
  readonly requestID: string;
  readonly salt: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly ip: string;
}

/** A link without its hash. Digests and hashes are SHA-256 in hex; times are microseconds since 1970. */
export interface Link {
  readonly seq: number;
  readonly kind: string;
  readonly entryID: string | null;
  readonly atUs: string;
  readonly sealedAtUs: string;
  readonly facts: string;
  readonly content: string;
}

/** The hash before the first link, and the digests of a link without an entry. */
export const NO_HASH = '00'.repeat(32);
/** Selects an `EntryText` from `audit_entry as e`. A time is written as a number: its text depends on the time zone. */
export const ENTRY_TEXT: RawBuilder<unknown> = sql`
  e.id::text, ${micros('e.at')} as at_us, e.actor_role, e.actor_id::text, e.action, e.subject_kind, e.subject_id,
  e.request_id, e.salt::text, e.before::text, e.after::text, e.reason, e.ip`;

/** A time as microseconds since 1970. */
export function micros(column: string): RawBuilder<string> {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;
}

export function factsOf(entry: EntryText): string {
  const { id, atUs, actorRole, actorID, action, subjectKind, subjectID, requestID } = entry;
  return digest([id, atUs, actorRole, actorID, action, subjectKind, subjectID, requestID]);
}

/** The salt makes it useless for guessing values that were erased, because it is replaced with them. */
export function contentOf({ salt, before, after, reason, ip }: EntryText): string {
  return digest([salt, before, after, reason, ip]);
}

export function hashOf(previous: string, link: Link): string {
  const { seq, kind, entryID, atUs, sealedAtUs, facts, content } = link;
  return digest([previous, String(seq), kind, entryID, atUs, sealedAtUs, facts, content]);
}

/** JSON, so that no two lists of texts give the same input. */
function digest(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
