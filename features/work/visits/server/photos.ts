import type { z } from 'zod';
import { changePicture, signPictureUrl, VISIT_PHOTO } from '#features/catalogue/uploads/server/index.ts';
import { findVisibleJob, type JobRow, lockJob } from '#features/work/jobs/server/index.ts';
import { dayBounds, dayOf, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { addVisitPhoto, removeVisitPhoto, VisitRecord } from '../contract/visit-day.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { type NotAddable, RETENTION_DAYS, whyNotAddable } from '../rules/photos.ts';
import { addPhoto as addAction, removePhoto as removeAction } from '../rules/policy.ts';
import { mayRemove } from './photo-rows.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';
import { readVisitRecord } from './visit-record.ts';

type Sent = z.output<typeof addVisitPhoto.body>;
type NotAdded = Refusal<NotAddable | 'not_found' | 'invalid' | 'not_changeable' | 'unavailable'>;

/**
 * Adds a photo taken by a crew member. Idempotent by the id that the phone generated; a photo that was removed
 * meanwhile stays removed.
 */
export function addPhoto(ctx: Context, jobID: string, sent: Sent): Promise<VisitRecord | NotAdded> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    if (job.trashedAt !== null) return refuse('not_changeable');
    const cleanerID = ownIDFor(tx.actor, addAction);
    if (cleanerID === null || !job.crew.some((member) => member.id === cleanerID)) return refuse('not_found');
    const earlier = await findPhoto(tx, sent.photoID);
    if (earlier === undefined) {
      const refusal = await save(tx, job, { ...sent, cleanerID });
      if (refusal !== null) return refusal;
    } else if (earlier.jobID !== jobID || earlier.cleanerID !== cleanerID) return refuse('not_found');
    const reply = await readVisitRecord(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

async function save(
  tx: Tx,
  job: JobRow,
  photo: Sent & { readonly cleanerID: string },
): Promise<Refusal<NotAddable | 'invalid'> | null> {
  const now = tx.clock.now();
  const takenAt = happenedAt(readSentTime(tx, photo.at), now);
  if (takenAt === null) return refuseField('at', IN_THE_FUTURE);
  const reason = whyNotAddable(await visitOf(tx, job), takenAt, now);
  if (reason !== null) return refuse(reason);
  const of = { kind: VISIT_PHOTO, id: photo.photoID };
  const unusable = await changePicture(tx, { before: '', after: photo.url, of, path: 'url' });
  if (unusable !== null) return unusable;
  const { photoID, kind, url, cleanerID } = photo;
  await tx.db
    .insertInto('visit_photo')
    .values({
      id: photoID,
      jobID: job.id,
      kind,
      cleanerID,
      url,
      takenAt: takenAt.toString(),
      receivedAt: now.toString(),
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
    .where('jobID', '=', job.id)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    status: job.status,
    dayStart: dayBounds(dayOf(readDatabaseTime(job.startsAt), zone), zone).start,
    end: readDatabaseTime(job.endsAt),
    photos: Number(photos),
  };
}

/** Includes removed photos. */
function findPhoto(tx: Tx, id: string) {
  return tx.db
    .selectFrom('visit_photo')
    .select(['id', 'jobID', 'cleanerID', 'url', 'kind', 'takenAt', 'removedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type NotRemoved = Refusal<'not_found' | 'invalid' | 'too_late_to_remove' | 'unavailable'>;

/** Removes a photo: it is no longer served, and its files are deleted within a minute. Idempotent. */
export function removePhoto(
  ctx: Context,
  jobID: string,
  { photoID, at: sent }: z.output<typeof removeVisitPhoto.body>,
): Promise<VisitRecord | NotRemoved> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    const photo = await findPhoto(tx, photoID);
    if (photo?.jobID !== jobID || !may(tx.actor, removeAction, { taker: photo.cleanerID }))
      return refuse('not_found');
    const at = happenedAt(readSentTime(tx, sent), tx.clock.now());
    if (at === null) return refuseField('at', IN_THE_FUTURE);
    if (photo.removedAt === null && !mayRemove(tx, photo, at)) return refuse('too_late_to_remove');
    if (photo.removedAt === null) await remove(tx, photo);
    const reply = await readVisitRecord(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

type Photo = NonNullable<Awaited<ReturnType<typeof findPhoto>>>;

async function remove(tx: Tx, { id, jobID, url, kind }: Photo): Promise<void> {
  const of = { kind: VISIT_PHOTO, id };
  await changePicture(tx, { before: url, after: '', of, path: 'url' });
  const removed = { url: '', removedAt: tx.clock.now().toString() };
  await tx.db.updateTable('visit_photo').set(removed).where('id', '=', id).execute();
  const subject = { kind: 'job', id: jobID };
  await audit(tx, { action: 'job.photo-removed', subject, before: { photoID: id, kind } });
}

/** Maximum photos per run; the rest follow in the next run, a minute later. */
const PHOTOS_PER_RUN = 100;

/**
 * Photos show the inside of a home: they are deleted with the account, and automatically after the retention period.
 */
export const photoData: PersonalData = {
  tables: ['visit_photo'],

  async collect(ctx, { id }) {
    const photos = (await ofCustomer(ctx, id)).filter(({ url }) => url !== ''); // excluding removed ones
    return {
      'Photos of your home': photos.map((photo) => ({
        Taken: wireTime(photo.takenAt),
        When: photo.kind === 'before' ? 'Before the clean' : 'After the clean',
        'Address (works until the end of the next day)': signPictureUrl(ctx, photo.url, 'day'),
      })),
    };
  },

  async forget(tx, { id }) {
    await deletePhotos(tx, await ofCustomer(tx, id));
  },
};

function ofCustomer(ctx: Context, customerID: string) {
  return ctx.db
    .selectFrom('visit_photo')
    .innerJoin('job', 'job.id', 'visit_photo.jobID')
    .select(['visit_photo.id', 'visit_photo.url', 'visit_photo.kind', 'visit_photo.takenAt'])
    .where('job.customerID', '=', customerID)
    .orderBy('visit_photo.takenAt')
    .execute();
}

/** Cron job: deletes photos after the retention period, including the rows of removed ones. */
export async function purgePhotos(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract({ hours: RETENTION_DAYS * 24 });
  await inTransaction(ctx, async (tx) => {
    const old = await tx.db
      .selectFrom('visit_photo')
      .select(['id', 'url'])
      .where('receivedAt', '<', limit.toString())
      .orderBy('receivedAt')
      .limit(PHOTOS_PER_RUN)
      .forUpdate()
      .skipLocked()
      .execute();
    await deletePhotos(tx, old);
  });
}

/** The uploads are no longer served, and their files are deleted within a minute. */
async function deletePhotos(tx: Tx, photos: readonly { readonly id: string; readonly url: string }[]) {
  if (photos.length === 0) return;
  for (const { id, url } of photos) {
    await changePicture(tx, { before: url, after: '', of: { kind: VISIT_PHOTO, id }, path: 'url' });
  }
  const ids = photos.map((photo) => photo.id);
  await tx.db.deleteFrom('visit_photo').where('id', 'in', ids).execute();
}

/** Deletes what was recorded on a visit that was only a test: checklist, photos, refused actions. */
export async function removeVisitRecords(tx: Tx, jobID: string): Promise<void> {
  const photos = await tx.db
    .selectFrom('visit_photo')
    .select(['id', 'url'])
    .where('jobID', '=', jobID)
    .execute();
  await deletePhotos(tx, photos);
  await tx.db.deleteFrom('refused_action').where('jobID', '=', jobID).execute();
  await tx.db.deleteFrom('job_checklist_item').where('jobID', '=', jobID).execute();
}
