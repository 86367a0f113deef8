import type { Refusal } from '#platform/kernel/refusal.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { monthName, monthOf } from '../rules/month.ts';
import { lockSheetRow } from './sheet-row.ts';

/**
 * Why the hours of a visit can no longer be corrected: the pay of its month is approved or locked. If they can, the month
 * is not approved before the transaction ends.
 */
export async function whyHoursAreFixed(
  tx: Tx,
  start: Temporal.Instant,
): Promise<Refusal<'month_approved'> | null> {
  const month = monthOf(start, tx.config.BUSINESS_TZ);
  const status = await lockSheetRow(tx, month, 'share');
  if (status === 'draft') return null;
  const next =
    status === 'locked'
      ? 'Correct it with an extra or a deduction in a later month.'
      : 'Reopen it first, under Pay, or correct it with an extra or a deduction in a later month.';
  return refuse('month_approved', { detail: `The pay of ${monthName(month)} is ${status}. ${next}` });
}
