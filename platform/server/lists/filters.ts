import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayBounds, readDay } from '../../kernel/business-time.ts';
import { may, seeTrash } from '../../kernel/policy.ts';
import type { Context } from '../context.ts';
import { HAN, searchReadings } from './search-words.ts';

type TrashWanted = '0' | '1' | '*';

/** Whether a list shows the trash: only the office may. */
export function trashAsked(ctx: Context, query: { readonly trash: TrashWanted }): TrashWanted {
  return may(ctx.actor, seeTrash) ? query.trash : '0';
}

/**
 * Keeps the rows that match the requested trash filter: `rows.where(matchesTrashFilter(ctx, query,
 * 'cleaner.trashed_at'))`.
 */
export function matchesTrashFilter(
  ctx: Context,
  query: { readonly trash: TrashWanted },
  trashedAt: string,
): RawBuilder<SqlBool> {
  const wanted = trashAsked(ctx, query);
  if (wanted === '*') return sql<SqlBool>`true`;
  return wanted === '1'
    ? sql<SqlBool>`${sql.ref(trashedAt)} is not null`
    : sql<SqlBool>`${sql.ref(trashedAt)} is null`;
}

/**
 * Keeps the rows in which each word of `q` occurs in one of the columns, ignoring case, accents and apostrophes; words
 * of one or two letters must be at the start of a word ("Ng", but not "Wong"). Numbers also match without their spaces
 * and dashes. Needs a trigram index on the same columns in the same order:
 * `using gin (search_text(' ' || firstname || ' ' || lastname) gin_trgm_ops)`.
 */
export function matchesWords(q: string | undefined, columns: readonly string[]): RawBuilder<SqlBool> {
  const text = textOf(columns);
  return anyReading(
    q,
    (words) =>
      sql`(${sql.join(
        words.map((word) => sql`${text} like ${patternOf(word)}`),
        sql` and `,
      )})`,
  );
}

/** A table whose names also match the rows that belong to it. */
export interface Owner {
  readonly table: string;
  /** Its searched columns, as in its trigram index. */
  readonly columns: readonly string[];
  /** The rows' column with its id. */
  readonly key: string;
}

/**
 * Keeps the rows in which each word occurs in the row itself or in its owner. Owners are searched first, then their
 * rows: there are few owners, and indexes lead from one to the other.
 */
export function matchesWordsOrOwner(
  q: string | undefined,
  columns: readonly string[],
  owner: Owner,
): RawBuilder<SqlBool> {
  return anyReading(q, (words) => wordsOrOwner(words, columns, owner));
}

function wordsOrOwner(
  words: readonly string[],
  columns: readonly string[],
  owner: Owner,
): RawBuilder<SqlBool> {
  const id = sql.ref(`${owner.table}.id`);
  const all = (text: RawBuilder<unknown>) =>
    sql<SqlBool>`(${sql.join(
      words.map((word) => sql`${text} like ${patternOf(word)}`),
      sql` and `,
    )})`;
  const anyOf = (text: RawBuilder<unknown>) =>
    sql`${text} like any (array[${sql.join(words.map(patternOf))}])`;
  const [rowText, ownerText] = [textOf(columns), textOf(owner.columns)];
  // Owners first: each row that is found is rechecked, and comparing an id is faster than searching for words.
  const own = sql`${belongsTo(owner, all(ownerText))} or ${all(rowText)}`;
  if (words.length < 2) return sql<SqlBool>`(${own})`;
  // Some words match the row, others the owner. `in`, because an array would make PostgreSQL look up every id of it in
  // the index.
  const named = sql<SqlBool>`${sql.ref(owner.key)} in (
    select ${id} from ${sql.table(owner.table)} where ${anyOf(ownerText)})`;
  return sql<SqlBool>`(${own} or ${anyOf(rowText)} and ${named} and exists (
    select from ${sql.table(owner.table)}
    where ${id} = ${sql.ref(owner.key)} and ${all(textOf([...columns, ...owner.columns]))}))`;
}

/** Keeps the rows of the owners that match the condition. */
export function belongsTo(owner: Owner, holds: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const id = sql.ref(`${owner.table}.id`);
  return sql<SqlBool>`${sql.ref(owner.key)} = any(array(select ${id} from ${sql.table(owner.table)} where ${holds}))`;
}

/** The condition for the words of `q`, or for them with each number joined. */
function anyReading(
  q: string | undefined,
  holds: (words: readonly string[]) => RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const readings = searchReadings(q);
  if (readings.length === 0) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.join(readings.map(holds), sql` or `)})`;
}

const SHORT_WORD = 2;

function patternOf(word: string): RawBuilder<unknown> {
  const startsWord = word.length <= SHORT_WORD && !HAN.test(word);
  return sql`${startsWord ? '% ' : '%'} || search_text(${word}) || '%'`;
}

/** The same expression as the index; no column is ever null. */
function textOf(columns: readonly string[]) {
  return sql`search_text(${sql.join(
    columns.map((column) => sql`' ' || ${sql.ref(column)}`),
    sql` || `,
  )})`;
}

interface DaysQuery {
  /** `YYYY-MM-DD` */
  readonly from_date?: string | undefined;
  /** `YYYY-MM-DD`, inclusive */
  readonly to_date?: string | undefined;
}

/**
 * Keeps the rows whose timestamp is on the requested business days: `rows.where(onDays(ctx, query, 'job.starts_at'))`.
 */
export function onDays(ctx: Context, query: DaysQuery, moment: string): RawBuilder<SqlBool> {
  const zone = ctx.config.BUSINESS_TZ;
  const first = readDay(query.from_date ?? '');
  const last = readDay(query.to_date ?? '');
  const since =
    first === null ? sql`` : sql` and ${sql.ref(moment)} >= ${dayBounds(first, zone).start.toString()}`;
  const until =
    last === null ? sql`` : sql` and ${sql.ref(moment)} < ${dayBounds(last, zone).end.toString()}`;
  return sql<SqlBool>`(true${since}${until})`;
}
