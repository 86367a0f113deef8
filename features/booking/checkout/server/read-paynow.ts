import type { z } from 'zod';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { payNowCode } from '#features/money/payments/rules/paynow.ts';
import { findVisibleJob, isBeingPaid, isHeld, isHeldByOffice } from '#features/work/jobs/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readPayNow as call } from '../contract.ts';
import { bookingOf } from './booking-to-pay.ts';

/** After the day on which it is due, a code is accepted this much longer. */
const DAYS_LATE = 7;

/**
 * The PayNow code for what a booking owes: to be paid later, declined, or held by the office for hours. A customer's own
 * hold is too short for money that somebody has to see in the bank first.
 */
export async function readPayNow(
  ctx: Context,
  jobID: string,
): Promise<z.output<typeof call.reply> | Refusal<'not_found' | 'not_payable' | 'not_offered'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const { payNowTo, legalName, businessName } = await readSettings(ctx, [
    'payNowTo',
    'legalName',
    'businessName',
  ]);
  if (payNowTo === '') return refuse('not_offered');
  const { jobs, first, total } = await bookingOf(ctx, job);
  const now = ctx.clock.now();
  const isOwed = jobs.every((one) => one.status === 'confirmed' || (isHeld(one, now) && isHeldByOffice(one)));
  if (!isOwed || jobs.some(isBeingPaid) || total < SMALLEST_CHARGE) return refuse('not_payable');
  const zone = ctx.config.BUSINESS_TZ;
  const today = dayOf(now, zone);
  const due = first.holdDueOn === null ? today : Temporal.PlainDate.from(first.holdDueOn);
  const last = Temporal.PlainDate.compare(due, today) > 0 ? due : today;
  const until =
    first.holdExpiresAt === null
      ? last.add({ days: DAYS_LATE })
      : dayOf(readDatabaseTime(first.holdExpiresAt), zone);
  const name = legalName || businessName;
  const reference = `V${first.number}`;
  return {
    payee: payNowTo,
    name,
    amount: total,
    reference,
    expiresOn: until.toString(),
    code: payNowCode({ payee: payNowTo, name, amount: total, reference, expires: until }),
  };
}
