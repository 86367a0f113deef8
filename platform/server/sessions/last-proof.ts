import type { SignedIn } from '../../kernel/actor.ts';
import { readDatabaseTimeOrNull } from '../../kernel/business-time.ts';
import type { Context } from '../context.ts';

/**
 * When the caller last proved their identity to us: by signing in, or by a code or password since. A sign-in that an
 * identity provider vouched for does not count, because it proves no mobile number; null if there is nothing else.
 */
export async function lastProof(ctx: Context<SignedIn>): Promise<Temporal.Instant | null> {
  const row = await ctx.db
    .selectFrom('session')
    .select(['createdAt', 'vouchedBy', 'provenAt'])
    .where('id', '=', ctx.actor.sessionID)
    .executeTakeFirst();
  const signedInAt = row === undefined || row.vouchedBy !== null ? null : row.createdAt;
  return readDatabaseTimeOrNull(row?.provenAt ?? signedInAt);
}

/** Notes that the caller has just proved their identity. */
export async function noteProof(ctx: Context<SignedIn>): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ provenAt: ctx.clock.now().toString() })
    .where('id', '=', ctx.actor.sessionID)
    .execute();
}
