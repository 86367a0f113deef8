import type { z } from 'zod';
import { changePicture, VISIT_PHOTO } from '#features/catalogue/uploads/server/index.ts';
import { findVisibleJob, lockJob } from '#features/work/jobs/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { removeVisitPhoto, VisitRecord } from '../contract/visit-day.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { removePhoto as removeAction } from '../rules/policy.ts';
import { findPhoto } from './add-photo.ts';
import { mayRemove } from './photo-rows.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';
import { readVisitRecord } from './visit-record.ts';

type NotRemoved = Refusal<'not_found' | 'invalid' | 'too_late_to_remove' | 'unavailable'>;

/** Removes a photo: it is no longer served, and its files are deleted within a minute. Idempotent. */
export function removePhoto(
  ctx: Context,
  jobId: string,
  { photoID, at: sent }: z.output<typeof removeVisitPhoto.body>,
): Promise<VisitRecord | NotRemoved> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const job = await findVisibleJob(tx, jobId);
    if (isRefusal(job)) return job;
    const photo = await findPhoto(tx, photoID);
    if (photo?.job_id !== jobId || !may(tx.actor, removeAction, { taker: photo.cleaner_id }))
      return refuse('not_found');
    const at = happenedAt(readSentTime(tx, sent), tx.clock.now());
    if (at === null) return refuseField('at', IN_THE_FUTURE);
    if (photo.removed_at === null && !mayRemove(tx, photo, at)) return refuse('too_late_to_remove');
    if (photo.removed_at === null) await remove(tx, photo);
    const reply = await readVisitRecord(tx, jobId);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

type Photo = NonNullable<Awaited<ReturnType<typeof findPhoto>>>;

async function remove(tx: Tx, { id, job_id: jobId, url, kind }: Photo): Promise<void> {
  const of = { kind: VISIT_PHOTO, id };
  await changePicture(tx, { before: url, after: '', of, path: 'url' });
  const removed = { url: '', removed_at: tx.clock.now().toString() };
  await tx.db.updateTable('visit_photo').set(removed).where('id', '=', id).execute();
  const subject = { kind: 'job', id: jobId };
  await audit(tx, { action: 'job.photo-removed', subject, before: { photoID: id, kind } });
}
