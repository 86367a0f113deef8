import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { SignUpEntry as EntryTable } from '#database/generated.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { clientRules } from '#platform/server/client-network.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import { holdsCardNumber } from '#platform/server/http/card-numbers.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { throttleAll } from '#platform/server/throttle.ts';
import { type listSignUpLog as listCall, SIGN_UP_FIELDS, type SignUpEntry } from '../contract/sign-up-log.ts';

/**
 * Long enough to see where people give up, and no longer: these are names of people who are not customers
 * yet.
 */
const RETENTION = Temporal.Duration.from({ hours: 90 * 24 });
/** Per address: a person needs a handful; a flood is silently dropped. */
const MAX_AN_HOUR = 60;
/** Longer than all fields together, with any escaping. */
const LONGEST_BODY = 20_000;

const COLUMNS = columnsOf(...(Object.keys(SIGN_UP_FIELDS) as (keyof typeof SIGN_UP_FIELDS)[]));
type Fields = Record<keyof typeof SIGN_UP_FIELDS, string>;

/** Logs the readable fields of a body. The reply is always the same. */
export async function logSignUp(ctx: Context, body: Buffer): Promise<{ readonly ok: true }> {
  const fields = readFields(body);
  if (fields === null) return { ok: true };
  const limit = { most: MAX_AN_HOUR, per: Temporal.Duration.from({ hours: 1 }) };
  if ((await throttleAll(ctx, clientRules('sign-up-log', limit, ctx))) !== null) return { ok: true };
  await ctx.db
    .insertInto('sign_up_entry')
    .values({ id: ctx.newID(), ...COLUMNS.toRow(fields), createdAt: ctx.clock.now().toString() })
    .execute();
  return { ok: true };
}

/** The fields of an entry; null if the body is unreadable. */
function readFields(body: Buffer): Fields | null {
  const sent = body.length > LONGEST_BODY ? null : parsed(body.toString('utf8'));
  if (typeof sent !== 'object' || sent === null) return null;
  const read = Object.entries(SIGN_UP_FIELDS).map(([name, most]) => [
    name,
    plainText(Reflect.get(sent, name), most),
  ]);
  return read.some(([, value]) => value !== '') ? Object.fromEntries(read) : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // not JSON: nothing to log
  }
}

/** Normalises a value to one line, and removes data that must not be stored. */
function plainText(value: unknown, most: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this removes control characters
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  return holdsCardNumber(text) ? '' : text.slice(0, most).toWellFormed();
}

/** A note is prose: it can be searched, but not sorted by. */
const SORT = {
  createdAt: ['createdAt'],
  action: ['action'],
  firstname: ['firstname', 'lastname'],
  phone: ['phone'],
  email: ['email'],
  os: ['os'],
  idfb: ['idfb'],
  note: [sql`left(note, 100)`],
} as const;

/** The log, newest first. */
export function listSignUpLog(ctx: Context, query: z.output<typeof listCall.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'sign-up-log',
    rows: ctx.db
      .selectFrom('sign_up_entry')
      .selectAll()
      .where(matchesWords(query.q, ['firstname', 'lastname', 'email', 'phone', 'action', 'note'])),
    sort: SORT,
    defaultOrder: 'desc',
    key: 'id',
    toItem: toEntry,
    csv: CSV,
  });
}

function toEntry(row: Selectable<EntryTable>): SignUpEntry {
  return { id: row.id, ...COLUMNS.toWire(row), trash: 0, createdAt: wireTime(row.createdAt) };
}

const CSV: readonly CsvColumn<SignUpEntry>[] = [
  { heading: 'When', value: (entry) => entry.createdAt },
  { heading: 'Step', value: (entry) => entry.action },
  { heading: 'Salutation', value: (entry) => entry.salutation },
  { heading: 'First name', value: (entry) => entry.firstname },
  { heading: 'Last name', value: (entry) => entry.lastname },
  { heading: 'Phone', value: (entry) => entry.phone },
  { heading: 'E-mail', value: (entry) => entry.email },
  { heading: 'Note', value: (entry) => entry.note },
  { heading: 'Device', value: (entry) => entry.os },
  { heading: 'Facebook id', value: (entry) => entry.idfb },
];

/** Cron job: deletes entries after 90 days. */
export async function purgeSignUpLog(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(RETENTION).toString();
  await ctx.db.deleteFrom('sign_up_entry').where('createdAt', '<', limit).execute();
}
