import { sql } from 'kysely';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { firstDayOf, type Month, monthName, monthOf } from '../rules/month.ts';
import type { SheetStatus } from '../rules/states.ts';

/** The state of a month's sheet. A month without a row is a draft. */
export async function readStatus({ db }: Context, month: Month): Promise<SheetStatus> {
  const row = await db
    .selectFrom('pay_sheet')
    .select('status')
    .where('month', '=', firstDayOf(month).toString())
    .executeTakeFirst();
  return (row?.status ?? 'draft') as SheetStatus;
}

/**
 * Locks a month's sheet until the transaction ends, creating its row if there is none; its state.
 * @param how `share`: others may hold it too, but nobody approves, reopens or locks the month meanwhile
 */
export async function lockSheetRow(
  tx: Tx,
  month: Month,
  how: 'change' | 'share' = 'change',
): Promise<SheetStatus> {
  const first = firstDayOf(month).toString();
  const now = tx.clock.now().toString();
  await tx.db
    .insertInto('pay_sheet')
    .values({ month: first, status: 'draft', createdAt: now, updatedAt: now })
    .onConflict((taken) => taken.column('month').doNothing())
    .execute();
  const { status } = await tx.db
    .selectFrom('pay_sheet')
    .select('status')
    .where('month', '=', first)
    .$call((row) => (how === 'share' ? row.forShare() : row.forUpdate()))
    .executeTakeFirstOrThrow();
  return status as SheetStatus;
}

/** No month is approved with hours that are being corrected. @param start of the visit */
export async function lockPayMonth(tx: Tx, start: Temporal.Instant): Promise<void> {
  await lockSheetRow(tx, monthOf(start, tx.config.BUSINESS_TZ), 'share');
}

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

/** `2026-11` of the first day of a month, as a column. */
export function monthText(column: string) {
  return sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM')`;
}
