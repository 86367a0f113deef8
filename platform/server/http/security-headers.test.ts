import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { serveDocumentation } from '../operations/documentation.ts';
import type { Api } from './api.ts';
import { buildApp } from './build-app.ts';
import { ROUTES_FILE } from './routes-file.ts';

const PLAIN = "default-src 'none'; frame-ancestors 'none'";
const A_YEAR = 'max-age=31536000';

describe.each([
  ['over http', {}, undefined],
  ['over https', { PUBLIC_URL: 'https://kemas.example' }, A_YEAR],
  ['over https, in capitals', { PUBLIC_URL: 'HTTPS://Kemas.Example/' }, A_YEAR],
])('%s', (_how, env, transport) => {
  let folder: string;
  let app: TestApp;
  let web: Api;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kemas-headers-'));
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, '.vite'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><style nonce="__CSP_NONCE__"></style>');
    writeFileSync(join(folder, 'assets/app-1a2b.js'), '1;');
    writeFileSync(join(folder, ROUTES_FILE), JSON.stringify(['/']));
    app = await startTestApp({ features: [], env });
    const services = app.services;
    web = await buildApp({ services, routes: [], extras: [serveDocumentation], webFolder: folder });
  });
  afterAll(async () => {
    await web.fastify.close();
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string) => web.fastify.inject({ method: 'GET', url });

  it.each(['/api/openapi.json', '/api/nothing', '/assets/app-1a2b.js', '/assets/gone.js'])(
    '%s may load nothing as a page',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toBe(PLAIN);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['strict-transport-security']).toBe(transport);
    },
  );

  it.each(['/', '/nowhere', '/api/docs'])('%s is a page with a content security policy', async (url) => {
    const { headers } = await get(url);
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none';script-src 'self' https://js.stripe.com;");
    expect(policy).toContain("style-src-attr 'unsafe-inline';font-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(String(policy).includes('upgrade-insecure-requests')).toBe(transport !== undefined);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBe(transport);
  });

  it.each(['/?preview=easy-steps', '/nowhere?lang=zh&preview=footer'])(
    '%s is a preview that only our own pages may frame',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    },
  );

  it.each([
    '/admin?preview=footer',
    '/admin/cms/home-page?preview=footer',
    '/dashboard?preview=footer',
    '/cleaner/dashboard?preview=footer',
    '/?previews=footer',
    '/preview=footer',
    '/assets/app-1a2b.js?preview=footer',
    '/api/nothing?preview=footer',
  ])('%s is not a preview', async (url) => {
    const { headers } = await get(url);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('a page has a fresh nonce each time, in its policy and its markup', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, body } = await get('/');
        const [, nonce] =
          /style-src 'self' 'nonce-([\w+/]{22}==)'/.exec(String(headers['content-security-policy'])) ?? [];
        expect(body).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });
});

it('a page may connect to Facebook only where customers sign in with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kemas-headers-'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, ROUTES_FILE), JSON.stringify(['/']));
  const facebook = { appID: '178', identify: () => Promise.reject(new Error('not called in this test')) };
  const pageOf = async (providers: { facebook?: typeof facebook }) => {
    const app = await startTestApp({ features: [], providers });
    const web = await buildApp({ services: app.services, routes: [], webFolder: folder });
    const { headers } = await web.fastify.inject({ method: 'GET', url: '/' });
    await web.fastify.close();
    await app.close();
    return headers;
  };
  const [without, withIt] = [await pageOf({}), await pageOf({ facebook })];
  rmSync(folder, { recursive: true });
  expect(String(without['content-security-policy'])).not.toContain('facebook');
  expect(without['cross-origin-opener-policy']).toBe('same-origin');
  const policy = String(withIt['content-security-policy']);
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://connect.facebook.net;");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com https://www.facebook.com;");
  expect(policy).toContain(
    "frame-src 'self' https://js.stripe.com https://hooks.stripe.com https://www.facebook.com;",
  );
  // Otherwise the pop-up cannot send its result.
  expect(withIt['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});
