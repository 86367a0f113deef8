import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../testing/test-app.ts';
import type { Api } from '../api.ts';
import { buildApp } from '../build-app.ts';
import { ROUTES_FILE } from '../routes-file.ts';
import { acceptedLanguage } from './page-language.ts';
import { REPLY_LIFE_MS } from './public-reads.ts';

/** A fake of the built bundle: renders its input, and counts. */
const BUNDLE = `
export const seen = globalThis.renderedForTest;
const plan = (page, language, status, reads) => ({
  page, language, path: page, canonical: page, key: language + ' ' + page, status, reads,
});
const look = (name) =>
  name === 'Kemas'
    ? { name, css: '', themeColours: null, iconVersion: null }
    : { name, css: 'html:root{--k-act:#123456}', themeColours: { light: '#fafafa', dark: '#111111' }, iconVersion: 'v1' };
export const renderer = {
  forSearch: ['/', '/a&b'],
  planPage: (url, language) => (url.split('?')[0] === '/' ? plan('/', language, 200, ['/price', '/gone']) : null),
  shellReads: ['/price'],
  renderShell: (replies) => ({
    head: '<title>shell</title>',
    look: look(replies.get('/price')?.price === 'S$80' ? 'Kemas' : 'Tom & Co'),
    data: JSON.stringify([replies.get('/price')]),
  }),
  planNotFound: (_url, language) => plan('*', language, 404, []),
  renderPage: async ({ plan, replies, origin }) => {
    seen.renders += 1;
    if (seen.breaks) throw new Error('a bug in the page');
    const price = replies.get('/price')?.price ?? 'no price';
    return {
      lang: plan.language,
      head: '<title>' + plan.page + ' ' + origin + '</title>',
      preloads: '',
      needsScripts: false,
      body: '<p>' + plan.language + ' ' + price + ' __CSP_NONCE__ $&</p>',
      data: '[]',
      look: look('Kemas'),
    };
  },
};`;
const seen = { renders: 0, reads: 0, breaks: false, fails: false, price: 'S$80' };
Object.assign(globalThis, { renderedForTest: seen });

afterAll(async () => {
  await web.fastify.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await wait(REPLY_LIFE_MS + 20); // the replies of the previous test expire
  Object.assign(seen, { renders: 0, reads: 0, breaks: false, fails: false });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  web.fastify.inject({ method: 'GET', url, headers });

const folder = mkdtempSync(join(tmpdir(), 'kemas-rendered-'));
mkdirSync(join(folder, 'web/.vite'), { recursive: true });
mkdirSync(join(folder, 'web/assets'));
mkdirSync(join(folder, 'web-server'));
const page = `<html lang="en"><head><meta content="__CSP_NONCE__" /><!--head--><title>bare</title><!--/head-->
  <script type="module" crossorigin src="/assets/a.js"></script>
  <link rel="stylesheet" crossorigin href="/assets/a.css"></head>
  <body><div id="app"></div><!--noscript--><noscript>Scripts, please</noscript><!--/noscript--></body></html>`;
writeFileSync(join(folder, 'web/index.html'), page);
writeFileSync(join(folder, 'web/robots.txt'), 'User-agent: *\nAllow: /\n');
writeFileSync(join(folder, 'web', ROUTES_FILE), JSON.stringify(['/', '/signin']));
writeFileSync(join(folder, 'web-server/render.js'), BUNDLE);
const files = {
  '/': { scripts: ['assets/a.js', 'assets/b.js'], styles: ['assets/a.css', 'assets/b.css'] },
};
writeFileSync(
  join(folder, 'web-server/pages.json'),
  JSON.stringify({ files, texts: { zh: ['assets/zh.js'] }, pictures: { site: '/assets/p.png' } }),
);
const app = await startTestApp({ features: [], env: { PUBLIC_URL: 'https://kemas.example/' } });
const readPrice = ({ fastify }: Api) => {
  fastify.get('/api/price', async () => {
    seen.reads += 1;
    await wait(20);
    if (seen.fails) throw new Error('the database is down');
    return { price: seen.price };
  });
  fastify.post('/api/price', async (request, reply) => {
    const { to } = request.query as { to?: string };
    if (to === undefined) return reply.code(422).send({});
    seen.price = to;
    return {};
  });
};
const web = await buildApp({ services: app.services, routes: [readPrice], webFolder: join(folder, 'web') });

describe('a public page', () => {
  it('is rendered from its reads, with links to the style sheets and scripts that it needs', async () => {
    const { body, headers, statusCode } = await get('/');
    expect(statusCode).toBe(200);
    expect(body).toContain('<html lang="en" data-server-rendered');
    expect(body).toContain('<div id="app"><p>en S$80');
    expect(body).toContain('<title>/ https://kemas.example</title>');
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/b.css">');
    expect(body).toContain('<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/b.js">');
    expect(body).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/a.js">');
    expect(body.match(/assets\/a\.(css|js)/g)).toHaveLength(2); // those of the template itself
    expect(body).not.toMatch(/noscript|bare/);
    expect(headers.vary).toContain('Accept-Language');
    expect(headers['x-robots-tag']).toBeUndefined();
  });

  it('may contain the nonce placeholder or a replacement pattern', async () => {
    expect((await get('/')).body).toContain('__CSP_NONCE__ $&</p>');
  });

  it.each([
    ['/?lang=zh', {}, 'zh'],
    ['/?lang=zh', { cookie: 'kemas-language=en' }, 'zh'],
    ['/?lang=tlh', { cookie: 'kemas-language=zh' }, 'zh'],
    ['/', { cookie: 'kemas-language=en', 'accept-language': 'zh' }, 'en'],
    ['/', { 'accept-language': 'zh-SG,zh;q=0.9,en;q=0.8' }, 'zh'],
    ['/', {}, 'en'],
  ])('%s with %j is in %s', async (url, headers, language) => {
    expect((await get(url, headers)).body).toContain(`<p>${language} `);
  });

  it('is rendered once for concurrent requests, and its data is read once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => get('/?lang=zh')));
    expect(replies.every(({ body }) => body.includes('<p>zh S$80'))).toBe(true);
    expect(seen).toMatchObject({ renders: 0, reads: 1 }); // the cached page is still valid
  });

  it('shows a new price within a second, and is not rendered again while nothing changes', async () => {
    await get('/');
    seen.price = 'S$95';
    await wait(REPLY_LIFE_MS + 20);
    expect((await get('/')).body).toContain('S$95');
    await wait(REPLY_LIFE_MS + 20);
    await get('/');
    expect(seen.renders).toBe(1);
  });

  it('shows a change through this process at once, and reads nothing again after a refused change', async () => {
    const change = (query: string) => web.fastify.inject({ method: 'POST', url: `/api/price${query}` });
    await get('/');
    await change('?to=S$88');
    expect((await get('/')).body).toContain('S$88');
    const { reads } = seen;
    expect((await change('')).statusCode).toBe(422);
    await get('/');
    expect(seen.reads).toBe(reads);
    await change('?to=S$80');
  });

  it('is left to the browser if rendering fails, which is logged and counted', async () => {
    seen.breaks = true;
    seen.price = 'S$101';
    const { body, statusCode } = await get('/');
    expect([statusCode, body.includes('<div id="app"></div>')]).toEqual([200, true]);
    const metrics = await app.services.metrics.registry.metrics();
    expect(metrics).toContain('kemas_page_render_failures_total{page="/"} 1');
    Object.assign(seen, { breaks: false, price: 'S$80' });
  });
});

it('an unknown address is rendered as a 404 page', async () => {
  const { body, statusCode } = await get('/nowhere');
  expect([statusCode, body.includes('<p>en no price')]).toEqual([404, true]);
});

it('a page that is not public is left to the browser and excluded from search engines', async () => {
  const { body, headers } = await get('/signin');
  expect(body).toContain('<div id="app"></div>');
  expect(headers['x-robots-tag']).toBe('noindex');
});

it('serves a sitemap to crawlers', async () => {
  expect((await get('/robots.txt')).body).toBe(
    'User-agent: *\nAllow: /\nSitemap: https://kemas.example/sitemap.xml\n',
  );
  const { body, headers } = await get('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  expect(body).toContain('<loc>https://kemas.example/a&#38;b</loc>');
  expect(body).toContain('hreflang="zh" href="https://kemas.example/?lang=zh"');
});

it.each([
  ['zh-TW', 'zh'],
  ['fr, en;q=0.5, zh;q=0.7', 'zh'],
  ['zh;q=0', undefined],
  ['', undefined],
  [';;;q=,,', undefined],
])('the language for Accept-Language %j is %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

it('a page that the browser renders shows the look of the business, and follows a change at once', async () => {
  seen.price = 'S$80';
  await wait(REPLY_LIFE_MS + 20);
  const before = await get('/signin');
  expect(before.body).toContain('<title>shell</title>');
  expect(before.body).toContain('id="replies">[{"price":"S$80"}]');
  expect(before.body).not.toContain('data-look');
  const own = await web.fastify.inject({ method: 'POST', url: '/api/price?to=S$1' });
  expect(own.statusCode).toBe(200);
  const after = await get('/signin');
  const [, nonce = ''] =
    /<style nonce="([^"]+)" data-look>html:root{--k-act:#123456}<\/style>/.exec(after.body) ?? [];
  expect(after.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  seen.price = 'S$80';
});

it('through an outage a page keeps what was read last, such as the name of the business', async () => {
  expect((await get('/')).body).toContain('en S$');
  seen.fails = true;
  await wait(REPLY_LIFE_MS + 20);
  expect((await get('/')).body).toContain('en S$');
  expect((await get('/signin')).body).toContain('<title>shell</title>');
});
