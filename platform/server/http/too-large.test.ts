import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { handle } from './handle.ts';

const keep = defineCall({
  method: 'POST',
  path: '/keep',
  who: ['anyone'],
  summary: 'Keeps, for this test.',
  body: z.strictObject({ text: z.string().optional() }),
  reply: z.strictObject({ kept: z.boolean() }),
});

const app = await startTestApp({
  features: [{ name: 'probe', routes: (api) => handle(api, keep, () => ({ kept: true })) }],
});
await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
const port = (app.api.fastify.server.address() as AddressInfo).port;

const ROUNDS = Number(process.env.ROUNDS ?? 60);
const CONCURRENT_REQUESTS = 6;

/** Counts the outcomes of many attempts, some of them concurrent. */
async function count(attempt: (round: number) => Promise<string>): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += CONCURRENT_REQUESTS) {
    const outcomes = await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS }, (_, index) =>
        attempt(round + index).catch((error) => causeOf(error)),
      ),
    );
    for (const outcome of outcomes) counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return counted;
}

function causeOf(error: Error): string {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return code ?? message;
}

/** A client that sends everything before it reads; `ends` if it waits until the connection closes. */
async function sendAllThenRead(head: string, body: string, ends = false): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  await new Promise<void>((written, failed) => {
    socket.once('error', failed);
    socket.write(`${head}\r\n\r\n`);
    const pieces = body.match(/[\s\S]{1,50000}/g) ?? [];
    const next = () => {
      const piece = pieces.shift();
      if (piece === undefined) written();
      else socket.write(piece, () => setImmediate(next));
    };
    next();
  });
  const answered = once(socket, 'data');
  const ended = ends ? once(socket, 'end') : undefined;
  socket.resume();
  const [answer] = (await answered) as [Buffer];
  await ended;
  socket.destroy();
  return answer.toString().slice(9, 12);
}

const HEAD = 'POST /api/keep HTTP/1.1\r\nHost: kemas\r\nContent-Type: application/json';

describe('a body that is too large gets a reply that the client can read', () => {
  it.each([
    ['just over the limit', 100_100, 'application/json', '413'],
    ['twice the limit', 200_000, 'application/json', '413'],
    ['many times the limit', 3_000_000, 'application/json', '413'],
    ['many times the limit, of another content type', 3_000_000, 'text/plain', '413'],
    ['over the limit, without a content type', 200_000, 'none', '413'],
    ['of another content type', 90_000, 'text/plain', 'wrong_media_type'],
  ])('%s', async (...[, size, type, outcome]) => {
    const body = JSON.stringify({ text: 'a'.repeat(size) });
    const outcomes = await count(async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/keep`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      const { code } = (await reply.json()) as { code: string };
      return code === 'too_large' ? String(reply.status) : code;
    });
    expect(outcomes).toEqual({ [outcome]: ROUNDS });
  });

  it('when its length is not announced', async () => {
    const outcomes = await count(async () => {
      const body = new Blob([JSON.stringify({ text: 'a'.repeat(1_000_000) })]).stream();
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body, duplex: 'half' };
      const reply = await fetch(`http://127.0.0.1:${port}/api/keep`, options);
      return String(reply.status);
    });
    expect(outcomes).toEqual({ '413': ROUNDS });
  });

  it('when the client reads only after it has sent everything', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(1_000_000) });
    const outcomes = await count(() => sendAllThenRead(`${HEAD}\r\nContent-Length: ${body.length}`, body));
    expect(outcomes).toEqual({ '413': ROUNDS });
  });

  it.each([
    ['1.1', 'Content-Length'],
    ['1.1', 'Transfer-Encoding'],
    ['1.0', 'Content-Length'],
  ])('when the client asks to close the connection: HTTP/%s, %s', async (version, framing) => {
    const text = JSON.stringify({ text: 'a'.repeat(3_000_000) });
    const isChunked = framing === 'Transfer-Encoding';
    const body = isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text;
    const head = `${HEAD.replace('1.1', version)}\r\nConnection: close\r\n${framing}: ${isChunked ? 'chunked' : body.length}`;
    expect(await count(() => sendAllThenRead(head, body, true))).toEqual({ '413': ROUNDS });
  });
});
