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

export interface LoadResult {
  readonly replies: readonly Reply[];
  /** Requests without a reply. */
  readonly broken: number;
  /** From the first request to the last reply. */
  readonly seconds: number;
}

/** Many connections at once, each with its share of the calls; it sends the next one when it has the reply. */
export async function sendAll(address: string, { calls, connections, seconds }: Load): Promise<LoadResult> {
  const used = Math.min(connections, calls.length);
  let connection = 0;
  const done = Promise.withResolvers<autocannon.Result>();
  const running = autocannon(
    {
      url: address,
      ...(seconds === undefined
        ? { connections: used, amount: calls.length }
        : { connections, duration: seconds }),
      timeout: 60,
      setupClient: (client) => {
        client.setRequests(calls.filter((_, i) => i % used === connection % used).map(requestOf));
        connection += 1;
      },
    },
    (error, result) => (error ? done.reject(error) : done.resolve(result)),
  );
  const began = performance.now();
  let ended = began;
  const replies: Reply[] = [];
  running.on('response', (_client, status, _bytes, ms) => {
    replies.push({ status, ms });
    ended = performance.now();
  });
  const { errors, timeouts } = await done.promise;
  return { replies, broken: errors + timeouts, seconds: (ended - began) / 1000 };
}

export interface Reply {
  /** 0 where the connection broke. */
  readonly status: number;
  /** To the last byte. */
  readonly ms: number;
}

/** A fixed number of requests a second, whether replies have come or not; times count from when a request was due. */
export async function sendSteadily(
  address: string,
  calls: readonly Call[],
  perSecond: number,
): Promise<Reply[]> {
  const began = performance.now();
  const replies: Promise<Reply>[] = [];
  for (const [i, call] of calls.entries()) {
    const due = began + (i * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    replies.push(timed(send(address, call), due));
  }
  return Promise.all(replies);
}

async function timed(sent: Promise<Response>, due: number): Promise<Reply> {
  try {
    const reply = await sent;
    await reply.arrayBuffer();
    return { status: reply.status, ms: performance.now() - due };
  } catch {
    return { status: 0, ms: performance.now() - due }; // counted as a failure
  }
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
