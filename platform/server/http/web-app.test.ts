import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { buildApp } from './build-app.ts';
import { ROUTES_FILE } from './routes-file.ts';

const SCRIPT = `console.log(${JSON.stringify('kemas '.repeat(400))});`;

const folder = mkdtempSync(join(tmpdir(), 'kemas-web-'));
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, '.vite'));
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><meta content="__BUSINESS_ZONE__" /><style nonce="__CSP_NONCE__"></style>',
);
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');
writeFileSync(join(folder, 'assets/app-1a2b.js'), SCRIPT);
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(folder, 'cleaner-worker.js'), SCRIPT);
writeFileSync(join(folder, 'offline-worker.js'), SCRIPT);
writeFileSync(join(folder, 'cleaner-worker.js.br'), brotliCompressSync(SCRIPT));
const routes = ['/', '/signup', '/dashboard/bookings/:bookingID', '/a.b', '/admin/cms/:part/:id/update'];
writeFileSync(join(folder, ROUTES_FILE), JSON.stringify(routes));
const app = await startTestApp({ features: [], env: { BUSINESS_TZ: 'Asia/Tokyo' } });
const web = await buildApp({ services: app.services, routes: [], webFolder: folder });

afterAll(async () => {
  await web.fastify.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  web.fastify.inject({ method: 'GET', url, headers });

describe('an address', () => {
  it.each([
    '/',
    '/?from=mail',
    '/signup',
    '/signup/',
    '/SignUp?x=1',
    '/sign%75p',
    '/dashboard/bookings/4%2F2',
    '/dashboard/bookings/42',
    '/a.b',
    '/admin/cms/x/1/update',
  ])('%s has a page', async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.body).toMatch(/nonce="[\w+/]{22}=="/);
  });

  it.each([
    '/nowhere',
    '/signup/more',
    '/sign',
    '/dashboard/bookings',
    '/dashboard/bookings/42/43',
    '/aXb',
    '/wp-login.php',
    '/robots.txt/x',
    '/dashboard%2Fbookings/42',
  ])('%s has none: 404, with the app’s page', async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it.each(['/api/nowhere', '/assets/gone.js', '/webhooks/x'])(
    '%s is not a page of the web app',
    async (url) => {
      const reply = await get(url);
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['content-type']).toContain('application/problem+json');
    },
  );

  it('that is malformed is refused', async () => {
    for (const url of ['/signup%zz', '/signup%', '/%ff'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 400]);
  });

  it('an address of the web app answers only GET and HEAD', async () => {
    const reply = await web.fastify.inject({ method: 'POST', url: '/signup', payload: {} });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect((await web.fastify.inject({ method: 'HEAD', url: '/nowhere' })).statusCode).toBe(404);
  });
});

describe('an asset', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('for a client that accepts %j', async (accepted, encoding) => {
    const reply = await get('/assets/app-1a2b.js', accepted === '' ? {} : { 'accept-encoding': accepted });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers.vary).toBe('accept-encoding');
    expect(reply.headers['content-type']).toContain('javascript');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
    if (encoding === 'br') expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(SCRIPT);
    if (encoding === undefined) expect(reply.body).toBe(SCRIPT);
  });

  it('has no address for its compressed copies or the manifests of the build', async () => {
    for (const url of ['/assets/app-1a2b.js.br', '/assets/app-1a2b.js.gz', `/${ROUTES_FILE}`]) {
      const reply = await get(url);
      expect([url, reply.statusCode]).toEqual([url, 404]);
    }
  });
});

it('serves robots.txt as plain text', async () => {
  const reply = await get('/robots.txt');
  expect([reply.statusCode, reply.body]).toEqual([200, 'User-agent: *\n']);
  expect(reply.headers['content-type']).toContain('text/plain');
});

it('writes the business time zone into the page', async () => {
  expect((await get('/')).body).toContain('<meta content="Asia/Tokyo" />');
});

it.each([
  ['/cleaner-worker.js', 'identity'],
  ['/cleaner-worker.js', 'br'],
  ['/offline-worker.js', 'identity'],
])(
  'the service worker %s may fetch our pages, sent as %s, and is revalidated each time',
  async (script, encoding) => {
    const reply = await get(script, { 'accept-encoding': encoding });
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
  },
);

it.each([
  ['1', true],
  ['0', false],
])('with SANDBOX=%s the banner is shown on each page: %s', async (SANDBOX, isShown) => {
  const built = mkdtempSync(join(tmpdir(), 'kemas-web-'));
  mkdirSync(join(built, '.vite'));
  writeFileSync(join(built, ROUTES_FILE), JSON.stringify(['/', '/admin']));
  const page = readFileSync(join(import.meta.dirname, '../../../apps/web/index.html'), 'utf8');
  writeFileSync(join(built, 'index.html'), page);
  const one = await startTestApp({ features: [], env: { SANDBOX } });
  const served = await buildApp({ services: one.services, routes: [], webFolder: built });
  for (const url of ['/', '/admin', '/no-such-page']) {
    const { body } = await served.fastify.inject({ method: 'GET', url });
    expect(body.includes('Sandbox: messages are not sent and cards are not charged')).toBe(isShown);
    expect(body.includes('沙盒：不会发送消息，也不会扣款')).toBe(isShown);
    expect(body.includes('href="/sandbox"')).toBe(isShown);
  }
  await served.fastify.close();
  await one.close();
  rmSync(built, { recursive: true });
});
