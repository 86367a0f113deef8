import type { z } from 'zod';
import { changePicture } from '#features/catalogue/uploads/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { sendKind } from '#platform/server/messages.ts';
import { columnsOf } from '#platform/server/plain-record.ts';
import { type CleanerReply, profileFields } from '../cleaner-shapes.ts';
import type { createBody } from '../contract.ts';
import { changeWeek } from '../rules/week.ts';
import { CLEANER_INVITED, INVITED_AGAIN_AFTER_MINUTES } from '../texts/messages.ts';
import { readCleaner } from './cleaner-record.ts';
import { cleanerTimes } from './cleaner-times.ts';
import { lockCleaners } from './lock-cleaners.ts';
import { locate, saveRegions, saveWeek, savingRefusals } from './save-cleaner.ts';

/** Creates a cleaner; by default with days off only, all regions and no time off. */
export function createCleaner(
  ctx: Context,
  sent: z.output<typeof createBody>,
): Promise<CleanerReply | Refusal<'invalid' | 'mobile_in_use' | 'unavailable'>> {
  return inTransaction(
    ctx,
    async (tx) => {
      const { week, errors } = changeWeek({}, sent);
      const id = tx.newID();
      const change = { before: {}, after: week, unavailableDates: sent.unavailableDates };
      const times = await cleanerTimes(tx).decideChange(tx, id, change);
      if (errors.length + times.errors.length > 0)
        return refuse('invalid', { errors: [...errors, ...times.errors] });

      const photo = { before: '', after: sent.profilePhoto, of: { kind: 'cleaner', id } };
      const refused = await changePicture(tx, { ...photo, path: 'profilePhoto' });
      if (refused) return refused;

      const now = tx.clock.now().toString();
      const located = sent.postal === '' ? {} : await locate(tx, sent);
      await tx.db
        .insertInto('cleaner')
        .values({ id, createdAt: now, updatedAt: now, ...columnsOf(profileFields, { ...sent, ...located }) })
        .execute();
      await saveWeek(tx, id, week);
      await saveRegions(tx, id, sent.regionIDs ?? []);
      await times.save();
      await cleanerTimes(tx).onJoined(tx, id);
      const cleaner = await readCleaner(tx, id);
      await audit(tx, { action: 'cleaner.created', subject: { kind: 'cleaner', id }, after: cleaner });
      return cleaner;
    },
    savingRefusals,
  );
}

/** Sends a cleaner the SMS that they can sign in, unless it was sent in the last minutes. */
export function inviteCleaner(
  ctx: Context,
  id: string,
): Promise<CleanerReply | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const [found] = await lockCleaners(tx, [id]);
    if (found === undefined) return refuse('not_found');
    const before = await readCleaner(tx, id);
    const now = tx.clock.now();
    if (before.invitedAt !== null && isRecent(readDatabaseTime(before.invitedAt), now)) {
      noChange(tx);
      return saveIdempotentReply(tx, before);
    }
    await tx.db.updateTable('cleaner').set({ invitedAt: now.toString() }).where('id', '=', id).execute();
    const { firstname, mobile } = before;
    await sendKind(tx, CLEANER_INVITED, { to: { mobile }, cleanerID: id, data: { firstname } });
    await audit(tx, { action: 'cleaner.invited', subject: { kind: 'cleaner', id } });
    return saveIdempotentReply(tx, await readCleaner(tx, id));
  });
}

function isRecent(invited: Temporal.Instant, now: Temporal.Instant): boolean {
  const again = invited.add({ minutes: INVITED_AGAIN_AFTER_MINUTES });
  return Temporal.Instant.compare(now, again) < 0;
}
