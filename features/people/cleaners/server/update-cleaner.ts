import type { z } from 'zod';
import { changePicture } from '#features/catalogue/uploads/server/index.ts';
import {
  afterMobileChange,
  checkCode,
  checkFreshSignIn,
  mobileAwaited,
  requestCode,
} from '#features/people/accounts/server/index.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { columnsOf } from '#platform/server/plain-record.ts';
import { auditChange } from '#platform/server/records.ts';
import { type CleanerReply, profileFields } from '../cleaner-shapes.ts';
import { OWN_FIELDS, type updateBody } from '../contract.ts';
import { changeCleaner, changeWholeCleaner } from '../rules/policy.ts';
import { changeWeek, weekFromFields } from '../rules/week.ts';
import { type AdminOrCleaner, findCleaner, readCleaner } from './cleaner-record.ts';
import { cleanerTimes } from './cleaner-times.ts';
import { lockCleaners } from './lock-cleaners.ts';
import { locate, saveRegions, saveWeek, savingRefusals } from './save-cleaner.ts';

type UpdateSent = z.output<typeof updateBody>;

/**
 * Changes the sent fields. Hours and time off that conflict with booked jobs are saved only if acknowledged.
 */
export function updateCleaner(
  ctx: Context<AdminOrCleaner>,
  id: string,
  body: UpdateSent,
): Promise<
  CleanerReply | Refusal<'invalid' | 'mobile_in_use' | 'breaks_jobs' | 'not_found' | 'unavailable'>
> {
  return inTransaction(
    ctx,
    async (tx) => {
      await lockCleaners(tx, [id]);
      const before = may(tx.actor, changeCleaner, { cleaner: id }) ? await findCleaner(tx, id) : null;
      if (before === null) return refuse('not_found');
      const sent = may(tx.actor, changeWholeCleaner) ? body : ownPart(body);
      const foreign = changedBeyond(sent, body, before);
      if (foreign.length > 0) {
        return refuse('invalid', { errors: foreign.map((path) => ({ path, message: OFFICE_ONLY })) });
      }
      const weekBefore = weekFromFields(before);
      const { week, errors } = changeWeek(weekBefore, sent);
      const change = { before: weekBefore, after: week, unavailableDates: sent.unavailableDates };
      const times = await cleanerTimes(tx).decideChange(tx, id, change);
      if (errors.length + times.errors.length > 0)
        return refuse('invalid', { errors: [...errors, ...times.errors] });
      if (!sent.acknowledge && times.jobs.length > 0)
        return refuse('breaks_jobs', { extensions: { jobs: times.jobs } });

      const refused = await changePhoto(tx, before, sent.profilePhoto);
      if (refused) return refused;

      // Only the sent fields: concurrent changes by others stay.
      const columns = columnsOf(profileFields, { ...sent, ...(await locate(tx, sent)) });
      await tx.db
        .updateTable('cleaner')
        .set({ ...columns, updatedAt: tx.clock.now().toString() })
        .where('id', '=', id)
        .execute();
      await saveWeek(tx, id, week);
      if (sent.regionIDs !== undefined) await saveRegions(tx, id, sent.regionIDs);
      await times.save();
      if ((sent.mobile ?? before.mobile) !== before.mobile)
        await afterMobileChange(tx, { role: 'cleaner', id }, before.mobile);
      const after = await readCleaner(tx, id);
      // Derived fields, which do not count as changes.
      const { fullname, updatedAt } = before;
      await auditChange(tx, { kind: 'cleaner', id }, before, { ...after, fullname, updatedAt });
      return after;
    },
    savingRefusals,
  );
}

/** A photo must be one of our uploads. */
async function changePhoto(tx: Tx, { id, profilePhoto: before }: CleanerReply, after = before) {
  return changePicture(tx, { before, after, of: { kind: 'cleaner', id }, path: 'profilePhoto' });
}

const OFFICE_ONLY = 'Only the office can change this.';

/** The changed fields that this actor may not change. */
function changedBeyond(own: UpdateSent, sent: UpdateSent, before: CleanerReply): string[] {
  const stored: Readonly<Record<string, unknown>> = before;
  return Object.entries(sent).flatMap(([name, value]) =>
    name in own || name === 'acknowledge' || JSON.stringify(value) === JSON.stringify(stored[name])
      ? []
      : [name],
  );
}

function ownPart(sent: UpdateSent): UpdateSent {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => OWN_FIELDS.includes(name)));
}

const purpose = 'change-mobile';

/**
 * Sends a code to the new number; nothing changes until it is confirmed. Like customers, cleaners first prove
 * that they hold the old number, because an unlocked phone may be in someone else's hands.
 */
export async function requestNewMobile(
  ctx: Context<AdminOrCleaner>,
  cleanerID: string,
  { mobile, otp }: { readonly mobile: string; readonly otp?: string | number | undefined },
) {
  const cleaner = await findChangeable(ctx, cleanerID);
  if (cleaner === null) return refuse('not_found');
  const isOwn = ownIDFor(ctx.actor, changeCleaner) !== null;
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
  return requestCode(ctx, { purpose, mobile, send: true, owner: null, accountID: cleanerID });
}

/**
 * Moves the cleaner to the number that the code was sent to, notifies the old one and ends other sessions.
 */
export async function verifyNewMobile(ctx: Context<AdminOrCleaner>, cleanerID: string, otp: string) {
  if ((await findChangeable(ctx, cleanerID)) === null) return refuse('not_found');
  const mobile = await mobileAwaited(ctx, purpose, cleanerID);
  if (mobile === null) return refuse('otp_expired');
  const checked = await checkCode(ctx, { purpose, mobile, otp, owner: null, accountID: cleanerID });
  if (isRefusal(checked)) return checked;
  return inTransaction(ctx, (tx) => moveToMobile(tx, cleanerID, mobile), savingRefusals);
}

/** Saves the new number and applies its consequences. */
export async function moveToMobile(tx: Tx, cleanerID: string, mobile: string) {
  const cleaner = tx.db.selectFrom('cleaner').select('mobile').where('id', '=', cleanerID).forNoKeyUpdate();
  const before = await cleaner.executeTakeFirstOrThrow();
  const changed = { mobile, updatedAt: tx.clock.now().toString() };
  await tx.db.updateTable('cleaner').set(changed).where('id', '=', cleanerID).execute();
  await afterMobileChange(tx, { role: 'cleaner', id: cleanerID }, before.mobile);
  await auditChange(tx, { kind: 'cleaner', id: cleanerID }, before, { mobile });
  return { id: cleanerID, mobile };
}

/** The office may change any cleaner's number, cleaners their own. */
async function findChangeable(ctx: Context<AdminOrCleaner>, cleanerID: string) {
  if (!may(ctx.actor, changeCleaner, { cleaner: cleanerID })) return null;
  const cleaner = ctx.db.selectFrom('cleaner').select('mobile').where('id', '=', cleanerID);
  return (await cleaner.where('trashedAt', 'is', null).executeTakeFirst()) ?? null;
}
