import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** From `/api` on. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds until the first byte, and until the last. */
  readonly firstByte: number;
  readonly total: number;
}

/** One request over a kept-alive connection, without compression. */
export function send(address: string, { method = 'GET', path, token, body }: Call): Promise<Answer> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const asked = request(
    `${address}${path}`,
    {
      method,
      agent,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    },
    (reply) => {
      const firstByte = performance.now() - began;
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.once('error', reject);
      reply.once('end', () => {
        const total = performance.now() - began;
        resolve({
          status: reply.statusCode ?? 0,
          body: Buffer.concat(pieces).toString(),
          firstByte,
          total,
        });
      });
    },
  );
  asked.once('error', reject);
  asked.end(text);
  return promise;
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
