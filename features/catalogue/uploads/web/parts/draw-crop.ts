import { PHOTO_WIDTH } from '#platform/kernel/pictures.ts';

/** px of the photo, from its top left corner. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.9;

/** The chosen square as a JPEG of at most the largest size that is shown: little to send where the signal is weak. */
export async function drawCrop(photoUrl: string, { x, y, width, height }: CropArea): Promise<Blob> {
  const photo = new Image();
  photo.src = photoUrl;
  await photo.decode();
  const side = Math.max(1, Math.round(Math.min(width, PHOTO_WIDTH)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws no pictures.');
  pen.fillStyle = '#fff'; // a photo without a background keeps none as JPEG
  pen.fillRect(0, 0, side, side);
  pen.drawImage(photo, x, y, width, height, 0, 0, side, side);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be drawn.'))),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}
