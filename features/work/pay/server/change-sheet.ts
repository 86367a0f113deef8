import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Sheet } from '../contract/shapes.ts';
import { firstDayOf, type Month, monthName } from '../rules/month.ts';
import { totalsOf } from '../rules/sheet.ts';
import {
  type SheetAction,
  type SheetStatus,
  statusAfter,
  whyNotChangeable,
  whyNotDecidable,
} from '../rules/states.ts';
import { deleteLines, insertLines } from './approved-lines.ts';
import { countCleaners, type PayMonth, readPayMonth, versionOf } from './pay-month.ts';
import { isOver, toSheet } from './read-sheet.ts';
import { refuseNow } from './refuse-now.ts';
import { lockSheetRow } from './sheet-row.ts';

type NotApproved = Refusal<
  'not_draft' | 'sheet_locked' | 'sheet_changed' | 'month_not_over' | 'rates_missing' | 'unavailable'
>;

/**
 * Approves a draft and freezes its lines, if it is still the sheet that the admin has seen.
 * @param version of the sheet as it was shown
 */
export function approveSheet(
  ctx: ContextOf<'admin'>,
  month: Month,
  { version }: { readonly version: string },
): Promise<Sheet | NotApproved> {
  return inTransaction(ctx, async (tx) => {
    const status = await lockSheetRow(tx, month);
    const refused = whyNotChangeable(status);
    if (refused !== null) return refuseNow(tx, month, refused);
    if (!isOver(tx, month))
      return refuse('month_not_over', {
        detail: `${monthName(month)} is not over yet. Approve it once its last day has passed.`,
      });
    const contents = await readPayMonth(tx, { month, status });
    const { noRate, total } = totalsOf(contents.lines, contents.extras);
    if (noRate > 0) return refuse('rates_missing', { extensions: { visits: noRate } });
    const current = versionOf(contents);
    if (current !== version) return refuse('sheet_changed', { extensions: { total, version: current } });
    await insertLines(tx, month, contents.lines);
    return saveChange(tx, { month, contents, action: 'approved', before: status });
  });
}

/** Makes an approved sheet a draft again. Its lines are forgotten; the history keeps their total. */
export function reopenSheet(
  ctx: ContextOf<'admin'>,
  month: Month,
  { reason }: { readonly reason: string },
): Promise<Sheet | Refusal<'not_approved' | 'sheet_locked' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const status = await lockSheetRow(tx, month);
    const refused = whyNotDecidable(status);
    if (refused !== null) return refuseNow(tx, month, refused);
    const contents = await readPayMonth(tx, { month, status });
    await deleteLines(tx, month);
    return saveChange(tx, { month, contents, action: 'reopened', before: status, reason });
  });
}

/** Locks an approved sheet for good: the database refuses any later change. */
export function lockSheet(
  ctx: ContextOf<'admin'>,
  month: Month,
): Promise<Sheet | Refusal<'not_approved' | 'sheet_locked' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const status = await lockSheetRow(tx, month);
    const refused = whyNotDecidable(status);
    if (refused !== null) return refuseNow(tx, month, refused);
    const contents = await readPayMonth(tx, { month, status });
    return saveChange(tx, { month, contents, action: 'locked', before: status });
  });
}

interface Change {
  readonly month: Month;
  /** The sheet as it is approved, reopened or locked. */
  readonly contents: PayMonth;
  readonly action: SheetAction;
  readonly before: SheetStatus;
  readonly reason?: string;
}

async function saveChange(tx: Tx<ContextOf<'admin'>['actor']>, change: Change): Promise<Sheet> {
  const { month, contents, action, before, reason = '' } = change;
  const after = statusAfter(action);
  const totals = totalsOf(contents.lines, contents.extras);
  const now = tx.clock.now().toString();
  const first = firstDayOf(month).toString();
  await tx.db
    .insertInto('pay_sheet_change')
    .values({
      id: tx.newID(),
      month: first,
      action,
      reason,
      total: totals.total,
      changedBy: tx.actor.id,
      createdAt: now,
    })
    .execute();
  const cleaners = countCleaners(contents);
  const { visits, paidMinutes: paidMinutes, total } = totals;
  const frozen = { cleaners, visits, paidMinutes, total };
  const none = { cleaners: null, visits: null, paidMinutes: null, total: null };
  await tx.db
    .updateTable('pay_sheet')
    .set({ status: after, updatedAt: now, ...(after === 'draft' ? none : frozen) })
    .where('month', '=', first)
    .execute();
  const subject = { kind: 'pay-sheet', id: month };
  await audit(tx, {
    action: `pay-sheet.${action}`,
    subject,
    before: { status: before, ...(before !== 'draft' && frozen) },
    after: { status: after, ...(after !== 'draft' && frozen) },
    ...(reason !== '' && { reason }),
  });
  const next = after === 'draft' ? await readPayMonth(tx, { month, status: after }) : contents;
  return saveIdempotentReply(tx, await toSheet(tx, { month, status: after, contents: next }));
}
