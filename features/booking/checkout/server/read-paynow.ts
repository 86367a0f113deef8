import type { z } from 'zod';
import { readBusiness, readSettings } from '#features/catalogue/settings/server/index.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { lastDayOf, payNowCode } from '#features/money/payments/rules/paynow.ts';
import { isChargePlanned } from '#features/work/jobs/rules/status.ts';
import {
  chargeOf,
  findVisibleJob,
  isBeingPaid,
  isHeld,
  isHeldByOffice,
  type JobRow,
} from '#features/work/jobs/server/index.ts';
import { dayOf, readDatabaseTime, readDay } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readPayNow as call } from '../contract.ts';
import { takePayment } from '../rules/policy.ts';
import { bookingOf } from './booking-to-pay.ts';

/**
 * The PayNow code for what a booking owes: to be paid later, declined, or held by the office for hours. A customer's own
 * hold is too short for money that somebody has to see in the bank first, unless the office takes the payment.
 */
export async function readPayNow(
  ctx: Context,
  jobID: string,
): Promise<z.output<typeof call.reply> | Refusal<'not_found' | 'not_payable' | 'not_offered'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const { payNowTo: payee } = await readSettings(ctx, ['payNowTo']);
  if (payee === '') return refuse('not_offered');
  const { jobs, first, total: amount } = await bookingOf(ctx, job);
  const now = ctx.clock.now();
  const mayWait = (one: JobRow) => isHeldByOffice(one) || may(ctx.actor, takePayment);
  const isOwed = jobs.every((one) => one.status === 'confirmed' || (isHeld(one, now) && mayWait(one)));
  const isOpen = jobs.every((one) => one.trashedAt === null && !isBeingPaid(one) && !willBeCharged(one));
  if (!isOwed || !isOpen || amount < SMALLEST_CHARGE) return refuse('not_payable');
  const zone = ctx.config.BUSINESS_TZ;
  const expires = lastDayOf({
    holdEnds: first.holdExpiresAt === null ? null : dayOf(readDatabaseTime(first.holdExpiresAt), zone),
    dueOn: readDay(first.holdDueOn ?? ''),
    today: dayOf(now, zone),
  });
  const { name } = await readBusiness(ctx);
  const reference = `JOB${first.number}`;
  return {
    payee,
    name,
    amount,
    reference,
    expiresOn: expires.toString(),
    code: payNowCode({ payee, name, amount, reference, expires }),
  };
}

/** Money that takes days to be seen would be taken from the card as well. */
function willBeCharged(job: JobRow): boolean {
  const charge = chargeOf(job);
  return charge !== null && isChargePlanned(charge);
}
