import { changeLockedJob, type JobRow } from '#features/work/jobs/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import type { BookingToPay } from './booking-to-pay.ts';

/** A different amount for a job than the computed one. */
export interface AmountChange {
  readonly amountToPay: Cents;
  readonly reason: string;
}

/** A single-job booking with the changed amount. The job itself is not changed until it is paid. */
export function withAmount(booking: BookingToPay, change: AmountChange | null): BookingToPay {
  if (change === null) return booking;
  const { amountToPay } = change;
  const jobs = booking.jobs.map((job) => ({ ...job, amountToPay: amountToPay }));
  return { jobs, first: { ...booking.first, amountToPay: amountToPay }, total: amountToPay };
}

/**
 * Saves the amount that was paid or waived, and the reason. The job was read under its lock. Returns the
 * changed job.
 */
export function changeAmount(tx: Tx, job: JobRow, change: AmountChange): Promise<JobRow> {
  const { amountToPay, reason } = change;
  return changeLockedJob(tx, job, {
    fields: { amountToPay: amountToPay },
    action: 'job.amount-changed',
    reason,
  });
}
