import { adminNames } from '#features/people/accounts/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { firstDayOf, type Month, monthName } from '../rules/month.ts';

type NotNow = 'not_draft' | 'not_approved' | 'sheet_locked';

/** Refuses what the state of a sheet does not allow, with who has approved or locked it. */
export async function refuseNow<Code extends NotNow>(
  tx: Tx,
  month: Month,
  code: Code,
): Promise<Refusal<Code>> {
  if (code === 'not_approved') return refuse(code);
  const last = await tx.db
    .selectFrom('pay_sheet_change')
    .select(['changedBy'])
    .where('month', '=', firstDayOf(month).toString())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const name = last && (await adminNames(tx, [last.changedBy])).get(last.changedBy);
  if (name === undefined) return refuse(code);
  const done =
    code === 'not_draft'
      ? `${name} has already approved ${monthName(month)}. Reopen it before you change it.`
      : `${name} has locked ${monthName(month)}. Correct it with an extra or a deduction in a later month.`;
  return refuse(code, { detail: done });
}
