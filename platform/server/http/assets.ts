import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Precompressed files: sent instead of the original, without an address of their own. */
const COMPRESSED = /\.(?:br|gz)$/;

/**
 * Serves the content-hashed files of the build behind one route: there are hundreds of them, and one route each would
 * take 2.5 MB of memory. The list of files is read once. Requires the static files plugin to be registered.
 */
export async function serveAssets(fastify: FastifyInstance, webFolder: string): Promise<void> {
  const files = await assetsIn(path.join(webFolder, 'assets'));
  fastify.route({
    method: ['HEAD', 'GET'],
    url: '/assets/*',
    errorHandler: endQuietly,
    handler: (request, reply) => {
      const { '*': file } = request.params as { readonly '*': string };
      return files.has(file) ? reply.sendFile(`/assets/${file}`) : reply.callNotFound();
    },
  });
}

/** The files by their path in the directory, with slashes; empty if the directory does not exist. */
async function assetsIn(folder: string): Promise<ReadonlySet<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name));
  const nameOf = (file: string) => path.relative(folder, file).replaceAll(path.sep, '/');
  return new Set(files.map(({ parentPath, name }) => nameOf(path.join(parentPath, name))));
}

/** A client that disconnects is not an error; the static files plugin does the same for its own routes. */
function endQuietly(
  this: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
  else this.errorHandler(error, request, reply);
}
