import { signPictureUrl } from '#features/catalogue/uploads/server/index.ts';
import { dayOf, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { VisitPhoto } from '../contract/visit-day.ts';
import { isRemovable } from '../rules/photos.ts';
import { addPhoto, removePhoto, removePhotoLater } from '../rules/policy.ts';

/** The current photos of a visit, by the time at which they were taken. */
export function photosOf(ctx: Context, jobID: string) {
  return ctx.db
    .selectFrom('visit_photo')
    .select(['id', 'kind', 'url', 'takenAt', 'cleanerID'])
    .where('jobID', '=', jobID)
    .where('removedAt', 'is', null)
    .orderBy('takenAt')
    .orderBy('id')
    .execute();
}

type PhotoRow = Awaited<ReturnType<typeof photosOf>>[number];

export function toPhoto(ctx: Context, row: PhotoRow): VisitPhoto {
  return {
    id: row.id,
    kind: row.kind === 'before' ? 'before' : 'after',
    url: signPictureUrl(ctx, row.url, periodFor(ctx)),
    takenAt: wireTime(row.takenAt),
    cleanerID: row.cleanerID,
    removable: mayRemove(ctx, row, ctx.clock.now()),
  };
}

/** A cleaner's phone, which may add photos, may be offline all day and show its cached replies. */
function periodFor({ actor }: Context): 'hour' | 'day' {
  return ownIDFor(actor, addPhoto) === null ? 'hour' : 'day';
}

/** Whether the actor may remove it at a given time: the cleaner who took it, or the office. */
export function mayRemove(
  ctx: Context,
  photo: Pick<PhotoRow, 'cleanerID' | 'takenAt'>,
  at: Temporal.Instant,
): boolean {
  if (!may(ctx.actor, removePhoto, { taker: photo.cleanerID })) return false;
  const zone = ctx.config.BUSINESS_TZ;
  const takenOn = dayOf(readDatabaseTime(photo.takenAt), zone);
  return isRemovable({ takenOn }, dayOf(at, zone), may(ctx.actor, removePhotoLater));
}
