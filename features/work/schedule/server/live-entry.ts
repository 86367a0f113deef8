import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';

/**
 * True for an entry of the diary that takes time: neither released nor of a hold that has run out, also while that
 * still stands there. Whoever looks asks by this; whoever takes the time releases what stands in the way.
 */
export function isLiveEntry(ctx: Context) {
  return sql<SqlBool>`(released_at is null
    and (held_until is null or held_until > ${ctx.clock.now().toString()}))`;
}

/**
 * True for an entry that ends after a moment. It began at most the longest entry before it: that is what an index on the
 * start knows, and what keeps a diary's past from being read.
 */
export function endsAfter(moment: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(cleaner_occupation.ends_at > ${moment} and cleaner_occupation.starts_at >
    ${moment}::timestamptz - make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)}))`;
}
