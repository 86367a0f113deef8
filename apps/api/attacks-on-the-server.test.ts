import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type pino from 'pino';
import { describe, expect, it } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { createAdmin } from '#features/people/accounts/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { openLog } from '#platform/server/log.ts';
import { newXsrfToken } from '#platform/server/sessions/xsrf.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/**
 * Attacks on the server itself, by their numbers in docs/security.md: sessions (A), resources (R), injection (X),
 * configuration (C) and the inventory of routes (I).
 */
const app = await startBookingApp({ features });
const { id: meiID } = await addCustomer(app.context());
const mei = await signedIn(app, 'customer', meiID);
const office = await signedIn(app, 'admin');
await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
const { server } = app.api.fastify;
const { port } = server.address() as AddressInfo;

const get = (url: string, as: As = office) =>
  app.request({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${as.jwt}` } });
const post = (url: string, payload: object | string, as: As = {}) =>
  app.request({
    method: 'POST',
    url: `/api${url}`,
    headers: { 'content-type': 'application/json', ...(as.jwt && { authorization: `Bearer ${as.jwt}` }) },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const lists = app.api.calls.filter(
  ({ method, streamed, path, who }) =>
    method === 'GET' && streamed && !path.includes(':') && who.includes('admin'),
);

describe('A: sessions', () => {
  it('A9 a cookie that was set before signing in is worth nothing afterwards', async () => {
    const planted = newXsrfToken(app.services.keys, null);
    const person = { identity: 'mina', password: 'kopi-o kosong satu', fullname: 'Mina', email: '' };
    const made = await createAdmin(app.context(), { ...person, officeRole: 'office' });
    if (isRefusal(made)) throw new Error(made.refusal);
    const signIn = await app.request({
      method: 'POST',
      url: '/api/admins/signin',
      payload: { identity: person.identity, password: person.password },
      headers: { cookie: `XSRF-TOKEN=${planted}`, 'x-xsrf-token': planted },
    });
    const { jwt } = signIn.body as { jwt: string };
    const set = [signIn.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0] ?? '');
    const cookieOf = (name: RegExp) => set.find((cookie) => name.test(cookie)) ?? '';
    const [own, half] = [cookieOf(/^XSRF-TOKEN=/).replace('XSRF-TOKEN=', ''), cookieOf(/sfp=/)];
    expect(own).not.toBe(planted);
    const signOut = (token: string) =>
      app.request({
        method: 'POST',
        url: '/api/signout-everywhere',
        headers: {
          authorization: `Bearer ${jwt}`,
          cookie: `XSRF-TOKEN=${token}; ${half}`,
          'x-xsrf-token': token,
        },
      });
    expect((await signOut(planted)).status).toBe(403);
    expect((await signOut(own)).status).toBe(200);
  });
});

describe('R: resources', () => {
  it('R1 every list accepts any size, and refuses what is no number', async () => {
    expect(lists.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const { path } of lists) {
      if ((await get(path)).status === 422) continue; // needs a filter, such as a month
      const ask = async (query: string, status: number) => {
        const reply = await get(`${path}?${query}`);
        if (reply.status !== status) wrong.push(`${path}?${query}: ${reply.status}`);
      };
      await ask('size=9999999', 200);
      for (const query of ['size=-1', 'size=1e309', 'size=NaN', 'from=abc', 'from=-1', 'from=1.5'])
        await ask(query, 422);
    }
    expect(wrong).toEqual([]);
  });

  it('R2 nested, long and broken JSON is refused, whatever the route', async () => {
    const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    const nested = `{"a":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`;
    const long = JSON.stringify({
      unavailable_dates: Array(100_000).fill({ startTime: '2026-12-01 09:00' }),
    });
    const wrong: string[] = [];
    for (const url of ['/customers/createjob', '/cleaners/block-booking', '/contact-requests', '/jobs/quote'])
      for (const body of [deep, nested, long, '{"a":'.repeat(5000), '"\\ud800"', '1e999']) {
        const { status } = await post(url, body, url.startsWith('/cleaners') ? office : mei);
        if (![400, 403, 413, 422].includes(status)) wrong.push(`${url} ${body.slice(0, 20)}: ${status}`);
      }
    expect(wrong).toEqual([]);
  });

  it('R2 a request that is sent too slowly is ended with 408', async () => {
    expect(server.requestTimeout).toBe(30_000);
    const client = connect({ port, host: '127.0.0.1' });
    const [served] = (await once(server, 'connection')) as [Socket];
    client.write('POST /api/contact-requests HTTP/1.1\r\nHost: kemas\r\nContent-Le');
    // What Node does once the time is over.
    const timeout = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', timeout, served);
    const [reply] = (await once(client, 'data')) as [Buffer];
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 408 /);
    client.destroy();
  });

  it('R4 no text takes long to check, however long it is', async () => {
    const texts = ['a', ' ', '0', '9', 'a@', '.', '-', '+65', '<', '(', '\t', '一', '4111 '].map((part) =>
      part.repeat(Math.floor(45_000 / Buffer.byteLength(part))),
    );
    const forms: Readonly<Record<string, readonly string[]>> = {
      '/contact-requests': ['firstname', 'mobile', 'email', 'subject', 'message'],
      '/join-us/addnew': ['firstname', 'phone', 'email', 'experience', 'message'],
      '/customers/register': ['mobile', 'firstname', 'email'],
      '/customers/signin': ['mobile'],
      '/customers/verify': ['mobile', 'otp'],
      '/admins/signin': ['identity', 'password'],
      '/customers/checkpromocode': ['code', 'package_id'],
      '/logsignup/sendlog': ['phone', 'email', 'note'],
    };
    const wrong: string[] = [];
    for (const [url, names] of Object.entries(forms))
      for (const text of texts) {
        const { status } = await post(url, Object.fromEntries(names.map((name) => [name, text])));
        if (status >= 500) wrong.push(`${url} ${text.slice(0, 5)}: ${status}`);
      }
    for (const { path } of lists)
      for (const text of texts) {
        const { status } = await get(`${path}?q=${encodeURIComponent(text.slice(0, 4000))}`);
        if (status >= 500) wrong.push(`${path} ${text.slice(0, 5)}: ${status}`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('X: injection', () => {
  it('X3 a line break in what is logged begins no new line', () => {
    const lines: string[] = [];
    const log = openLog(
      { LOG_LEVEL: 'info', NODE_ENV: 'production' },
      { destination: { write: (line: string) => lines.push(line) } as unknown as pino.DestinationStream },
    );
    const forged = 'Mei\n{"level":50,"msg":"forged"}\r\n\u2028\u001b[2J';
    log.info({ name: forged, err: new Error(forged) }, forged);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, name: forged, msg: forged });
  });
});

describe('C: configuration', () => {
  it('C1 no reply names another site as allowed, and none allows credentials from there', async () => {
    const wrong: string[] = [];
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD'] as const)
      for (const url of ['/api/packages', '/api/jobs', '/api/nothing', '/healthz', '/']) {
        const { headers } = await app.api.fastify.inject({
          method,
          url,
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        });
        const allows = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        if (allows.length > 0) wrong.push(`${method} ${url}: ${allows}`);
      }
    expect(wrong).toEqual([]);
  });

  it('C1 methods that nobody needs are refused', async () => {
    const raw = async (method: string) => {
      const client = connect({ port, host: '127.0.0.1' });
      client.write(`${method} /api/packages HTTP/1.1\r\nHost: kemas\r\nConnection: close\r\n\r\n`);
      const [reply] = (await once(client, 'data')) as [Buffer];
      client.destroy();
      return Number(reply.toString().slice(9, 12));
    };
    for (const method of ['TRACE', 'DEBUG', 'TRACK', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])
      expect([method, await raw(method)]).toEqual([
        method,
        expect.toSatisfy((code) => code >= 400 && code < 500),
      ]);
  });
});

describe('I: inventory', () => {
  /** Routes that are no call of a contract, and why. */
  const PLAIN = [
    'GET /healthz', // operation
    'GET /readyz',
    'GET /metrics',
    'GET /api/openapi.json', // documentation
    'GET /api/docs',
    'GET /api/errors/:code',
    'GET /api/events', // live events
    'GET /p/:code', // short links
    'GET /cleaner.webmanifest', // the look of the business
    'GET /brand/:file',
    'GET /ical/:file', // calendar feeds
    'GET /api/ical/:file',
    'GET *', // pictures: the tree prints the wildcard of /uploads/* alone
  ];

  it('I1 every route is a call of a contract, or one of a few that are named here', () => {
    const calls = app.api.calls.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => `${method} /api${one}`),
    );
    const unknown = routesOf(app.api.fastify.printRoutes({ commonPrefix: false })).filter(
      (route) => !route.startsWith('HEAD ') && !calls.includes(route) && !PLAIN.includes(route),
    );
    expect(unknown).toEqual([]);
    expect(app.api.fastify.hasRoute({ method: 'GET', url: '/uploads/*' })).toBe(true);
  });

  it('I1 an alias is the same call as its path', async () => {
    for (const { method, path, aliases = [] } of app.api.calls)
      for (const alias of aliases) {
        const ask = (one: string) =>
          app.request({
            method,
            url: `/api${one.replace(/:\w+/g, randomUUID())}`,
            ...(method === 'POST' && { payload: {} }),
          });
        expect([alias, (await ask(alias)).status]).toEqual([alias, (await ask(path)).status]);
      }
  });
});

/** `GET /api/jobs/:id` for each line of Fastify's tree. */
function routesOf(tree: string): string[] {
  const paths: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (found === null) return [];
    const [, indent = '', part = '', methods] = found;
    const depth = indent.length / 4;
    paths.length = depth;
    paths[depth] = part;
    return (methods?.split(', ') ?? []).map((method) => `${method} ${paths.join('')}`);
  });
}
