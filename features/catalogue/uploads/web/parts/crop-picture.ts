import { PHOTO_WIDTH } from '#platform/kernel/pictures.ts';

/** px of the photo, from its top left corner. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.9;

/**
 * The chosen square as a JPEG, at most as large as the largest displayed size, to reduce the upload on a weak network.
 */
export async function cropPicture(photoUrl: string, { x, y, width, height }: CropArea): Promise<Blob> {
  const photo = new Image();
  photo.src = photoUrl;
  await photo.decode();
  const side = Math.max(1, Math.round(Math.min(width, PHOTO_WIDTH)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('Canvas 2D is not supported');
  pen.fillStyle = '#fff'; // JPEG has no transparency
  pen.fillRect(0, 0, side, side);
  pen.drawImage(photo, x, y, width, height, 0, 0, side, side);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('Failed to encode the photo'))),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}
