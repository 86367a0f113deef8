import type { FastifyInstance } from 'fastify';

/**
 * How long a reply is cached, ms. A change by another process reaches the site within a second; a busy page causes two
 * rounds of reads a second, whatever its traffic.
 */
export const REPLY_LIFE_MS = 500;
/** A page is rendered without replies that take longer than this, ms. */
const PATIENCE_MS = 3000;

/** One reply: the same object until its data changes. */
export interface PublicReply {
  readonly text: string;
  readonly value: unknown;
}

/** A read that was refused or failed. */
const NOTHING: PublicReply = { text: '', value: undefined };

interface Entry {
  readonly at: number;
  readonly reply: Promise<PublicReply>;
}

/** Reads through the public API without a session: only what every visitor may read. */
export function createPublicReads(fastify: FastifyInstance, now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry>();
  // A change by this process invalidates its pages immediately: the person who saved it looks at the site next.
  let changedAt = Number.NEGATIVE_INFINITY;
  fastify.addHook('onSend', (request, { statusCode }, _payload, done) => {
    if (request.method === 'POST' && statusCode < 400) changedAt = now();
    done();
  });
  const isFresh = ({ at }: Entry) => at > changedAt && now() - at < REPLY_LIFE_MS;

  async function ask(address: string, before: PublicReply | undefined): Promise<PublicReply> {
    try {
      const reply = await fastify.inject({
        method: 'GET',
        url: `/api${address}`,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (reply.statusCode >= 500) return before ?? NOTHING;
      if (reply.statusCode !== 200) return NOTHING;
      if (before?.text === reply.payload) return before;
      return { text: reply.payload, value: JSON.parse(reply.payload) as unknown };
    } catch {
      // Through an outage a page keeps the name and look of the business. What was never read, the browser requests.
      return before ?? NOTHING;
    }
  }

  /** At most one read at a time per address, of which there are a few dozen. */
  return async function read(address: string): Promise<PublicReply> {
    const entry = entries.get(address);
    if (entry !== undefined && isFresh(entry)) return entry.reply;
    const before = await entry?.reply;
    const newest = entries.get(address);
    if (newest !== entry && newest !== undefined) return newest.reply;
    const reply = ask(address, before);
    entries.set(address, { at: now(), reply });
    return reply;
  };
}

export type PublicReads = ReturnType<typeof createPublicReads>;
