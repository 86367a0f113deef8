import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { rachel, storeInMemory } from '../session/testing.ts';
import { ApiError } from './api-error.ts';
import { lightCall } from './callable.ts';
import { createClient } from './client.ts';

const list = defineCall({
  method: 'GET',
  path: '/tiles',
  who: ['anyone'],
  summary: 'Tiles',
  query: z.strictObject({ q: z.string().optional(), ids: z.array(z.string()).optional() }),
  reply: z.object({ items: z.array(z.string()) }),
});
const lay = defineCall({
  method: 'POST',
  path: '/floors/:floor/tiles',
  who: ['customer'],
  summary: 'Lay a tile',
  params: z.object({ floor: z.string() }),
  body: z.object({ pattern: z.string() }),
  reply: z.object({ id: z.string() }),
  status: 201,
});

type Seen = { url: string; init: RequestInit };
let seen: Seen[];
let answer: () => Response;
let memory: ReturnType<typeof storeInMemory>;

beforeEach(() => {
  seen = [];
  answer = () => Response.json({ items: [] });
  memory = storeInMemory();
});
afterEach(() => memory.store.signOut());

function client({ base = '/api', cookies = '' } = {}) {
  return createClient({
    base,
    session: memory.store,
    fetch: async (url, init) => {
      seen.push({ url, init });
      return answer();
    },
    cookies: () => cookies,
    page: () => 'http://kemas.test/book',
  });
}

const header = (name: string) => new Headers(seen.at(-1)?.init.headers).get(name);

test('sends the Bearer header from sign-in until sign-out', async () => {
  const { callApi } = client();
  await callApi(list);
  expect(header('Authorization')).toBeNull();
  memory.store.signIn('customer', rachel);
  await callApi(list);
  expect(header('Authorization')).toBe(`Bearer ${rachel.jwt}`);
  memory.store.signOut();
  await callApi(list);
  expect(header('Authorization')).toBeNull();
});

test('serializes path, query and body', async () => {
  const { callApi } = client();
  await callApi(list, { query: { ids: ['a', 'b'] } });
  expect(seen.at(-1)?.url).toBe('/api/tiles?ids=a&ids=b');
  answer = () => Response.json({ id: '1' }, { status: 201 });
  expect(await callApi(lay, { params: { floor: 'a/b' }, body: { pattern: 'bunga' } })).toEqual({ id: '1' });
  expect(seen.at(-1)?.url).toBe('/api/floors/a%2Fb/tiles');
  expect(seen.at(-1)?.init.body).toBe('{"pattern":"bunga"}');
  expect(header('Content-Type')).toBe('application/json');
});

test('sends the XSRF token in the header of writes only', async () => {
  answer = () => Response.json({ id: '1' }, { status: 201 });
  const { callApi } = client({ cookies: 'a=b; XSRF-TOKEN=abc%3D; c=d' });
  const input = { params: { floor: '1' }, body: { pattern: 'bunga' } };
  await callApi(lay, input);
  expect(header('X-XSRF-TOKEN')).toBe('abc=');
  await client({ cookies: 'XSRF-TOKEN=abc', base: 'https://elsewhere.test' }).callApi(lay, input);
  expect(header('X-XSRF-TOKEN')).toBeNull();
  expect(seen.at(-1)?.init.credentials).toBe('include');
  answer = () => Response.json({ items: [] });
  await callApi(list);
  expect(header('X-XSRF-TOKEN')).toBeNull();
});

test.each([201, 202, 204, 299])('a read with status %i is a failure', async (status) => {
  answer = () => new Response(status === 204 ? null : '{}', { status });
  await expect(client().callApi(list)).rejects.toMatchObject({ status });
});

test('a creation with status 200 is a failure', async () => {
  const creating = client().callApi(lay, { params: { floor: '1' }, body: { pattern: 'bunga' } });
  await expect(creating).rejects.toBeInstanceOf(ApiError);
});

test('passes a refusal on unchanged', async () => {
  const problem = {
    type: 'about:blank',
    status: 409,
    code: 'slot_taken',
    title: 'Taken',
    detail: 'Someone was quicker.',
    errors: [{ path: 'startTime', message: 'Taken' }],
    alternatives: [1, 2],
  };
  answer = () => Response.json(problem, { status: 409 });
  const error: unknown = await client()
    .callApi(list)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    status: 409,
    code: 'slot_taken',
    detail: 'Someone was quicker.',
    errors: problem.errors,
    extensions: problem,
  });
});

test('no response has the code offline; an aborted request stays aborted', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(client().callApi(list)).rejects.toMatchObject({ code: 'offline', status: 0 });
  answer = () => {
    throw new DOMException('Stopped', 'AbortError');
  };
  await expect(client().callApi(list)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a response that is not JSON is an error, whatever its status', async () => {
  answer = () => new Response('<h1>Hello</h1>');
  await expect(client().callApi(list)).rejects.toMatchObject({ code: 'unexpected', status: 200 });
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await expect(client().callApi(list)).rejects.toMatchObject({ code: 'unexpected', status: 502 });
});

test('clears a session that the server no longer knows', async () => {
  memory.store.signIn('customer', rachel);
  answer = () => Response.json({ code: 'unauthenticated' }, { status: 401 });
  await expect(client().callApi(list)).rejects.toMatchObject({ status: 401 });
  expect(memory.store.getState().isSignedIn).toBe(false);
});

test('keeps the session after the 401 of a wrong code', async () => {
  memory.store.signIn('cleaner', rachel);
  answer = () => Response.json({ code: 'otp_wrong' }, { status: 401 });
  await expect(client().callApi(list)).rejects.toMatchObject({ code: 'otp_wrong' });
  expect(memory.store.getState().isSignedIn).toBe(true);
});

test('keeps a newer session after a late 401 of an earlier one', async () => {
  memory.store.signIn('customer', rachel);
  answer = () => {
    memory.store.signIn('customer', { ...rachel, jwt: 'newer' });
    return Response.json({ code: 'unauthenticated' }, { status: 401 });
  };
  await expect(client().callApi(list)).rejects.toMatchObject({ status: 401 });
  expect(memory.store.getState().jwt).toBe('newer');
});

test("fetches a file with the Bearer header and the server's file name", async () => {
  memory.store.signIn('admin', rachel);
  answer = () =>
    new Response('a,b', { headers: { 'Content-Disposition': 'attachment; filename="tiles-2026.csv"' } });
  const file = await client().fetchFile(list, { query: { q: 'x' } });
  expect(header('Authorization')).toBe(`Bearer ${rachel.jwt}`);
  expect([file.name, await file.text()]).toEqual(['tiles-2026.csv', 'a,b']);
  answer = () => new Response('a,b');
  expect((await client().fetchFile(list)).name).toBe('tiles.csv');
});

test('sends an idempotency key in its header', async () => {
  await client().callApi(list, { idempotencyKey: 'key-1' });
  expect(header('Idempotency-Key')).toBe('key-1');
});

test('a route without schemas works the same, and another path is a type error', async () => {
  const light = lightCall<typeof list>({ method: 'GET', path: '/tiles' });
  const { items } = await client().callApi(light, { query: { q: 'bunga' } });
  expect(items).toEqual([]);
  expect(seen.at(-1)?.url).toBe('/api/tiles?q=bunga');
  // @ts-expect-error the contract says /tiles
  lightCall<typeof list>({ method: 'GET', path: '/tile' });
  // @ts-expect-error the contract says 201
  lightCall<typeof lay>({ method: 'POST', path: '/floors/:floor/tiles' });
});
