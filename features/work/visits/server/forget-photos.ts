import { changePicture, signPictureUrl, VISIT_PHOTO } from '#features/catalogue/uploads/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { RETENTION_DAYS } from '../rules/photos.ts';

/** Maximum photos per run; the rest follow in the next run, a minute later. */
const AT_ONCE = 100;

/**
 * Photos show the inside of a home: they are deleted with the account, and automatically after the retention period.
 */
export const photoData: PersonalData = {
  tables: ['visit_photo'],

  async collect(ctx, { id }) {
    const photos = (await ofCustomer(ctx, id)).filter(({ url }) => url !== ''); // excluding removed ones
    return {
      'Photos of your home': photos.map((photo) => ({
        Taken: wireTime(photo.taken_at),
        When: photo.kind === 'before' ? 'Before the clean' : 'After the clean',
        'Address (works until the end of the next day)': signPictureUrl(ctx, photo.url, 'day'),
      })),
    };
  },

  async forget(tx, { id }) {
    await deletePhotos(tx, await ofCustomer(tx, id));
  },
};

function ofCustomer(ctx: Context, customerId: string) {
  return ctx.db
    .selectFrom('visit_photo')
    .innerJoin('job', 'job.id', 'visit_photo.job_id')
    .select(['visit_photo.id', 'visit_photo.url', 'visit_photo.kind', 'visit_photo.taken_at'])
    .where('job.customer_id', '=', customerId)
    .orderBy('visit_photo.taken_at')
    .execute();
}

/** Cron job: deletes photos after the retention period, including the rows of removed ones. */
export async function purgePhotos(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract({ hours: RETENTION_DAYS * 24 });
  await inTransaction(ctx, async (tx) => {
    const old = await tx.db
      .selectFrom('visit_photo')
      .select(['id', 'url'])
      .where('received_at', '<', limit.toString())
      .orderBy('received_at')
      .limit(AT_ONCE)
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
