/**
 * Service worker of the addresses outside the cleaner's area, on phones that have opened that area: without signal they
 * show a page that leads back to it instead of the browser's error. It caches nothing.
 *
 * The area itself has its own worker (cleaner-worker.js), whose narrower scope takes precedence.
 */
/** The company's colours, in the address under which the cleaner's area registers this worker. */
const query = new URL(self.location.href).searchParams;
const own = (name, otherwise) =>
  /^#[0-9a-f]{6}$/i.test(query.get(name) ?? '') ? query.get(name) : otherwise;

const PAGE = `<!doctype html>
<html lang="en-SG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No signal 没有网络</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 20px; background: ${own('bg', '#F1F6EE')}; color: ${own('ink', '#0D211D')}; font: 19px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; }
h1 { margin: 24px 0 8px; font-size: 31px; line-height: 1.2; }
p { margin: 0 0 24px; }
a { box-sizing: border-box; display: block; margin-bottom: 12px; padding: 16px; border: 2px solid ${own('act', '#0B6B57')}; border-radius: 12px; color: ${own('text', '#0B6B57')}; font-weight: 700; text-align: center; text-decoration: none; }
a.main { background: ${own('act', '#0B6B57')}; color: ${own('on', '#FFFFFF')}; }
a:focus-visible { outline: 3px solid #27367F; outline-offset: 3px; }
@media (prefers-color-scheme: dark) {
  body { background: ${own('dark-bg', '#0D211D')}; color: ${own('dark-ink', '#F1F6EE')}; }
  a { border-color: ${own('dark-act', '#5CCBA8')}; color: ${own('dark-text', '#7CDABB')}; }
  a.main { background: ${own('dark-act', '#5CCBA8')}; color: ${own('dark-on', '#0D211D')}; }
  a:focus-visible { outline-color: #FFE49A; }
}
</style>
</head>
<body>
<main>
<h1>No signal <span lang="zh">没有网络</span></h1>
<p>This page needs a connection. Your jobs open without one. <span lang="zh">此页面需要网络。没有网络也能打开您的工作。</span></p>
<a class="main" href="/cleaner/dashboard">Open my jobs <span lang="zh">打开我的工作</span></a>
<a href="">Try again <span lang="zh">再试一次</span></a>
</main>
</body>
</html>`;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === self.location.origin;
  if (request.mode !== 'navigate' || request.method !== 'GET' || !isOurs) return;
  event.respondWith(fetch(request).catch(offlinePage));
});

function offlinePage() {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(PAGE, { headers });
}
