import type { SignedIn } from '../../kernel/actor.ts';
import { readDatabaseTime } from '../../kernel/business-time.ts';
import type { Context } from '../context.ts';

/** When the session of the person asking was opened: the last time that they proved who they are. */
export async function signedInAt(ctx: Context<SignedIn>): Promise<Temporal.Instant | null> {
  const row = await ctx.db
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', ctx.actor.sessionId)
    .executeTakeFirst();
  return row === undefined ? null : readDatabaseTime(row.created_at);
}
