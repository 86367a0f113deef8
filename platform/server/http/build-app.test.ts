import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { idParams, line, required, whole } from '../../contract/schemas.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { problem, startTestApp } from '../../testing/test-app.ts';
import { loggedLines } from '../../testing/test-log.ts';
import { handle } from './handle.ts';

const greet = defineCall({
  method: 'POST',
  path: '/greet',
  who: ['anyone'],
  summary: 'Greets, for this test.',
  ignored: ['auth'],
  body: z.strictObject({ name: required(20), note: line(200).optional(), stars: whole(1, 5).optional() }),
  reply: z.strictObject({ hello: z.string() }),
});
const readThing = defineCall({
  method: 'GET',
  path: '/things/:id',
  who: ['anyone'],
  summary: 'Reads.',
  params: idParams,
  reply: z.strictObject({}),
});
const find = defineCall({
  method: 'GET',
  path: '/find',
  who: ['anyone'],
  summary: 'Finds.',
  query: z.strictObject({
    stage: z.enum(['now', 'later']).optional(),
    gender: z.enum(['', 'female']).default('female'),
    least: z.coerce.number().min(1).default(7),
  }),
  reply: z.strictObject({ stage: z.string(), gender: z.string(), least: z.number() }),
});
const broken = defineCall({
  method: 'GET',
  path: '/broken',
  who: ['anyone'],
  summary: 'Breaks, for this test.',
  reply: z.strictObject({}),
});
const act = defineCall({
  method: 'POST',
  path: '/act',
  who: ['anyone'],
  summary: 'Needs no body, for this test.',
  reply: z.strictObject({}),
});
const officeOnly = defineCall({
  method: 'GET',
  path: '/office-only',
  who: ['admin'],
  summary: 'For admins, for this test.',
  reply: z.strictObject({}),
});

const app = await startTestApp({
  features: [
    {
      name: 'probe',
      routes: (api) => {
        handle(api, greet, ({ body }) => ({ hello: body.name }));
        handle(api, readThing, () => ({}));
        handle(api, find, ({ query }) => ({ ...query, stage: query.stage ?? 'any' }));
        handle(api, broken, () => {
          throw new Error('select secret from table_name');
        });
        handle(api, act, () => ({}));
        handle(api, officeOnly, () => ({}));
      },
    },
  ],
});

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  app.request({ method: 'POST', url: '/api/greet', payload: payload as string, headers });

/** The raw response to exactly these bytes. */
async function sendRaw(text: string): Promise<string> {
  const { server } = app.api.fastify;
  if (!server.listening) await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  return (await socket.toArray()).join('');
}

describe('refusals common to all routes', () => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['malformed JSON', '{"name":', json, 400, 'malformed'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), json, 400, 'malformed'],
    ['a prototype in the JSON', '{"name":"a","__proto__":{"admin":true}}', json, 400, 'malformed'],
    ['a duplicate field', '{"name":"a","name":"b"}', json, 400, 'malformed'],
    ['a text body', 'name=a', { 'content-type': 'text/plain' }, 415, 'wrong_media_type'],
    ['a huge body', JSON.stringify({ name: 'a'.repeat(200_000) }), json, 413, 'too_large'],
    ['a missing field', '{}', json, 422, 'invalid'],
    ['no body at all', '', json, 422, 'invalid'],
    ['an array instead of an object', '[]', json, 422, 'invalid'],
    ['a number instead of text', '{"name":5}', json, 422, 'invalid'],
    ['an unknown field', '{"name":"a","admin":true}', json, 422, 'invalid'],
    ['a NUL', '{"name":"a\\u0000b"}', json, 422, 'invalid'],
    ['a lone surrogate', '{"name":"a\\ud800"}', json, 422, 'invalid'],
    ['a card number', '{"name":"a","note":"my card 4242 4242 4242 4242 thanks"}', json, 422, 'invalid'],
  ])('%s', async (...[, body, headers, status, code]) => {
    const reply = await post(body, headers);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(problem(reply)).toMatchObject({
      status,
      code,
      title: expect.any(String),
      detail: expect.any(String),
    });
  });

  it.each([
    ['no type', ''],
    ['text', 'Content-Type: text/plain\r\n'],
    ['a form', 'Content-Type: application/x-www-form-urlencoded\r\n'],
    ['an invalid content type', 'Content-Type: ;;\r\n'],
    ['an empty content type', 'Content-Type:\r\n'],
    ['JSON', 'Content-Type: application/json\r\n'],
  ])('accepts an empty body of %s', async (...[, type]) => {
    for (const body of ['Content-Length: 0\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n']) {
      const head = `POST /api/act HTTP/1.1\r\nHost: kemas\r\nConnection: close\r\n${type}${body}`;
      expect(await sendRaw(head), head).toMatch(/^HTTP\/1.1 200 /);
    }
    const unmeasured = `POST /api/act HTTP/1.1\r\nHost: kemas\r\nConnection: close\r\n${type}\r\n`;
    expect(await sendRaw(unmeasured)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('names the field and what to do', async () => {
    expect(problem(await post({ name: '' })).errors).toEqual([{ path: 'name', message: 'Fill this in.' }]);
    expect(problem(await post({})).errors).toEqual([{ path: 'name', message: 'Fill this in.' }]);
  });

  it('reports a missing value only if nothing was sent', async () => {
    const [error] = problem(await post({ name: 5 })).errors ?? [];
    expect(error?.path).toBe('name');
    expect(error?.message).not.toBe('Fill this in.');
    expect(problem(await post({ name: null })).errors?.[0]?.message).toBe('Fill this in.');
  });

  it.each([[[5]], [true], [''], ['5.0'], ['1e0'], [0], [6], [2.5], [{}]])(
    'does not accept %j as a whole number',
    async (stars) => {
      const reply = await post({ name: 'a', stars });
      expect(reply.status).toBe(422);
      expect(problem(reply).errors).toEqual([{ path: 'stars', message: 'Enter a number from 1 to 5.' }]);
    },
  );

  it('does not detect a card number in the decimals of a number', async () => {
    expect((await post({ name: 'a', note: 'took 0.4242424242424242 s' })).status).toBe(200);
    expect((await post({ name: 'a', note: 'No. 4242424242424242' })).status).toBe(422);
  });

  it('accepts a whole number written as text', async () => {
    expect((await post({ name: 'a', stars: '5' })).status).toBe(200);
  });

  it('ignores an empty filter, unless empty is a valid value', async () => {
    const empty = await app.request({ method: 'GET', url: '/api/find?stage=&gender=&least=' });
    expect([empty.status, empty.body]).toEqual([200, { stage: 'any', gender: '', least: 7 }]);
    expect((await app.request({ method: 'GET', url: '/api/find?stage=never&least=' })).status).toBe(422);
  });

  it('ignores fields that only the server decides', async () => {
    expect((await post({ name: 'Mei', auth: 'x' })).status).toBe(200);
  });

  it('leaks nothing about an internal error', async () => {
    const reply = await app.request({ method: 'GET', url: '/api/broken' });
    expect(reply.status).toBe(500);
    expect(JSON.stringify(reply.body)).not.toMatch(/secret|table_name|Error/);
  });

  it('returns 404 for unknown routes', async () => {
    expect((await app.request({ method: 'GET', url: '/api/nothing' })).status).toBe(404);
    expect((await app.request({ method: 'DELETE', url: '/api/greet' })).status).toBe(404);
  });

  it.each([
    ['a malformed URL', '/api/greet/%zz', 400, 'malformed'],
    ['an id of thousands of characters', `/api/things/${'a'.repeat(5000)}`, 404, 'not_found'],
  ])('replies to %s with a problem document', async (...[, url, status, code]) => {
    const reply = await app.request({ method: 'GET', url });
    expect([reply.status, problem(reply).code]).toEqual([status, code]);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(JSON.stringify(reply.body)).not.toMatch(/FST_|zz/);
  });

  it.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2', 400],
    ['both a length and chunked', 'Content-Length: 1\r\nTransfer-Encoding: chunked', 400],
    ['endless headers', `X-Long: ${'a'.repeat(40_000)}`, 431],
  ])('replies to a header that is %s with a problem document', async (...[, header, status]) => {
    const answer = await sendRaw(`POST /api/greet HTTP/1.1\r\nHost: kemas\r\n${header}\r\n\r\nx`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(answer).toContain('"code":"malformed"');
  });

  it('requires a session where the route needs one, and rejects a made-up one', async () => {
    expect((await app.call(officeOnly, {})).status).toBe(401);
    expect((await app.call(officeOnly, {}, { jwt: 'eyJhbGciOiJub25lIn0.e30.' })).status).toBe(401);
  });

  it('logs a refusal by role once, with the account', async () => {
    const id = app.services.newID();
    const cleaner = await signedIn(app, 'cleaner', id);
    expect((await app.call(officeOnly, {}, cleaner)).status).toBe(403);
    const ofCleaner = () => loggedLines('request denied').filter(({ actor }) => actor?.id === id);
    // The line is written after the reply.
    await expect.poll(ofCleaner).toMatchObject([{ call: 'GET /office-only', code: 'forbidden' }]);
  });

  it('refuses a post from another site', async () => {
    const reply = await post({ name: 'a' }, { 'sec-fetch-site': 'cross-site' });
    expect([reply.status, problem(reply).code]).toEqual([403, 'xsrf']);
  });

  it('refuses a cookie without its header, and a foreign header', async () => {
    expect((await post({ name: 'a' }, { cookie: 'XSRF-TOKEN=x' })).status).toBe(403);
    expect((await post({ name: 'a' }, { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' })).status).toBe(403);
  });

  it('sends the security headers with every response, including errors', async () => {
    for (const url of ['/api/broken', '/api/nothing', '/%61pi/broken']) {
      const { headers } = await app.request({ method: 'GET', url });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
  });
});
