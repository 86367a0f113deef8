import type { SignedIn } from '../../kernel/actor.ts';
import { readDatabaseTime } from '../../kernel/business-time.ts';
import type { Context } from '../context.ts';

/**
 * When the caller's session was opened: the last time that they proved their identity to us. Null if an identity
 * provider vouched for them, because that proves no mobile number.
 */
export async function signedInAt(ctx: Context<SignedIn>): Promise<Temporal.Instant | null> {
  const row = await ctx.db
    .selectFrom('session')
    .select(['created_at', 'vouched_by'])
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirst();
  return row === undefined || row.vouched_by !== null ? null : readDatabaseTime(row.created_at);
}
