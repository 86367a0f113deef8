import { PHOTO_WIDTH } from '#platform/kernel/pictures.ts';

const QUALITY = 0.85;

/**
 * Re-encodes a photo at display size, 100 to 200 kB instead of several megabytes, which saves storage and upload time
 * on a weak network. Removes metadata such as location and camera.
 *
 * @throws if the browser cannot read the file
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, PHOTO_WIDTH / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('Canvas 2D is not supported');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('Failed to encode the photo'))),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}
