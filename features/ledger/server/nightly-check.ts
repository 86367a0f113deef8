import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { isFirstOfDay } from '#platform/server/settings.ts';
import { checkLedger } from './check-ledger.ts';

/** When few people are about: the hour of the business day from which the books are checked. */
const FROM_HOUR = 3;
const NAME = 'ledger-checked';
/** So many violations are told in the log; the rest by `npm run verify:ledger`. */
const MOST_TOLD = 20;

/** Checks the books once a business day, and wakes somebody when they do not hold. A sweep. */
export async function checkLedgerNightly(ctx: Context): Promise<void> {
  const [now, zone] = [ctx.clock.now(), ctx.config.BUSINESS_TZ];
  if (now.toZonedDateTimeISO(zone).hour < FROM_HOUR) return;
  if (!(await isFirstOfDay(ctx, NAME, dayOf(now, zone)))) return;
  const found = await checkLedger(ctx);
  if (found.length === 0) {
    ctx.log.info('the books hold');
    return;
  }
  const violations = found.slice(0, MOST_TOLD);
  ctx.log.error(
    { wake: true, count: found.length, violations },
    'the books do not hold: npm run verify:ledger says where',
  );
}
