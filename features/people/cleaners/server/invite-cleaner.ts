import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { CleanerReply } from '../cleaner-shapes.ts';
import { CLEANER_INVITED, INVITED_AGAIN_AFTER_MINUTES } from '../rules/messages.ts';
import { readCleaner } from './cleaner-record.ts';
import { lockCleaners } from './lock-cleaners.ts';

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
    await tx.db.updateTable('cleaner').set({ invited_at: now.toString() }).where('id', '=', id).execute();
    const { firstname, mobile } = before;
    await sendKind(tx, CLEANER_INVITED, { to: { mobile }, cleanerId: id, data: { firstname } });
    await audit(tx, { action: 'cleaner.invited', subject: { kind: 'cleaner', id } });
    return saveIdempotentReply(tx, await readCleaner(tx, id));
  });
}

function isRecent(invited: Temporal.Instant, now: Temporal.Instant): boolean {
  const again = invited.add({ minutes: INVITED_AGAIN_AFTER_MINUTES });
  return Temporal.Instant.compare(now, again) < 0;
}
