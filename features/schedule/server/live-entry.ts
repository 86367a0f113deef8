import { type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/**
 * True for an entry of the diary that takes time: neither released nor of a hold that has run out, also while that
 * still stands there. Whoever looks asks by this; whoever takes the time releases what stands in the way.
 */
export function isLiveEntry(ctx: Context) {
  return sql<SqlBool>`(released_at is null
    and (held_until is null or held_until > ${ctx.clock.now().toString()}))`;
}
