import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** What is smaller is not worth the work: it fits into one packet. */
const SMALLEST_BYTES = 1024;
/** Up to this size a reply goes out in one piece, its length told; a longer list is streamed. */
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
  fastify.addHook('onSend', async (request, _reply, payload) => {
    const isList = request.routeOptions.config.call !== undefined && payload instanceof Readable;
    return isList ? readIfShort(payload) : payload;
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

/** A list's text in one piece, or its stream when it is longer than that. */
async function readIfShort(list: Readable): Promise<string | Readable> {
  const pieces: string[] = [];
  const rest = list[Symbol.asyncIterator]() as AsyncIterator<string>;
  let length = 0;
  while (length < WHOLE_BYTES) {
    const next = await rest.next();
    if (next.done) return pieces.join('');
    pieces.push(next.value);
    length += next.value.length;
  }
  // Whoever hangs up ends the query, also before anything of the new stream was read.
  return Readable.from(chain(pieces, rest)).once('close', () => list.destroy());
}

async function* chain(first: Iterable<string>, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
