import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { markDoneOn, wasDoneOn } from '#platform/server/setting-rows.ts';
import { checkLedger } from './check-ledger.ts';

/** The hour of the business day from which the ledger is checked: few users are active then. */
const FROM_HOUR = 3;
const NAME = 'ledger-checked';
/** Violations that are logged at most; `npm run verify:ledger` lists all. */
const MAX_LOGGED = 20;

/** Cron job: checks the ledger once per business day and pages someone if an invariant is violated. */
export async function checkLedgerNightly(ctx: Context): Promise<void> {
  const [now, zone] = [ctx.clock.now(), ctx.config.BUSINESS_TZ];
  if (now.toZonedDateTimeISO(zone).hour < FROM_HOUR) return;
  const day = dayOf(now, zone);
  if (await wasDoneOn(ctx, NAME, day)) return;
  const found = await checkLedger(ctx);
  await markDoneOn(ctx, NAME, day);
  if (found.length === 0) {
    ctx.log.info('ledger check passed');
    return;
  }
  const violations = found.slice(0, MAX_LOGGED);
  ctx.log.error(
    { wake: true, count: found.length, violations },
    'ledger check failed: run npm run verify:ledger for details',
  );
}
