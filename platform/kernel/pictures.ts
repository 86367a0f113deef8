/** Widths in px in which a picture is stored, plus its own width if that is smaller. */
const WIDTHS = [96, 320, 960, 1440] as const;
/** Sharp across a desktop window of 1,440 px on a 2x display, as the first image of a page. */
export const LARGEST_WIDTH = 1920;
/** Width in px of photos of people and visits: nothing shows them larger, and the signal may be weak. */
export const PHOTO_WIDTH = 960;

/** In the order of preference for browsers; all of them support the last one. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
/** A logo is one file, with transparency and without loss. */
export const LOGO_FORMAT = 'png';
export type PictureFormat = (typeof PICTURE_FORMATS)[number] | typeof LOGO_FORMAT;

/** URL path of our pictures, on the server that serves the pages. */
export const PICTURES_PATH = '/uploads';

/** The widths in which a picture of this width is stored: never enlarged, the last is its own. */
export function widthsOf(width: number): number[] {
  return [...WIDTHS.filter((smaller) => smaller < width), width];
}

export interface PictureFile {
  readonly id: string;
  readonly width: number;
  readonly format: PictureFormat;
}

export function pictureUrl({ id, width, format }: PictureFile): string {
  return `${PICTURES_PATH}/${id}/${width}.${format}`;
}

/** The URL of an uploaded logo. */
export function isLogoUrl(url: string): boolean {
  return readPictureUrl(url)?.format === LOGO_FORMAT;
}

/** Parses a URL that `pictureUrl` has written; null for any other text, including attempts at path traversal. */
export function readPictureUrl(url: string): PictureFile | null {
  const read =
    /^\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,3})\.(avif|webp|jpg|png)$/.exec(
      url,
    );
  const [, id, width, format] = read ?? [];
  if (id === undefined || format === undefined) return null;
  return { id, width: Number(width), format: format as PictureFormat };
}
