import { PICTURES_PATH, readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Services } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { TYPES } from '#platform/server/pictures/encode-picture.ts';
import { isPrivate } from '../rules/private-pictures.ts';
import { keyOf } from './picture-files.ts';
import { secondsLeft } from './signed-address.ts';

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
      })
      .send(bytes);
  });
}

/** The Cache-Control value; null if the picture must not be served. */
async function cachingOf(services: Services, id: string, query: unknown): Promise<string | null> {
  const upload = await services.db
    .selectFrom('upload')
    .select(['used_by_kind', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (upload === undefined || upload.removed_at !== null) return null;
  // It may still become a private one.
  if (upload.used_by_kind === null) return 'private, no-cache';
  // The files at a URL never change.
  if (!isPrivate(upload.used_by_kind)) return 'public, max-age=31536000, immutable';
  const seconds = secondsLeft(services, id, query);
  return seconds === 0 ? null : `private, max-age=${seconds}, immutable`;
}
