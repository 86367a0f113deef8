import {
  afterMobileChange,
  checkCode,
  checkFreshSignIn,
  mobileAwaited,
  requestCode,
} from '#features/people/accounts/server/index.ts';
import { may, ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import { changeCleaner } from '../rules/policy.ts';
import type { AdminOrCleaner } from './cleaner-record.ts';
import { savingRefusals } from './save-cleaner.ts';

const purpose = 'change-mobile';

/**
 * Sends a code to the new number; nothing changes until it is confirmed. Like customers, cleaners first prove
 * that they hold the old number, because an unlocked phone may be in someone else's hands.
 */
export async function requestNewMobile(
  ctx: Context<AdminOrCleaner>,
  cleanerId: string,
  { mobile, otp }: { readonly mobile: string; readonly otp?: string | number | undefined },
) {
  const cleaner = await findChangeable(ctx, cleanerId);
  if (cleaner === null) return refuse('not_found');
  const isOwn = ownIdFor(ctx.actor, changeCleaner) !== null;
  const unproven = isOwn
    ? await checkFreshSignIn(ctx, { role: 'cleaner', mobile: cleaner.mobile, otp })
    : null;
  if (unproven !== null) return unproven;
  const inUse = await ctx.db
    .selectFrom('cleaner')
    .select('id')
    .where('mobile', '=', mobile)
    .executeTakeFirst();
  if (inUse !== undefined) return savingRefusals.cleaner_mobile_key;
  return requestCode(ctx, { purpose, mobile, send: true, owner: null, accountId: cleanerId });
}

/**
 * Moves the cleaner to the number that the code was sent to, notifies the old one and ends other sessions.
 */
export async function verifyNewMobile(ctx: Context<AdminOrCleaner>, cleanerId: string, otp: string) {
  if ((await findChangeable(ctx, cleanerId)) === null) return refuse('not_found');
  const mobile = await mobileAwaited(ctx, purpose, cleanerId);
  if (mobile === null) return refuse('otp_expired');
  const checked = await checkCode(ctx, { purpose, mobile, otp, owner: null, accountId: cleanerId });
  if (isRefusal(checked)) return checked;
  return inTransaction(ctx, (tx) => moveToMobile(tx, cleanerId, mobile), savingRefusals);
}

/** Saves the new number and applies its consequences. */
export async function moveToMobile(tx: Tx, cleanerId: string, mobile: string) {
  const cleaner = tx.db.selectFrom('cleaner').select('mobile').where('id', '=', cleanerId).forNoKeyUpdate();
  const before = await cleaner.executeTakeFirstOrThrow();
  const changed = { mobile, updated_at: tx.clock.now().toString() };
  await tx.db.updateTable('cleaner').set(changed).where('id', '=', cleanerId).execute();
  await afterMobileChange(tx, { role: 'cleaner', id: cleanerId }, before.mobile);
  await auditChange(tx, { kind: 'cleaner', id: cleanerId }, before, { mobile });
  return { id: cleanerId, mobile };
}

/** The office may change any cleaner's number, cleaners their own. */
async function findChangeable(ctx: Context<AdminOrCleaner>, cleanerId: string) {
  if (!may(ctx.actor, changeCleaner, { cleaner: cleanerId })) return null;
  const cleaner = ctx.db.selectFrom('cleaner').select('mobile').where('id', '=', cleanerId);
  return (await cleaner.where('trashed_at', 'is', null).executeTakeFirst()) ?? null;
}
