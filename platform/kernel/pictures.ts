/** px of the sizes that a picture is kept in, besides its own width where that is smaller. */
const WIDTHS = [96, 320, 960, 1440] as const;
/** Sharp across a desktop window of 1,440 px with two pixels each, where it opens a page. */
export const LARGEST_WIDTH = 1920;
/** px that a photo of a person or of a visit is sent in: nothing shows it larger, and the signal may be weak. */
export const PHOTO_WIDTH = 960;

/** In the order in which a browser should prefer them; the last one every browser knows. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Where a picture of ours answers, on the server that has the pages. */
export const PICTURES_PATH = '/uploads';

/** The widths that a picture of this width is kept in: none is enlarged, the last is its own. */
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

/** What `pictureUrl` has written; null for any other text, so also for whatever tries to leave its folder. */
export function readPictureUrl(url: string): PictureFile | null {
  const read =
    /^\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,3})\.(avif|webp|jpg)$/.exec(url);
  const [, id, width, format] = read ?? [];
  if (id === undefined || format === undefined) return null;
  return { id, width: Number(width), format: format as PictureFormat };
}
