import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { CHALLENGE_LIFETIME } from '../rules/attempt.ts';
import { CHALLENGE_WINDOW, secondsUntilNextChallenge } from '../rules/challenges.ts';
import { payForOthers } from '../rules/policy.ts';
import type { Tried } from './declines.ts';

/** Refuses a customer who has never paid and has left too many bank challenges for bookings unanswered. */
export async function refuseAfterChallenges(tx: Tx, of: Tried): Promise<Refusal<'throttled'> | null> {
  if (may(tx.actor, payForOthers)) return null;
  const now = tx.clock.now();
  const rows = await tx.db
    .selectFrom('payment_attempt')
    .select(['created_at', 'status', 'target_id'])
    .where('customer_id', '=', of.customerId)
    .where('purpose', '=', 'job')
    .where('status', 'in', ['requires_action', 'canceled'])
    .where('stripe_pi_id', 'is not', null)
    .where('created_at', '>', now.subtract(CHALLENGE_WINDOW).toString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempt as paid')
            .select('paid.id')
            .where('paid.customer_id', '=', of.customerId)
            .where('paid.status', '=', 'succeeded'),
        ),
      ),
    )
    .execute();
  const unanswered = rows.map((row) => ({
    askedAt: readDatabaseTime(row.created_at),
    isOpenElsewhere: row.status === 'requires_action' && row.target_id !== of.targetId,
  }));
  const retryAfter = secondsUntilNextChallenge(unanswered, { now, lifetime: CHALLENGE_LIFETIME });
  if (retryAfter === 0) return null;
  const detail =
    'Your bank has asked you to confirm a payment, and got no answer. Nothing was charged. Confirm that payment, try again later, or contact us.';
  return refuse('throttled', { detail, extensions: { retryAfter } });
}
