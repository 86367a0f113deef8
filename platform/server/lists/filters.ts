import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayBounds, readDay } from '../../kernel/business-time.ts';
import { may, seeTrash } from '../../kernel/policy.ts';
import type { Context } from '../context.ts';

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

/** Keeps the rows in which each word of `q` stands in at least one of the columns, in any case. */
export function matchesWords(q: string | undefined, columns: readonly string[]): RawBuilder<SqlBool> {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<SqlBool>`true`;
  const text = sql.join(
    columns.map((column) => sql.ref(column)),
    sql`, `,
  );
  const each = words.map((word) => sql`concat_ws(' ', ${text}) ilike ${`%${literally(word)}%`}`);
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`;
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

/** What LIKE would read as a wildcard stands for itself. */
function literally(word: string): string {
  return word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
