import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import { usesSandbox } from '../config.ts';
import { startOfNextHour } from '../next-hour.ts';
import type { Api } from './api.ts';
import { serveAssets } from './assets.ts';
import { findRenderer } from './pages/page-renderer.ts';
import { pageTemplate } from './pages/page-template.ts';
import { createPages } from './pages/serve-pages.ts';
import { serveSiteIndex } from './pages/site-index.ts';
import { ROUTES_FILE } from './routes-file.ts';

/** The service workers may fetch our own pages, and nothing from other origins. */
const WORKER = /[\\/](?:cleaner|offline)-worker\.js(?:\.br|\.gz)?$/;
const WORKER_CSP = "default-src 'none'; connect-src 'self'";
/** Paths that belong to the server: an unknown one gets a problem document rather than the web app's page. */
const SERVER_PATHS = /^\/(?:api|assets|uploads|healthz|readyz|metrics|webhooks|ical|brand)(?:\/|$|\?)/;

/**
 * Serves the built web app: assets compressed by the build and cached for a year; for every other address the page,
 * server-rendered if it is public, with a fresh nonce. An unknown address is a 404 with the app's own page for it.
 */
export async function serveWebApp(api: Api, folder: string): Promise<void> {
  const { fastify, services } = api;
  const written = await readFile(path.join(folder, 'index.html'), 'utf8');
  const template = pageTemplate(written, {
    zone: services.config.BUSINESS_TZ,
    isSandbox: usesSandbox(services.config),
    startsAfreshAt:
      services.config.DEMO === 'public' ? startOfNextHour(services).toString().slice(11, 16) : null,
  });
  const isKnown = matcherOf(JSON.parse(await readFile(path.join(folder, ROUTES_FILE), 'utf8')) as string[]);
  const renderer = await findRenderer(folder);
  await fastify.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: '1h',
    globIgnore: [
      '**/index.html',
      '**/*.{br,gz}',
      'assets/**',
      ...(renderer === null ? [] : ['**/robots.txt']),
    ],
    setHeaders: (response, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`)) {
        response.header('cache-control', 'public, max-age=31536000, immutable');
      } else if (WORKER.test(file)) {
        response.header('cache-control', 'no-cache');
        response.header('content-security-policy', WORKER_CSP);
      }
    },
  });
  await serveAssets(fastify, folder);
  const origin = originOf(api);
  const sendPage = createPages(api, { template, isKnown, renderer, origin });
  if (renderer !== null) {
    // Loading the bundle takes longer than rendering a page, so it is loaded before the first visitor arrives.
    fastify.addHook('onListen', (done) => {
      renderer
        .load()
        .catch((error: unknown) => services.log.error({ err: error }, 'renderer could not be loaded'));
      done();
    });
    const robots = await readFile(path.join(folder, 'robots.txt'), 'utf8');
    serveSiteIndex(api, { robots, origin, addresses: async () => (await renderer.load()).forSearch });
  }
  fastify.get('/*', (request, reply) =>
    SERVER_PATHS.test(request.url) ? reply.callNotFound() : sendPage(request, reply),
  );
}

/** Our public origin: the configured one, otherwise the one that this process listens on. */
function originOf({ fastify, services }: Api): () => string {
  const told = services.config.PUBLIC_URL;
  return () => told ?? (fastify.server.listening ? fastify.listeningOrigin : 'http://localhost');
}

/** Matches as the app's router does: decoded, case-insensitive, with or without a trailing slash. */
function matcherOf(patterns: readonly string[]): (url: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern
      .replace(/\/$/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+'),
  );
  const known = new RegExp(`^(?:${alternatives.join('|')})/?$`, 'i');
  return (url) => known.test(decodeURI(url.split('?', 1)[0] ?? '')); // the server's router has already decoded it
}
