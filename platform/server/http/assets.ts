import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Copies that the build compressed: they are sent instead of the file, and have no address of their own. */
const COMPRESSED = /\.(?:br|gz)$/;

/**
 * The files that the build has named by their content, all behind one route: there are hundreds of them, and a route
 * each, with its functions, is 2.5 MB. Which there are is read once; the plugin for static files is registered.
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

/** By their path in the folder, with slashes; none where there is no such folder. */
async function assetsIn(folder: string): Promise<ReadonlySet<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name));
  const nameOf = (file: string) => path.relative(folder, file).replaceAll(path.sep, '/');
  return new Set(files.map(({ parentPath, name }) => nameOf(path.join(parentPath, name))));
}

/** A reader who has gone is no news: so the plugin for static files has it for its own routes. */
function endQuietly(
  this: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
  else this.errorHandler(error, request, reply);
}
