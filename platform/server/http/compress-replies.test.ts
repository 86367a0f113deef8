import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { listQuery, listReply } from '../../contract/schemas.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { handle } from './handle.ts';

const row = z.strictObject({ name: z.string() });
const list = defineCall({
  method: 'GET',
  path: '/rows',
  who: ['anyone', 'admin'],
  summary: 'Lists, for this test.',
  query: listQuery(['name'], {}),
  reply: listReply(row),
  streamed: true,
});
const read = defineCall({
  method: 'GET',
  path: '/text',
  who: ['anyone'],
  summary: 'Reads, for this test.',
  query: z.strictObject({ length: z.coerce.number() }),
  reply: z.strictObject({ text: z.string() }),
});
const act = defineCall({
  method: 'POST',
  path: '/act',
  who: ['anyone'],
  summary: 'Replies at length, for this test.',
  reply: z.strictObject({ text: z.string() }),
});
const webhook = defineCall({
  method: 'POST',
  path: '/hook',
  who: ['anyone'],
  summary: 'Takes bytes as they come, for this test.',
  rawBody: true,
  reply: z.strictObject({ bytes: z.string() }),
});

/** The rows of the list, and its state. */
let rows: (index: number) => Promise<{ name: string } | null>;
let made = 0;
let isEnded = false;

const PAGE = 100;

async function* pages() {
  for (made = 0; ; ) {
    const items: { name: string }[] = [];
    for (let next = await rows(made); next !== null; next = await rows(made)) {
      items.push(next);
      made += 1;
      if (items.length === PAGE) break;
    }
    const isLast = items.length < PAGE;
    yield { items, next: null, isLast };
    if (isLast) return;
  }
}

async function* noteEnd<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } finally {
    isEnded = true;
  }
}

const app = await startTestApp({
  features: [
    {
      name: 'probe',
      routes: (api) => {
        handle(api, list, ({ query }) => ({
          kind: 'streamed-list' as const,
          name: 'rows',
          fileName: 'rows',
          from: 0,
          size: query.size,
          download: query.download === '1',
          csv: [{ heading: 'Name', value: (row: { readonly name: string }) => row.name }],
          total: async () => undefined,
          pages: () => noteEnd(pages()),
        }));
        handle(api, read, ({ query }) => ({ text: 'a'.repeat(query.length) }));
        handle(api, act, () => ({ text: 'a'.repeat(5000) }));
        handle(api, webhook, ({ raw }) => ({ bytes: raw.body.toString('hex') }));
      },
    },
  ],
});
const office = await signedIn(app, 'admin');
await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
const port = (app.api.fastify.server.address() as AddressInfo).port;

beforeEach(() => {
  isEnded = false;
});

const count = (number: number) => {
  rows = async (index) => (index < number ? { name: `row ${index} of a list that goes on` } : null);
};

function ask(url: string, encoding?: string, method: 'GET' | 'POST' = 'GET') {
  const headers = {
    authorization: `Bearer ${office.jwt}`,
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
  };
  return app.api.fastify.inject({ method, url: `/api${url}`, headers });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compresses replies to reads', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
  ] as const)('by what the client understands: %s', async (accepted, encoding) => {
    for (const number of [50, 20_000]) {
      count(number);
      const reply = await ask('/rows', accepted);
      expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      const text = unpack[encoding](reply.rawPayload).toString();
      expect(JSON.parse(text).items).toHaveLength(number);
      expect(reply.rawPayload.length).toBeLessThan(text.length / 3);
    }
    const thing = await ask('/text?length=3000', accepted);
    expect(JSON.parse(unpack[encoding](thing.rawPayload).toString()).text).toHaveLength(3000);
  });

  it('a download is compressed', async () => {
    count(3000);
    const reply = await ask('/rows?download=1', 'gzip');
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(reply.headers['content-disposition']).toContain('rows.csv');
    expect(unpack.gzip(reply.rawPayload).toString().split('\r\n')).toHaveLength(3002);
  });

  it.each(['identity', undefined, 'compress'])('but not for a client that accepts %s', async (accepted) => {
    count(50);
    const reply = await ask('/rows', accepted);
    expect(reply.headers).not.toHaveProperty('content-encoding');
    expect(reply.json().items).toHaveLength(50);
  });

  it('sends small replies uncompressed, in one piece', async () => {
    count(3);
    for (const reply of [await ask('/rows', 'br'), await ask('/text?length=500', 'br')]) {
      expect(reply.headers).not.toHaveProperty('content-encoding');
      expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
    }
  });

  it('sends replies to actions uncompressed: sign-ins reply with tokens', async () => {
    const reply = await ask('/act', 'br', 'POST');
    expect(reply.headers).not.toHaveProperty('content-encoding');
    expect(reply.json().text).toHaveLength(5000);
  });

  it('does not decompress requests', async () => {
    const payload = gzipSync('{}');
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const hook = await app.api.fastify.inject({ method: 'POST', url: '/api/hook', payload, headers });
    expect(hook.json()).toEqual({ bytes: payload.toString('hex') });
    const action = await app.api.fastify.inject({ method: 'POST', url: '/api/act', payload, headers });
    expect(action.statusCode).toBe(400);
  });
});

async function open(encoding: string): Promise<IncomingMessage> {
  const request = get({ port, path: '/api/rows', headers: { 'accept-encoding': encoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

const long = (index: number) => ({ name: `${index} ${Math.random()}`.padEnd(500, '.') });

describe.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('a long list in %s', (encoding, unpacking) => {
  it('starts sending while the list is still being read', async () => {
    const seen = Promise.withResolvers<void>();
    rows = async (index) => {
      if (index === 600) await seen.promise; // the rest arrives only after the client has the first rows
      return index < 1000 ? long(index) : null;
    };
    let text = '';
    for await (const piece of (await open(encoding)).pipe(unpacking())) {
      text += String(piece);
      if (text.includes('"name":"200 ')) seen.resolve();
    }
    expect(JSON.parse(text).items).toHaveLength(1000);
  });

  it('ends when the client disconnects', async () => {
    rows = async (index) => long(index);
    const response = await open(encoding);
    await once(response, 'data');
    response.destroy();
    await expect.poll(() => isEnded).toBe(true);
  });

  it('applies backpressure for a client that does not read', async () => {
    rows = async (index) => long(index);
    const response = await open(encoding);
    let before = -1;
    const stands = async () => {
      const isStill = made === before;
      before = made;
      return isStill;
    };
    await expect.poll(stands, { interval: 300 }).toBe(true);
    response.destroy();
    await expect.poll(() => isEnded).toBe(true);
  });
});

it.each(['/rows', '/rows?download=1'])(
  '%s that fails on its first row returns a normal error',
  async (url) => {
    rows = () => Promise.reject(new Error('select secret from table_name'));
    const reply = await ask(url, 'br');
    expect(reply.statusCode).toBe(500);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.headers).not.toHaveProperty('content-disposition');
    expect(reply.body).not.toMatch(/secret|table_name/);
  },
);
