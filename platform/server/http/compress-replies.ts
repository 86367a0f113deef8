import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** What is smaller is not worth the work: it fits into one packet. */
const SMALLEST_BYTES = 1024;
/** Up to this size a reply is compressed in one go, and its length told. */
const WHOLE_BYTES = 128 * 1024;

/**
 * Compresses what is read, as well as the client understands: JSON, CSV and pages, streamed lists without holding
 * them. Levels that cost a tenth of what a list does. Replies to actions go out as they are: they are small, and
 * those of the sign-ins hold tokens. Requests are never unpacked.
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
    // Each piece of a stream leaves at once; without it a slow list would wait in the compressor.
    zlibOptions: { level: 3, flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3 },
      flush: constants.BROTLI_OPERATION_FLUSH,
    },
  });
}
