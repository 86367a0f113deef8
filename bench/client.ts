import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** From `/api` on. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Idempotency-Key. */
  readonly key?: string;
  /** What kind of request it is, where several kinds are told apart. */
  readonly kind?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds until the first byte, and until the last. */
  readonly firstByte: number;
  readonly total: number;
}

/** One request over a kept-alive connection, without compression. */
export async function send(address: string, call: Call): Promise<Answer> {
  const pieces: Buffer[] = [];
  const times = await exchange(address, call, (piece) => pieces.push(piece));
  return { ...times, body: Buffer.concat(pieces).toString() };
}

/** The same for a body that nobody could hold; the last of it, which tells whether it is whole. */
export async function drain(address: string, call: Call): Promise<Answer> {
  let end = Buffer.alloc(0);
  const times = await exchange(address, call, (piece) => {
    end = Buffer.concat([end, piece]).subarray(-END_BYTES);
  });
  return { ...times, body: end.toString() };
}

const END_BYTES = 2000;

/** The same where only its time and status count: who is many people at once holds no replies. */
export async function sendOff(address: string, call: Call): Promise<Omit<Answer, 'body'>> {
  return exchange(address, call, () => undefined);
}

/** @throws when the reply breaks off. */
function exchange(
  address: string,
  { method = 'GET', path, token, body, key }: Call,
  take: (piece: Buffer) => void,
): Promise<Omit<Answer, 'body'>> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Answer, 'body'>>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const asked = request(`${address}${path}`, { method, agent, headers }, (reply) => {
    const firstByte = performance.now() - began;
    reply.on('data', take);
    reply.once('error', reject);
    reply.once('end', () =>
      resolve({ status: reply.statusCode ?? 0, firstByte, total: performance.now() - began }),
    );
  });
  asked.once('error', reject);
  asked.end(text);
  return promise;
}

/** One request whose answer is needed: the thing itself. @throws when it is refused. */
export async function ask<T>(address: string, call: Call): Promise<T> {
  const { status, body } = await send(address, call);
  if (status >= 300) throw new Error(`${call.path}: ${status} ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
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
