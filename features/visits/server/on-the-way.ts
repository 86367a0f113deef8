import { dayBounds, dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import { type NotStartable, whyCannotClock } from '../rules/clocking.ts';
import { clockForOthers } from '../rules/policy.ts';
import { lockCrewClock } from './crew-clock.ts';
import { tellOnTheWay } from './visit-news.ts';

/** A cleaner sets out, and the customer hears of it; of a crew the first. */
export function sayOnTheWay(
  ctx: Context,
  jobId: string,
  cleanerId: string | undefined,
): Promise<{ readonly told: true } | Refusal<NotStartable | 'not_found' | 'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const own = await lockCrewClock(tx, jobId, cleanerId);
    if (isRefusal(own)) return own;
    const start = readDatabaseTime(own.job.starts_at);
    const zone = tx.config.BUSINESS_TZ;
    const visit = { status: own.job.status, start, dayStart: dayBounds(dayOf(start, zone), zone).start };
    const reason = whyCannotClock(visit, tx.clock.now(), may(tx.actor, clockForOthers));
    if (reason !== null) return refuse(reason);
    const isAhead = Temporal.Instant.compare(tx.clock.now(), readDatabaseTime(own.job.ends_at)) < 0;
    if (own.startedAt === null && isAhead) await tellOnTheWay(tx, own.job, own.cleanerId);
    return keepReply(tx, { told: true as const });
  });
}
