import type { z } from 'zod';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { cleanerCards, cleanerExists } from '#features/people/cleaners/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Extra } from '../contract/shapes.ts';
import type { addExtra as call } from '../contract.ts';
import { firstDayOf, type Month, monthOf } from '../rules/month.ts';
import type { ExtraKind } from '../rules/sheet.ts';
import { whyNotChangeable } from '../rules/states.ts';
import { refuseNow } from './refuse-now.ts';
import { lockSheetRow, monthText } from './sheet-row.ts';

type NewExtra = z.output<typeof call.body>;

/** What was added by hand to a month, oldest first. */
export function readExtraRows(ctx: Context, month: Month, cleanerID?: string) {
  return selectExtras(ctx)
    .where('pay_extra.month', '=', firstDayOf(month).toString())
    .$if(cleanerID !== undefined, (all) => all.where('pay_extra.cleanerID', '=', cleanerID ?? ''))
    .orderBy('pay_extra.createdAt')
    .orderBy('pay_extra.id')
    .execute();
}

export type ExtraRow = Awaited<ReturnType<typeof readExtraRows>>[number];

function selectExtras({ db }: Context) {
  return db
    .selectFrom('pay_extra')
    .leftJoin('job', 'job.id', 'pay_extra.jobID')
    .selectAll('pay_extra')
    .select(['job.number', monthText('pay_extra.month').as('monthText')]);
}

/** For replies; in the order of the rows. */
export async function toExtras(ctx: Context, rows: readonly ExtraRow[]): Promise<Extra[]> {
  const cards = await cleanerCards(ctx, [...new Set(rows.map((row) => row.cleanerID))]);
  const names = new Map(cards.map(({ id, fullname }) => [id, fullname]));
  const admins = await adminNames(ctx, [...new Set(rows.map((row) => row.createdBy))]);
  return rows.map((row) => ({
    id: row.id,
    cleaner: { id: row.cleanerID, fullname: names.get(row.cleanerID) ?? '' },
    kind: row.kind as ExtraKind,
    amount: row.amount,
    reason: row.reason,
    job: row.jobID === null || row.number === null ? null : { id: row.jobID, number: row.number },
    by: admins.get(row.createdBy) ?? '',
    createdAt: wireTime(row.createdAt),
  }));
}

/** Adds an extra, a tip or a deduction to a draft. */
export function addExtra(
  ctx: ContextOf<'admin'>,
  asked: NewExtra,
): Promise<Extra | Refusal<'not_draft' | 'sheet_locked' | 'invalid' | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const wrong = await whyInvalid(tx, asked);
    if (wrong !== null) return wrong;
    const status = await lockSheetRow(tx, asked.month);
    const refused = whyNotChangeable(status);
    if (refused !== null) return refuseNow(tx, asked.month, refused);
    const id = tx.newID();
    await tx.db
      .insertInto('pay_extra')
      .values({
        id,
        month: firstDayOf(asked.month).toString(),
        cleanerID: asked.cleanerID,
        kind: asked.kind,
        amount: asked.amount,
        reason: asked.reason,
        jobID: asked.jobID ?? null,
        createdBy: tx.actor.id,
        createdAt: tx.clock.now().toString(),
      })
      .execute();
    await audit(tx, { action: 'pay-extra.created', subject: { kind: 'pay-extra', id }, after: asked });
    const extra = await readExtra(tx, id);
    return isRefusal(extra) ? extra : saveIdempotentReply(tx, extra);
  });
}

/** Removes an extra from a draft. */
export function removeExtra(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<Extra | Refusal<'not_draft' | 'sheet_locked' | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await selectExtras(tx).where('pay_extra.id', '=', id).executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    const status = await lockSheetRow(tx, row.monthText);
    const refused = whyNotChangeable(status);
    if (refused !== null) return refuseNow(tx, row.monthText, refused);
    const before = await readExtra(tx, id);
    if (isRefusal(before)) return before;
    const { monthText: month, cleanerID, kind, amount, reason, jobID } = row;
    await tx.db.deleteFrom('pay_extra').where('id', '=', id).execute();
    await audit(tx, {
      action: 'pay-extra.removed',
      subject: { kind: 'pay-extra', id },
      before: { month, cleanerID, kind, amount, reason, jobID },
    });
    return saveIdempotentReply(tx, before);
  });
}

/** Found again under the sheet's lock: someone else may have removed it meanwhile. */
async function readExtra(tx: Tx, id: string): Promise<Extra | Refusal<'not_found'>> {
  const [extra] = await toExtras(tx, await selectExtras(tx).where('pay_extra.id', '=', id).execute());
  return extra ?? refuse('not_found');
}

async function whyInvalid(tx: Tx, { month, cleanerID, jobID }: NewExtra) {
  if (month > monthOf(tx.clock.now(), tx.config.BUSINESS_TZ))
    return refuseField('month', 'This month has not begun yet.');
  if (!(await cleanerExists(tx, cleanerID))) return refuseField('cleanerID', 'Choose a cleaner.');
  if (jobID === undefined) return null;
  const visit = await tx.db
    .selectFrom('job_crew')
    .select('jobID')
    .where('jobID', '=', jobID)
    .where('cleanerID', '=', cleanerID)
    .executeTakeFirst();
  return visit === undefined ? refuseField('jobID', 'Choose a visit of this cleaner.') : null;
}
