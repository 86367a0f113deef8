import { PICTURE_FORMATS, type PictureFile, widthsOf } from '#platform/kernel/pictures.ts';
import { type EncodedFile, TYPES } from '#platform/server/pictures/encode-picture.ts';
import type { FileStore } from '#platform/server/providers/files.ts';

/** Where a file of a picture lies in the store. */
export function keyOf({ id, width, format }: PictureFile): string {
  return `${id}-${width}.${format}`;
}

export async function storeFiles(store: FileStore, id: string, files: readonly EncodedFile[]): Promise<void> {
  for (const { bytes, ...file } of files)
    await store.put(keyOf({ id, ...file }), { bytes, type: TYPES[file.format] });
}

/** All files of a picture, whether they had been stored or not. */
export async function removeFiles(store: FileStore, { id, width }: { id: string; width: number }) {
  for (const size of widthsOf(width))
    for (const format of PICTURE_FORMATS) await store.remove(keyOf({ id, width: size, format }));
}
