import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import type { SignInAttemptsReply } from '../contract.ts';
import { isUnderAttack } from '../rules/attacks.ts';
import { CODE_RETENTION } from '../rules/codes.ts';
import { isBlocked } from './code-throttles.ts';

/** Attempts with a mobile number by strangers, or by the owner in a new browser, in the last 24 hours. */
export async function readSignInAttempts(ctx: Context, mobile: string): Promise<SignInAttemptsReply> {
  const { unusedCodes, wrongTries } = await ctx.db
    .selectFrom('one_time_code')
    .select([
      sql<number>`count(*)::int`.as('unusedCodes'),
      sql<number>`coalesce(sum(tries), 0)::int`.as('wrongTries'),
    ])
    .where('mobile', '=', mobile)
    .where('created_at', '>', ctx.clock.now().subtract(CODE_RETENTION).toString())
    .where('known_browser', 'is', null)
    .where('end_reason', 'is distinct from', 'used')
    .executeTakeFirstOrThrow();
  const attempts = { wrongTries, unusedCodes };
  return { ...attempts, attacked: isUnderAttack(attempts), blocked: await isBlocked(ctx, mobile) };
}
