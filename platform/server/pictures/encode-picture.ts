import type { Sharp, SharpOptions } from 'sharp';
import { LARGEST_WIDTH, PICTURE_FORMATS, type PictureFormat, widthsOf } from '../../kernel/pictures.ts';
import { pictureKind } from './picture-kind.ts';
import { createTurnstile } from './turnstile.ts';

/** Larger than phone pictures as browsers send them; each pixel takes four bytes when decoded. */
const MAX_PIXELS = 40_000_000;
/**
 * px: three times the width of a photo. Taller pictures are scaled down further, so that they cost no more to encode.
 */
const LARGEST_HEIGHT = 2880;
const LONGEST_S = 10;
const JPEG_END = Buffer.from([0xff, 0xd9]);
/** One thread each, which leaves processor time for other requests. */
const MAX_CONCURRENT = 2;
/** For everything that renders pictures. */
export const turnstile = createTurnstile(MAX_CONCURRENT);

export interface EncodedFile {
  readonly width: number;
  readonly format: PictureFormat;
  readonly bytes: Uint8Array;
}

export interface EncodedPicture {
  readonly width: number;
  readonly height: number;
  readonly files: readonly EncodedFile[];
}

/** Why a picture was rejected: another file type, too many pixels, or damaged. */
export type PictureFault = 'wrong_kind' | 'too_many_pixels' | 'damaged';

export const TYPES: Readonly<Record<PictureFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/**
 * Re-encodes a picture in all sizes and formats: upright, in sRGB, without any metadata (location, camera, hidden
 * text). Two at a time, on separate threads.
 */
export function encodePicture(bytes: Uint8Array): Promise<EncodedPicture | PictureFault> {
  return turnstile(() => encode(bytes));
}

/**
 * Fails when the native library is missing or was built for another platform. Called at startup in production, because
 * the first picture may be uploaded days later.
 */
export async function checkPictureLibrary(
  load: () => Promise<unknown> = () => import('sharp'),
): Promise<void> {
  try {
    await load();
  } catch (cause) {
    throw new Error(
      `The picture library sharp cannot be loaded for ${process.platform}-${process.arch}, so photos could not be uploaded. ` +
        'Install the packages again on this machine with npm ci, without --omit=optional.',
      { cause },
    );
  }
}

async function encode(bytes: Uint8Array): Promise<EncodedPicture | PictureFault> {
  const kind = pictureKind(bytes);
  if (kind === null) return 'wrong_kind';
  const { default: sharp } = await import('sharp'); // a native library: loaded only by processes that receive pictures
  sharp.concurrency(1);
  sharp.cache(false);
  const open = (from: Uint8Array, options: SharpOptions = {}) =>
    sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options }).timeout({
      seconds: LONGEST_S,
    });
  const said = await open(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null); // not a picture, despite its first bytes
  if (said?.format !== kind) return 'damaged';
  if (said.width * said.height > MAX_PIXELS) return 'too_many_pixels';
  const decode = (from: Uint8Array, options: SharpOptions = {}) =>
    open(from, options)
      .autoOrient()
      .resize({ width: LARGEST_WIDTH, height: LARGEST_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' }) // JPEG has no transparency
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => null); // the error does not distinguish damage from an attack
  // Some phones and messengers leave out a JPEG's end mark. With it, a whole picture has no warnings; half of one has.
  const ended = async () =>
    kind === 'jpeg' ? decode(Buffer.concat([bytes, JPEG_END]), { failOn: 'warning' }) : null;
  const upright = (await decode(bytes)) ?? (await ended());
  if (upright === null) return 'damaged';
  const { info, data } = upright;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: EncodedFile[] = [];
  for (const size of widthsOf(info.width)) {
    const drawn = open(data, { raw }).resize({ width: size });
    for (const format of PICTURE_FORMATS)
      files.push({ width: size, format, bytes: await written(drawn.clone(), format) });
  }
  return { width: info.width, height: info.height, files };
}

function written(drawn: Sharp, format: PictureFormat): Promise<Uint8Array> {
  if (format === 'avif') return drawn.avif({ quality: 55, effort: 2 }).toBuffer();
  if (format === 'webp') return drawn.webp({ quality: 80 }).toBuffer();
  return drawn.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}
