import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { Api } from './api.ts';
import { greetVisitor } from './cookies.ts';
import { problemOf, sendProblem } from './problems.ts';

const NONCE = /__CSP_NONCE__/g;
/** The page learns the business's zone, in which it shows all times. */
const ZONE = /__BUSINESS_ZONE__/g;
/** Paths that belong to the server: an unknown one is a 404, not the web app. */
const SERVER_PATHS = /^\/(?:api|assets|healthz|readyz|metrics|webhooks|ical)(?:\/|$|\?)/;

/** Serves the built web app: assets for a year, the page with a fresh nonce for every address. */
export async function serveWebApp(api: Api, folder: string): Promise<void> {
  const { fastify, services } = api;
  const written = await readFile(path.join(folder, 'index.html'), 'utf8');
  const page = written.replace(ZONE, services.config.BUSINESS_TZ);
  await fastify.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    maxAge: '1h',
    globIgnore: ['**/index.html'],
    setHeaders: (response, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`)) {
        response.header('cache-control', 'public, max-age=31536000, immutable');
      }
    },
  });
  fastify.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || SERVER_PATHS.test(request.url)) {
      return sendProblem(reply, problemOf({ refusal: 'not_found' }));
    }
    greetVisitor(services, request, reply);
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace(NONCE, request.styleNonce));
  });
}
