import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayBounds, readDay } from '../../kernel/business-time.ts';
import { may, seeTrash } from '../../kernel/policy.ts';
import type { Context } from '../context.ts';
import { HAN, searchReadings } from './search-words.ts';

type TrashWanted = '0' | '1' | '*';

/** Which side of the trash a list shows: only the office may look into it (API.md 1 "Lists"). */
export function trashAsked(ctx: Context, query: { readonly trash: TrashWanted }): TrashWanted {
  return may(ctx.actor, seeTrash) ? query.trash : '0';
}

/** Keeps the rows on the side of the trash that was asked for: `rows.where(matchesTrashFilter(ctx, query, 'cleaner.trashed_at'))`. */
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
 * Keeps the rows in which each word of `q` occurs in one of the columns, whatever its case, accents and apostrophes; of
 * words with one or two letters the beginning of a word ("Ng", but not "Wong"). Numbers are found without their spaces and
 * dashes too. A trigram index on the same columns in the same order answers it:
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

/** Whose name finds the rows that belong to them. */
export interface Owner {
  readonly table: string;
  /** Their columns that are searched, as their trigram index has them. */
  readonly columns: readonly string[];
  /** The rows' column with their id. */
  readonly key: string;
}

/**
 * Keeps the rows in which each word stands in the row itself or with whom it belongs to. People first, then their
 * rows: there are few of them, and indexes lead from one to the other.
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
  // The owners first: each row that is found is tested again, and an id is compared sooner than words are looked for.
  const own = sql`${belongsTo(owner, all(ownerText))} or ${all(rowText)}`;
  if (words.length < 2) return sql<SqlBool>`(${own})`;
  // Some words here, the others there. `in`, because an array would be looked up by the index of everybody it names.
  const named = sql<SqlBool>`${sql.ref(owner.key)} in (
    select ${id} from ${sql.table(owner.table)} where ${anyOf(ownerText)})`;
  return sql<SqlBool>`(${own} or ${anyOf(rowText)} and ${named} and exists (
    select from ${sql.table(owner.table)}
    where ${id} = ${sql.ref(owner.key)} and ${all(textOf([...columns, ...owner.columns]))}))`;
}

/** Keeps the rows of those for whom that holds. */
export function belongsTo(owner: Owner, holds: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const id = sql.ref(`${owner.table}.id`);
  return sql<SqlBool>`${sql.ref(owner.key)} = any(array(select ${id} from ${sql.table(owner.table)} where ${holds}))`;
}

/** What holds for the words of `q`, or for them with each number in one piece. */
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

/** As an index has it; no column is ever null. */
function textOf(columns: readonly string[]) {
  return sql`search_text(${sql.join(
    columns.map((column) => sql`' ' || ${sql.ref(column)}`),
    sql` || `,
  )})`;
}

interface DaysQuery {
  /** `YYYY-MM-DD`. */
  readonly from_date?: string | undefined;
  /** `YYYY-MM-DD`, included. */
  readonly to_date?: string | undefined;
}

/** Keeps the rows whose moment lies in the business days asked for: `rows.where(onDays(ctx, query, 'job.starts_at'))`. */
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
