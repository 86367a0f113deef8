import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BreakerOpen, type BreakerOptions, createBreaker, hasNoAnswer } from './breaker.ts';
import { measureBreakers, openBreakersIn } from './measure-breakers.ts';

/* A provider over real sockets; `mode` is what it does with the next requests. */

type Mode = 'answers' | 'refuses' | 'is-down' | 'hangs' | 'hangs-up';
let mode: Mode = 'answers';
let requests = 0;

const server = createServer((request, response) => {
  requests += 1;
  request.resume();
  if (mode === 'hangs') return;
  if (mode === 'hangs-up') return void request.socket.destroy();
  const status = { answers: 200, refuses: 400, 'is-down': 503 }[mode];
  response.writeHead(status).end();
});

beforeAll(() => new Promise<void>((up) => server.listen(0, '127.0.0.1', up)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  mode = 'answers';
  requests = 0;
});

class HttpError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

const log = pino({ level: 'silent' });
/** Short, so that tests can wait for it. */
const PAUSE_MS = 40;
const breakerOf = (more: Partial<BreakerOptions> = {}) =>
  createBreaker({ provider: 'Trial', timeoutMs: 2000, pauseMs: PAUSE_MS, isDown: hasNoAnswer, log, ...more });

async function request(signal: AbortSignal): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal });
  await response.body?.cancel();
  if (response.status >= 400) throw new HttpError(response.status);
  return response.status;
}

const failing = (breaker: ReturnType<typeof breakerOf>) =>
  breaker.run(request).catch((error: unknown) => error);
const afterPause = () => new Promise((done) => setTimeout(done, PAUSE_MS + 10));

describe('a circuit breaker', () => {
  it.each<Mode>(['is-down', 'hangs-up'])(
    'opens after five failures in a row, and then sends nothing: the provider %s',
    async (failure) => {
      const breaker = breakerOf();
      mode = failure;
      for (let failed = 0; failed < 4; failed += 1) await failing(breaker);
      mode = 'answers';
      expect(await breaker.run(request)).toBe(200);
      mode = failure;
      for (let failed = 0; failed < 5; failed += 1) {
        expect(breaker.isOpen).toBe(false);
        await failing(breaker);
      }
      expect(breaker.isOpen).toBe(true);
      const sent = requests;
      expect(await failing(breaker)).toEqual(
        new BreakerOpen('Trial'), // 'Circuit breaker open: Trial did not respond to earlier requests.'
      );
      expect(requests).toBe(sent);
    },
  );

  it('counts a provider that never answers, after the timeout', async () => {
    const breaker = breakerOf({ timeoutMs: 30, failures: 1 });
    mode = 'hangs';
    expect(await failing(breaker)).toMatchObject({ message: 'Operation timed out after 30ms' });
    expect(breaker.isOpen).toBe(true);
  });

  it('does not open when the provider refuses requests: that is an answer', async () => {
    const breaker = breakerOf();
    mode = 'refuses';
    for (let refused = 0; refused < 10; refused += 1)
      expect(await failing(breaker)).toMatchObject({ status: 400 });
    expect(breaker.isOpen).toBe(false);
    expect(requests).toBe(10);
  });

  it('sends one request after the pause, while others wait for its result', async () => {
    const breaker = breakerOf({ failures: 1 });
    mode = 'is-down';
    await failing(breaker);
    await afterPause();
    requests = 0;
    const all = await Promise.all(Array.from({ length: 5 }, () => failing(breaker)));
    expect(requests).toBe(1);
    expect(all.filter((error) => error instanceof BreakerOpen)).toHaveLength(4);
    expect(breaker.isOpen).toBe(true);
    await afterPause();
    mode = 'answers';
    expect(await Promise.all(Array.from({ length: 5 }, () => breaker.run(request)))).toEqual(
      Array(5).fill(200),
    );
    expect(breaker.isOpen).toBe(false);
  });

  it('is closed by any answer after the pause, even a refusal', async () => {
    const breaker = breakerOf({ failures: 1 });
    mode = 'is-down';
    await failing(breaker);
    await afterPause();
    mode = 'refuses';
    expect(await failing(breaker)).toMatchObject({ status: 400 });
    expect(breaker.isOpen).toBe(false);
  });
});

describe('retries', () => {
  it('are made only where they were asked for, and not for an answer', async () => {
    mode = 'is-down';
    await failing(breakerOf());
    expect(requests).toBe(1);
    await failing(breakerOf({ retries: 1 }));
    expect(requests).toBe(3);
    mode = 'refuses';
    await failing(breakerOf({ retries: 1 }));
    expect(requests).toBe(4);
  });

  it('are not made while the breaker is open', async () => {
    const breaker = breakerOf({ failures: 1, retries: 5, pauseMs: 60_000 });
    mode = 'is-down';
    expect(await failing(breaker)).toBeInstanceOf(BreakerOpen);
    expect(requests).toBe(1);
  });
});

it('the metrics say which breakers are open', async () => {
  const registry = new Registry();
  const [up, down] = [breakerOf({ provider: 'Up' }), breakerOf({ provider: 'Down', failures: 1 })];
  measureBreakers(registry, [up, down]);
  expect(openBreakersIn(await registry.metrics())).toEqual([]);
  mode = 'is-down';
  await failing(down);
  const metrics = await registry.metrics();
  expect(metrics).toContain('kemas_provider_breaker_open{provider="Up"} 0');
  expect(openBreakersIn(metrics)).toEqual(['Down']);
});
