import { recordWaiver } from '#features/money/payments/server/index.ts';
import { ensureHeld, incomeOf, type JobRow } from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { idsOf, toBooking } from './booking-to-pay.ts';
import { describeBooking } from './describe-booking.ts';
import { markPaid } from './mark-jobs-paid.ts';

/** Lets held jobs that cost nothing go ahead at once, in the transaction that holds them. */
export async function confirmFree(tx: Tx, jobs: readonly JobRow[]) {
  const booking = toBooking(jobs);
  const held = await ensureHeld(tx, jobs);
  if (isRefusal(held)) return held;
  const waived = await recordWaiver(tx, {
    purpose: 'job',
    targetId: booking.first.id,
    customerId: booking.first.customer_id,
    amount: booking.total,
    method: 'adjustment',
    description: describeBooking(booking),
    income: incomeOf(booking.first),
    packageId: booking.first.package_id,
    jobIds: idsOf(booking),
  });
  if (isRefusal(waived)) return waived;
  await markPaid(tx, held, { confirmedBy: idOf(tx.actor), change: null });
  return null;
}
