import { afterEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

/** The address that the app sees for a request from `peer` with an X-Forwarded-For header. */
async function addressSeen(env: Record<string, string>, peer: string, forwardedFor: string) {
  app = await startTestApp({
    features: [
      {
        name: 'address',
        routes: ({ fastify }) => void fastify.get('/address', async (request) => ({ ip: request.ip })),
      },
    ],
    env,
  });
  const reply = await app.request({
    method: 'GET',
    url: '/address',
    remoteAddress: peer,
    headers: { 'x-forwarded-for': forwardedFor },
  });
  return (reply.body as { ip: string }).ip;
}

it.each([
  ['uses the client address from a trusted proxy', '10.0.3.7', '203.0.113.9', '203.0.113.9'],
  ['a client cannot prepend a forged address', '10.0.3.7', '8.8.8.8, 203.0.113.9', '203.0.113.9'],
  ['skips two trusted proxies in a row', '127.0.0.1', '203.0.113.9, 10.0.3.7', '203.0.113.9'],
  ['an untrusted peer cannot choose its address', '198.51.100.4', '203.0.113.9', '198.51.100.4'],
])('%s', async (_case, peer, forwardedFor, ip) => {
  expect(await addressSeen({ TRUST_PROXY: 'loopback,10.0.3.0/24' }, peer, forwardedFor)).toBe(ip);
});

it('trusts no peer without TRUST_PROXY', async () => {
  expect(await addressSeen({}, '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
});
