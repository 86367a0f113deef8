import { readPictureUrl } from '#platform/kernel/pictures.ts';

/** Drawings that come with the site, beside pictures that were uploaded. */
const DRAWING = /^\/drawings\/[a-z0-9-]+\.(svg|png|webp|avif)$/;

/** A picture of ours: an upload, or a drawing that comes with the site. Others see nobody who looks at our pages. */
export function isOwnPicture(url: string): boolean {
  return DRAWING.test(url) || readPictureUrl(url) !== null;
}

const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:'];

/** An address that a link may lead to: a page of this site, or one that runs no script. */
export function isSafeLink(href: string): boolean {
  if (/^\/(?![/\\])/.test(href) || href.startsWith('#')) return !/[\s\\]/.test(href);
  try {
    return SCHEMES.includes(new URL(href).protocol);
  } catch {
    return false; // no address at all
  }
}
