import { PICTURE_FORMATS, type PictureFile, widthsOf } from '#platform/kernel/pictures.ts';
import { type EncodedFile, TYPES } from '#platform/server/pictures/encode-picture.ts';
import type { FileStore } from '#platform/server/providers/files.ts';

/** The key of a picture's file in the file store. */
export function keyOf({ id, width, format }: PictureFile): string {
  return `${id}-${width}.${format}`;
}

export async function storeFiles(store: FileStore, id: string, files: readonly EncodedFile[]): Promise<void> {
  for (const { bytes, ...file } of files)
    await store.put(keyOf({ id, ...file }), { bytes, type: TYPES[file.format] });
}

/** The keys of all files that a picture of this width can have. */
export function filesOfUpload({ id, width }: { id: string; width: number }): string[] {
  return widthsOf(width).flatMap((size) =>
    PICTURE_FORMATS.map((format) => keyOf({ id, width: size, format })),
  );
}

/** Deletes all files of a picture, whether they exist or not. */
export async function removeFiles(store: FileStore, upload: { id: string; width: number }) {
  for (const key of filesOfUpload(upload)) await store.remove(key);
}
