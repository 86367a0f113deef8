/**
 * Service worker that caches the cleaner's pages: their code and one copy of the page, so that they open offline. It
 * caches no personal data, which is stored per person and deleted with their session.
 *
 * The build fills in the version and its list of files. A new version is downloaded completely before it takes over;
 * the previous version's files stay until the next one, for pages that are still open.
 */
const BUILD = '__BUILD__';
const FILES = ['__FILES__'];
/** The page's entry script, which identifies the version of a page. */
const ENTRY = '__ENTRY__';

const PREFIX = 'kemas-cleaner-';
const CACHE = PREFIX + BUILD;
const PAGE = '/cleaner/dashboard';
/** Timeout in ms, for networks that do not respond. */
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
  else if (url.pathname.startsWith('/fonts/')) event.respondWith(font(request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const fresh = await fetch(PAGE, { cache: 'reload' });
  if (!(await isOfThisBuild(fresh))) throw new Error('The server already has another version.');
  await cache.put(PAGE, fresh);
  await self.skipWaiting();
}

async function takeOver() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = own.filter((name) => name !== CACHE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What a page of the area looks like changes with the company's look: the cached copy follows the latest page. */
async function refresh(reply) {
  if (reply.redirected || (await reply.clone().text()).includes('data-server-rendered')) return;
  await (await caches.open(CACHE)).put(PAGE, reply.clone());
}

/**
 * The server's page if it arrives in time and is of this version, otherwise the cached one: the files of both are
 * available.
 */
async function page(event) {
  const { request } = event;
  const kept = await (await caches.open(CACHE)).match(PAGE);
  const asked = fetch(request);
  if (kept === undefined) return asked;
  const fresh = asked.then(async (reply) => ((await isOfThisBuild(reply)) ? reply : null)).catch(() => null);
  event.waitUntil(fresh.then((reply) => reply && refresh(reply.clone())));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  return (await Promise.race([fresh, late])) ?? kept;
}

async function isOfThisBuild(reply) {
  return reply.ok && (await reply.clone().text()).includes(ENTRY);
}

/** A font that the company has chosen: cached once it has been used. */
async function font(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}

async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
