import { readPictureUrl } from '#platform/kernel/pictures.ts';

/** Illustrations shipped with the site, in addition to uploaded pictures. */
const DRAWING = /^\/drawings\/[a-z0-9-]+\.(svg|png|webp|avif)$/;

/**
 * Whether a picture is hosted by us: an upload, or an illustration shipped with the site. Other hosts could track our
 * visitors.
 */
export function isOwnPicture(url: string): boolean {
  return DRAWING.test(url) || readPictureUrl(url) !== null;
}

const SCHEMES = ['https:', 'http:', 'mailto:', 'tel:'];

/** Whether a link's URL is safe: a page of this site, or a URL that cannot run a script. */
export function isSafeLink(href: string): boolean {
  if (/^\/(?![/\\])/.test(href) || href.startsWith('#')) return !/[\s\\]/.test(href);
  try {
    return SCHEMES.includes(new URL(href).protocol);
  } catch {
    return false; // not a valid URL
  }
}
