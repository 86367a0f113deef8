import { PICTURES_PATH, readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Services } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { TYPES } from '#platform/server/pictures/encode-picture.ts';
import { isPrivate } from '../rules/private-pictures.ts';
import { keyOf } from './picture-files.ts';
import { secondsLeft } from './signed-address.ts';

/**
 * Pictures for whoever has the address; there is no list of them. The address of a private one must be signed. Opened as a
 * page, a picture may do nothing.
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

/** Who may keep the picture, and for how long; null where it must not be shown. */
async function cachingOf(services: Services, id: string, query: unknown): Promise<string | null> {
  const upload = await services.db
    .selectFrom('upload')
    .select(['used_by_kind', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (upload === undefined || upload.removed_at !== null) return null;
  // It may yet become a private one.
  if (upload.used_by_kind === null) return 'private, no-cache';
  // Files never change under their address.
  if (!isPrivate(upload.used_by_kind)) return 'public, max-age=31536000, immutable';
  const seconds = secondsLeft(services, id, query);
  return seconds === 0 ? null : `private, max-age=${seconds}, immutable`;
}
