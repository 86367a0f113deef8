/**
 * Keeps the cleaner's pages on the phone: their code and one copy of the page, so that they open without signal. It keeps
 * nothing that anybody has read or written; that lies with its person, and is deleted with their session.
 *
 * The build fills in which version this is and what it needs. A new version is fetched whole before it takes over; what
 * the version before it needs stays until the next, for pages that are still open.
 */
const BUILD = '__BUILD__';
const FILES = ['__FILES__'];
/** The page's first script: it tells which version a page is of. */
const ENTRY = '__ENTRY__';

const PREFIX = 'kemas-cleaner-';
const CACHE = PREFIX + BUILD;
const PAGE = '/cleaner/dashboard';
/** A phone may be on a network that does not answer. ms. */
const PATIENCE_MS = 3000;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (FILES.includes(url.pathname) || url.pathname.startsWith('/assets/'))
    event.respondWith(file(request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const fresh = await fetch(PAGE, { cache: 'reload' });
  if (!(await isOfThisBuild(fresh))) throw new Error('The server has another version by now.');
  await cache.put(PAGE, fresh);
  await self.skipWaiting();
}

async function takeOver() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = own.filter((name) => name !== CACHE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The server's page where it comes in time and is of this version, else the kept one: both find all that they need. */
async function page({ request }) {
  const kept = await (await caches.open(CACHE)).match(PAGE);
  const asked = fetch(request);
  if (kept === undefined) return asked;
  const fresh = asked.then(async (reply) => ((await isOfThisBuild(reply)) ? reply : null)).catch(() => null);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  return (await Promise.race([fresh, late])) ?? kept;
}

async function isOfThisBuild(reply) {
  return reply.ok && (await reply.clone().text()).includes(ENTRY);
}

async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
