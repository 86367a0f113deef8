import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { Api } from './api.ts';
import { ensureXsrfToken } from './cookies.ts';
import { ROUTES_FILE } from './routes-file.ts';
import { setPageHeaders } from './security-headers.ts';

const NONCE = /__CSP_NONCE__/g;
/** The page learns the business's zone, in which it shows all times. */
const ZONE = /__BUSINESS_ZONE__/g;
/** The worker that keeps the cleaner's pages may fetch them, and nothing from elsewhere. */
const WORKER = /[\\/]cleaner-worker\.js(?:\.br|\.gz)?$/;
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
/** Paths that belong to the server: an unknown one is a problem, not the web app's page. */
const SERVER_PATHS = /^\/(?:api|assets|uploads|healthz|readyz|metrics|webhooks|ical)(?:\/|$|\?)/;

/**
 * Serves the built web app: assets for a year, compressed by the build; for every other address the page, with a
 * fresh nonce. An address that the app knows no page for is a 404, and the app says so in its own words.
 */
export async function serveWebApp(api: Api, folder: string): Promise<void> {
  const { fastify, services } = api;
  const written = await readFile(path.join(folder, 'index.html'), 'utf8');
  const page = written.replace(ZONE, services.config.BUSINESS_TZ);
  const isKnown = matcherOf(JSON.parse(await readFile(path.join(folder, ROUTES_FILE), 'utf8')) as string[]);
  await fastify.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: '1h',
    globIgnore: ['**/index.html', '**/*.{br,gz}'],
    setHeaders: (response, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`)) {
        response.header('cache-control', 'public, max-age=31536000, immutable');
      } else if (WORKER.test(file)) {
        response.header('cache-control', 'no-cache');
        response.header('content-security-policy', WORKER_POLICY);
      }
    },
  });
  fastify.get('/*', (request, reply) => {
    if (SERVER_PATHS.test(request.url)) return reply.callNotFound();
    ensureXsrfToken(services, request, reply);
    const nonce = setPageHeaders(reply);
    return reply
      .code(isKnown(request.url) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace(NONCE, nonce));
  });
}

/** As the app's router matches: decoded, in any case of letters, with or without a slash at the end. */
function matcherOf(patterns: readonly string[]): (url: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern
      .replace(/\/$/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+'),
  );
  const known = new RegExp(`^(?:${alternatives.join('|')})/?$`, 'i');
  return (url) => known.test(decodeURI(url.split('?', 1)[0] ?? '')); // the server's router has decoded it before
}
