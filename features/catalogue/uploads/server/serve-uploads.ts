import { LOGO_FORMAT, PICTURES_PATH, readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Services } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { isSameSecret, type Keys } from '#platform/server/keys.ts';
import { TYPES } from '#platform/server/pictures/encode-picture.ts';
import { addressExpiry, isPrivate } from '../rules/private-pictures.ts';
import { keyOf } from './add-upload.ts';

/**
 * Serves pictures to anyone with the URL; they cannot be listed. The URL of a private one must be signed. A response
 * header prevents scripts when a picture is opened as a page.
 */
export function serveUploads({ fastify, services }: Api): void {
  fastify.get(`${PICTURES_PATH}/*`, async (request, reply) => {
    const file = readPictureUrl(request.url.split('?', 1)[0] ?? '');
    if (file === null) return reply.callNotFound();
    const caching = await cachingOf(services, file.id, request.query);
    const bytes = caching === null ? null : await services.providers.files.get(keyOf(file));
    if (caching === null || bytes === null) return reply.callNotFound();
    return reply
      .headers({
        'content-type': TYPES[file.format],
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': caching,
        // Mail programs in a browser show the logo on their own pages.
        ...(file.format === LOGO_FORMAT && { 'cross-origin-resource-policy': 'cross-origin' }),
      })
      .send(bytes);
  });
}

/** The Cache-Control value; null if the picture must not be served. */
async function cachingOf(services: Services, id: string, query: unknown): Promise<string | null> {
  const upload = await services.db
    .selectFrom('upload')
    .select(['usedByKind', 'removedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (upload === undefined || upload.removedAt !== null) return null;
  // It may still become a private one.
  if (upload.usedByKind === null) return 'private, no-cache';
  // The files at a URL never change.
  if (!isPrivate(upload.usedByKind)) return 'public, max-age=31536000, immutable';
  const seconds = secondsLeft(services, id, query);
  return seconds === 0 ? null : `private, max-age=${seconds}, immutable`;
}

/**
 * Signs the URL of a private picture, for a reply to someone who may see it. An <img> cannot send a session token, so
 * the URL itself grants access: to all sizes of this picture, until it expires.
 *
 * @throws if `url` is not the URL of an upload
 */
export function signPictureUrl(
  { keys, clock, config }: Services,
  url: string,
  period: 'hour' | 'day',
): string {
  const file = readPictureUrl(url);
  if (file === null) throw new Error(`Not an upload URL: ${url}`);
  const expires = addressExpiry(clock.now(), period, config.BUSINESS_TZ).epochMilliseconds / 1000;
  return `${url}?expires=${expires}&signature=${signatureOf(keys, file.id, expires)}`;
}

/** The seconds for which a URL's query still grants access to a picture; 0 if it does not. */
function secondsLeft({ keys, clock }: Services, id: string, query: unknown): number {
  const { expires, signature } = query as { readonly expires?: unknown; readonly signature?: unknown };
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return 0;
  if (!isSameSecret(signature, signatureOf(keys, id, Number(expires)))) return 0;
  return Math.max(0, Math.floor(Number(expires) - clock.now().epochMilliseconds / 1000));
}

function signatureOf(keys: Keys, id: string, expires: number): string {
  return keys.mac('picture', `${id} ${expires}`);
}
