import { PHOTO_WIDTH } from '#platform/kernel/pictures.ts';

const QUALITY = 0.85;

/**
 * A photo as it is shown, 100 to 200 kB instead of several megabytes: little to store, and little to send
 * where the signal is weak. Drawn anew, so that neither place nor camera go along.
 * @throws where the browser cannot read the file
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, PHOTO_WIDTH / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws no pictures.');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be drawn.'))),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}
