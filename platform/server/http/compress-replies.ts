import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller replies fit into one packet, so compressing them gains nothing. */
const SMALLEST_BYTES = 1024;
/** Up to this size a reply is compressed at once and has a Content-Length. */
const WHOLE_BYTES = 128 * 1024;

/**
 * Compresses replies to reads with the best encoding that the client accepts: JSON, CSV and pages; lists are streamed
 * without buffering. The compression levels cost a tenth of what the list itself does. Replies to actions stay
 * uncompressed: they are small, and those of the sign-ins contain tokens. Requests are never decompressed.
 */
export async function compressReplies(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') route.compress = false;
  });
  await fastify.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: SMALLEST_BYTES,
    syncThreshold: WHOLE_BYTES,
    // Flushes each chunk at once; otherwise a slow list would wait in the compressor.
    zlibOptions: { level: 3, flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3 },
      flush: constants.BROTLI_OPERATION_FLUSH,
    },
  });
}
