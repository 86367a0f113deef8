import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';

/**
 * SQL condition for diary entries that take time: neither released nor of an expired hold, even if that has not been
 * processed yet. Queries use this condition; code that takes time releases expired entries.
 */
export function isLiveEntry(ctx: Context) {
  return sql<SqlBool>`(released_at is null
    and (held_until is null or held_until > ${ctx.clock.now().toString()}))`;
}

/**
 * SQL condition for entries that end after a moment. An entry starts at most the maximum length before that, which
 * allows an index on the start and avoids reading the diary's past.
 */
export function endsAfter(moment: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(cleaner_occupation.ends_at > ${moment} and cleaner_occupation.starts_at >
    ${moment}::timestamptz - make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)}))`;
}
