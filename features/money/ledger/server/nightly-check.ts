import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { markDoneOn, wasDoneOn } from '#platform/server/settings.ts';
import { checkLedger } from './check-ledger.ts';

/** When few people are about: the hour of the business day from which the books are checked. */
const FROM_HOUR = 3;
const NAME = 'ledger-checked';
/** At most so many violations go into the log; `npm run verify:ledger` lists all. */
const MOST_LOGGED = 20;

/** Checks the books once a business day, and wakes somebody when they do not hold. A sweep. */
export async function checkLedgerNightly(ctx: Context): Promise<void> {
  const [now, zone] = [ctx.clock.now(), ctx.config.BUSINESS_TZ];
  if (now.toZonedDateTimeISO(zone).hour < FROM_HOUR) return;
  const day = dayOf(now, zone);
  if (await wasDoneOn(ctx, NAME, day)) return;
  const found = await checkLedger(ctx);
  await markDoneOn(ctx, NAME, day);
  if (found.length === 0) {
    ctx.log.info('all checks of the books passed');
    return;
  }
  const violations = found.slice(0, MOST_LOGGED);
  ctx.log.error(
    { wake: true, count: found.length, violations },
    'a check of the books failed: npm run verify:ledger shows where',
  );
}
