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

/** Deletes all files of a picture, whether they exist or not. */
export async function removeFiles(store: FileStore, { id, width }: { id: string; width: number }) {
  for (const size of widthsOf(width))
    for (const format of PICTURE_FORMATS) await store.remove(keyOf({ id, width: size, format }));
}
