import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** From `/api` on. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Idempotency-Key. */
  readonly key?: string;
}

/** One request, uncompressed. */
export function send(address: string, call: Call): Promise<Response> {
  const { method, headers, body } = requestOf(call);
  return fetch(address + call.path, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** The reply to one request. @throws when it is refused */
export async function ask<T>(address: string, call: Call): Promise<T> {
  const reply = await send(address, call);
  if (!reply.ok) throw new Error(`${call.path}: ${reply.status} ${(await reply.text()).slice(0, 300)}`);
  return (await reply.json()) as T;
}

export interface Load {
  readonly calls: readonly Call[];
  readonly connections: number;
  /** Repeats the calls for so long; without it each of them is sent once. */
  readonly seconds?: number;
}

/** Many connections at once, each with its share of the calls; it sends the next one when it has the reply. */
export function sendAll(address: string, { calls, connections, seconds }: Load): Promise<autocannon.Result> {
  const shares = Math.min(connections, calls.length);
  let connection = 0;
  return autocannon({
    url: address,
    ...(seconds === undefined
      ? { connections: shares, amount: calls.length }
      : { connections, duration: seconds }),
    timeout: 60,
    sampleInt: 10, // it ends with a sample, ms
    setupClient: (client) => {
      client.setRequests(calls.filter((_, i) => i % shares === connection % shares).map(requestOf));
      connection += 1;
    },
  });
}

export interface Reply {
  /** 0 where the connection broke. */
  readonly status: number;
  /** To the last byte. */
  readonly ms: number;
}

/**
 * A fixed number of requests a second, whether replies have come or not; times count from when a request was due.
 * Not by autocannon, which sends what is due in a second at its beginning.
 */
export function sendSteadily(address: string, calls: readonly Call[], perSecond: number): Promise<Reply[]> {
  const began = performance.now();
  const sendAt = async (call: Call, due: number): Promise<Reply> => {
    await sleep(due);
    const status = await statusOf(address, call).catch(() => 0); // counted as a failure
    return { status, ms: performance.now() - began - due };
  };
  return Promise.all(calls.map((call, i) => sendAt(call, (i * 1000) / perSecond)));
}

async function statusOf(address: string, call: Call): Promise<number> {
  const reply = await send(address, call);
  await reply.arrayBuffer();
  return reply.status;
}

function requestOf({ method = 'GET', path, token, body, key }: Call) {
  return {
    method,
    path,
    headers: {
      'accept-encoding': 'identity',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** The middle one of some figures; NaN of none. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5);
}

/** The figure below which that share of them lies. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
