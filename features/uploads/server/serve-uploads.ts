import { PICTURES_PATH, readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Api } from '#platform/server/http/api.ts';
import { TYPES } from '#platform/server/pictures/encode-picture.ts';
import { keyOf } from './picture-files.ts';

/**
 * Pictures for whoever has the address; there is no list of them. One never changes under its address, so browsers keep
 * it. Opened as a page, it may do nothing.
 */
export function serveUploads({ fastify, services }: Api): void {
  fastify.get(`${PICTURES_PATH}/*`, async (request, reply) => {
    const file = readPictureUrl(request.url.split('?', 1)[0] ?? '');
    const bytes = file === null ? null : await services.providers.files.get(keyOf(file));
    if (file === null || bytes === null) return reply.callNotFound();
    return reply
      .headers({
        'content-type': TYPES[file.format],
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(bytes);
  });
}
