import { LOGO_FORMAT, pictureUrl, readPictureUrl } from '#platform/kernel/pictures.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { useUpload } from '../rules/policy.ts';
import { isPrivate } from '../rules/private-pictures.ts';
import { removeFiles } from './add-upload.ts';

interface PictureChange {
  /** Picture URLs, or '' for none. A URL that is not an upload may stay, but cannot be added. */
  readonly before: string;
  readonly after: string;
  /** The record that uses the picture. */
  readonly of: { readonly kind: string; readonly id: string };
  /** The field's path, for the refusal. */
  readonly path: string;
}

/**
 * Replaces a record's picture, in the transaction that saves its URL. The earlier one is deleted by the cron job after
 * a day; a private one is no longer served at once.
 */
export async function changePicture(tx: Tx, change: PictureChange): Promise<Refusal<'invalid'> | null> {
  const { before, after, of, path } = change;
  if (before === after) return null;
  if (after !== '' && !(await takeUpload(tx, after, of)))
    return refuseField(path, 'Upload this photo again.');
  await releaseUpload(tx, before, of);
  return null;
}

/**
 * Claims pictures for something that shows many and releases none, such as the site with its earlier versions.
 * Idempotent for pictures it already owns.
 *
 * @returns those that cannot be claimed: not an upload, someone else's, or deleted.
 */
export async function keepPictures(
  tx: Tx,
  urls: readonly string[],
  of: PictureChange['of'],
): Promise<string[]> {
  const gone: string[] = [];
  // In a fixed order, to avoid deadlocks between transactions that claim the same pictures.
  for (const url of [...new Set(urls)].toSorted())
    if (!(await isKeptBy(tx, url, of)) && !(await takeUpload(tx, url, of))) gone.push(url);
  return gone;
}

async function isKeptBy(tx: Tx, url: string, of: PictureChange['of']): Promise<boolean> {
  const row = await tx.db
    .selectFrom('upload')
    .select('id')
    .where('id', '=', readPictureUrl(url)?.id ?? null)
    .where('usedByKind', '=', of.kind)
    .where('usedByID', '=', of.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the picture is not an upload, is someone else's, or is about to be deleted. */
async function takeUpload(tx: Tx, url: string, of: PictureChange['of']): Promise<boolean> {
  const file = readPictureUrl(url);
  if (file === null) return false;
  const upload = await tx.db
    .selectFrom('upload')
    .select(['id', 'width', 'addedBy', 'storedAt', 'removedAt', 'usedByID'])
    .where('id', '=', file.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (upload === undefined || upload.storedAt === null || upload.removedAt !== null) return false;
  if (upload.usedByID !== null || !may(tx.actor, useUpload, { cleaner: upload.addedBy })) return false;
  const format = file.format === LOGO_FORMAT ? LOGO_FORMAT : 'jpg';
  if (url !== pictureUrl({ id: upload.id, width: upload.width, format })) return false;
  await tx.db
    .updateTable('upload')
    .set({ usedByKind: of.kind, usedByID: of.id, unusedSince: null })
    .where('id', '=', upload.id)
    .execute();
  return true;
}

async function releaseUpload(tx: Tx, url: string, of: PictureChange['of']): Promise<void> {
  const file = readPictureUrl(url);
  if (file === null) return;
  const now = tx.clock.now().toString();
  await tx.db
    .updateTable('upload')
    .set({ usedByKind: null, usedByID: null, unusedSince: now })
    .$if(isPrivate(of.kind), (query) => query.set({ removedAt: now }))
    .where('id', '=', file.id)
    .where('usedByKind', '=', of.kind)
    .where('usedByID', '=', of.id)
    .execute();
}

/** The width of an upload by its height; 1 if it does not exist. */
export async function ratioOf({ db }: Context, url: string): Promise<number> {
  const id = readPictureUrl(url)?.id;
  if (id === undefined) return 1;
  const size = await db
    .selectFrom('upload')
    .select(['width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst();
  return size === undefined ? 1 : Math.round((size.width / size.height) * 100) / 100;
}

/** Gives someone who chose a photo a day to save the form. */
const KEPT_UNUSED = { hours: 24 };
/** Maximum per run; the rest follow in the next run, a minute later. */
const UPLOADS_PER_RUN = 50;

/**
 * Cron job: deletes unused uploads in steps: first the right to use them, then the files, last the row. Each step is
 * idempotent.
 */
export async function purgeUploads(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('upload')
    .set({ removedAt: now.toString() })
    .where('unusedSince', '<', now.subtract(KEPT_UNUSED).toString())
    .where('removedAt', 'is', null)
    .execute();
  const removed = await ctx.db
    .selectFrom('upload')
    .select(['id', 'width'])
    .where('removedAt', 'is not', null)
    .where('unusedSince', 'is not', null) // matches the partial index
    .orderBy('unusedSince')
    .limit(UPLOADS_PER_RUN)
    .execute();
  for (const upload of removed) {
    await removeFiles(ctx.providers.files, upload);
    await ctx.db.deleteFrom('upload').where('id', '=', upload.id).execute();
  }
}
