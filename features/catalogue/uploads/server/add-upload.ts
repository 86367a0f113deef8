import type { z } from 'zod';
import type { SignedIn } from '#platform/kernel/actor.ts';
import {
  LOGO_FORMAT,
  PICTURE_FORMATS,
  type PictureFile,
  pictureUrl,
  widthsOf,
} from '#platform/kernel/pictures.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { encodeLogo } from '#platform/server/pictures/encode-logo.ts';
import {
  type EncodedFile,
  type EncodedPicture,
  encodePicture,
  type PictureFault,
  TYPES,
} from '#platform/server/pictures/encode-picture.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { throttle } from '#platform/server/throttle.ts';
import type { uploadReply } from '../contract.ts';

type Uploaded = z.output<typeof uploadReply>;

/** Enough for someone who fills the whole site with pictures in an hour. */
const MAX_AN_HOUR = 100;

const FAULTS = {
  wrong_kind: refuse('not_a_photo'),
  too_many_pixels: refuse('too_many_pixels'),
  damaged: refuse('photo_damaged'),
} satisfies Record<PictureFault, Refusal>;
const LOGO_FAULTS = { ...FAULTS, wrong_kind: refuse('not_a_logo') } satisfies Record<PictureFault, Refusal>;

/** Checked before the file is read. */
export function limitUploads(ctx: Context<SignedIn<'admin' | 'cleaner'>>) {
  return throttle(ctx, {
    key: `upload:${ctx.actor.id}`,
    most: MAX_AN_HOUR,
    per: Temporal.Duration.from({ hours: 1 }),
  });
}

/**
 * Re-encodes a picture, inserts its row, then stores its files. If storing fails, the row remains but cannot be used by
 * a record; the cron job deletes it with any files.
 */
export async function addUpload(ctx: Context<SignedIn<'admin' | 'cleaner'>>, bytes: Uint8Array) {
  const picture = await encodePicture(bytes);
  if (typeof picture === 'string') return FAULTS[picture];
  const id = await store(ctx, picture);
  return isRefusal(id) ? id : replyOf(id, picture);
}

/** As addUpload, for a logo, which may also be an SVG: one PNG. */
export async function addLogo(ctx: Context<SignedIn<'admin'>>, bytes: Uint8Array) {
  const picture = await encodeLogo(bytes);
  if (typeof picture === 'string') return LOGO_FAULTS[picture];
  const id = await store(ctx, picture);
  if (isRefusal(id)) return id;
  const { width, height } = picture;
  return { id, url: pictureUrl({ id, width, format: LOGO_FORMAT }), width, height };
}

async function store(ctx: Context<SignedIn>, picture: EncodedPicture) {
  const id = await writeDown(ctx, picture);
  if (isRefusal(id)) return id;
  try {
    await storeFiles(ctx.providers.files, id, picture.files);
  } catch (error) {
    ctx.log.error({ err: error, wake: true }, 'failed to store upload');
    return refuse('unavailable');
  }
  const stored = { storedAt: ctx.clock.now().toString() };
  await ctx.db.updateTable('upload').set(stored).where('id', '=', id).execute();
  return id;
}

function writeDown(ctx: Context<SignedIn>, { width, height }: EncodedPicture) {
  return inTransaction(ctx, async (tx) => {
    const id = tx.newID();
    const now = tx.clock.now().toString();
    await tx.db
      .insertInto('upload')
      .values({ id, width, height, addedBy: tx.actor.id, createdAt: now, unusedSince: now })
      .execute();
    await audit(tx, { action: 'upload.added', subject: { kind: 'upload', id }, after: { width, height } });
    return id;
  });
}

function replyOf(id: string, { width, height }: EncodedPicture): Uploaded {
  const sizes = widthsOf(width).map((size) => ({
    width: size,
    url: pictureUrl({ id, width: size, format: 'webp' }),
  }));
  return { id, url: pictureUrl({ id, width, format: 'jpg' }), width, height, sizes };
}

/** The key of a picture's file in the file store. */
export function keyOf({ id, width, format }: PictureFile): string {
  return `${id}-${width}.${format}`;
}

async function storeFiles(store: FileStore, id: string, files: readonly EncodedFile[]): Promise<void> {
  for (const { bytes, ...file } of files)
    await store.put(keyOf({ id, ...file }), { bytes, type: TYPES[file.format] });
}

/** The keys of all files that a picture of this width can have. */
export function filesOfUpload({ id, width }: { id: string; width: number }): string[] {
  const logo = keyOf({ id, width, format: LOGO_FORMAT });
  const sizes = widthsOf(width).flatMap((size) =>
    PICTURE_FORMATS.map((format) => keyOf({ id, width: size, format })),
  );
  return [...sizes, logo];
}

/** Deletes all files of a picture, whether they exist or not. */
export async function removeFiles(store: FileStore, upload: { id: string; width: number }) {
  for (const key of filesOfUpload(upload)) await store.remove(key);
}
