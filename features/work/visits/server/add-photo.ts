import type { z } from 'zod';
import { changePicture, VISIT_PHOTO } from '#features/catalogue/uploads/server/index.ts';
import { findVisibleJob, type JobRow, lockJob } from '#features/work/jobs/server/index.ts';
import { dayBounds, dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { addVisitPhoto, VisitRecord } from '../contract/visit-day.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { type NotAddable, whyNotAddable } from '../rules/photos.ts';
import { addPhoto as addAction } from '../rules/policy.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';
import { readVisitRecord } from './visit-record.ts';

type Sent = z.output<typeof addVisitPhoto.body>;
type NotAdded = Refusal<NotAddable | 'not_found' | 'invalid' | 'not_changeable' | 'unavailable'>;

/**
 * Adds a photo taken by a crew member. Idempotent by the id that the phone generated; a photo that was removed
 * meanwhile stays removed.
 */
export function addPhoto(ctx: Context, jobId: string, sent: Sent): Promise<VisitRecord | NotAdded> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const job = await findVisibleJob(tx, jobId);
    if (isRefusal(job)) return job;
    if (job.trashed_at !== null) return refuse('not_changeable');
    const cleanerId = ownIdFor(tx.actor, addAction);
    if (cleanerId === null || !job.crew.some((member) => member.id === cleanerId)) return refuse('not_found');
    const earlier = await findPhoto(tx, sent.photoID);
    if (earlier === undefined) {
      const refusal = await save(tx, job, { ...sent, cleanerId });
      if (refusal !== null) return refusal;
    } else if (earlier.job_id !== jobId || earlier.cleaner_id !== cleanerId) return refuse('not_found');
    const reply = await readVisitRecord(tx, jobId);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

async function save(
  tx: Tx,
  job: JobRow,
  photo: Sent & { readonly cleanerId: string },
): Promise<Refusal<NotAddable | 'invalid'> | null> {
  const now = tx.clock.now();
  const takenAt = happenedAt(readSentTime(tx, photo.at), now);
  if (takenAt === null) return refuseField('at', IN_THE_FUTURE);
  const reason = whyNotAddable(await visitOf(tx, job), takenAt, now);
  if (reason !== null) return refuse(reason);
  const of = { kind: VISIT_PHOTO, id: photo.photoID };
  const unusable = await changePicture(tx, { before: '', after: photo.url, of, path: 'url' });
  if (unusable !== null) return unusable;
  const { photoID, kind, url, cleanerId } = photo;
  await tx.db
    .insertInto('visit_photo')
    .values({
      id: photoID,
      job_id: job.id,
      kind,
      cleaner_id: cleanerId,
      url,
      taken_at: takenAt.toString(),
      received_at: now.toString(),
    })
    .execute();
  const subject = { kind: 'job', id: job.id };
  await audit(tx, { action: 'job.photo-added', subject, after: { photoID, kind } });
  return null;
}

async function visitOf(tx: Tx, job: JobRow) {
  const zone = tx.config.BUSINESS_TZ;
  const { photos } = await tx.db
    .selectFrom('visit_photo')
    .select(({ fn }) => fn.countAll<number>().as('photos'))
    .where('job_id', '=', job.id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    status: job.status,
    dayStart: dayBounds(dayOf(readDatabaseTime(job.starts_at), zone), zone).start,
    end: readDatabaseTime(job.ends_at),
    photos: Number(photos),
  };
}

/** Includes removed photos. */
export function findPhoto(tx: Tx, id: string) {
  return tx.db
    .selectFrom('visit_photo')
    .select(['id', 'job_id', 'cleaner_id', 'url', 'kind', 'taken_at', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}
