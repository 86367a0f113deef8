/**
 * What Kemas is measured against: the same replies to five calls, by hand, with nothing but `node:http` and `pg`. No
 * session is checked: a booking is for whoever owns the address. Payments write what the books need, and no audit trail,
 * and nobody is told. DATABASE_URL names the database; the twin of Stripe is in the same process, as Kemas has it.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { loadConfig } from '#platform/server/config.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { startStripeTwin } from '#platform/server/sandbox/stripe/twin.ts';
import { tellConditions } from './conditions.ts';
import { type BookingBody, book } from './floor/book.ts';
import { payByCard, payWithHours } from './floor/pay.ts';
import { findJob, listJobs } from './floor/read-jobs.ts';
import { stripeAt } from './floor/stripe.ts';

tellConditions();
const {
  DATABASE_URL: url = '',
  BUSINESS_TZ: timeZone,
  DATABASE_POOL,
  SESSION_SECRET,
} = loadConfig(process.env);
const pool = openPool({ url, timeZone, connections: DATABASE_POOL });
const keys = keysFrom(SESSION_SECRET ?? '');
const twin = await startStripeTwin({ db: openDatabase(pool), log: pino({ level: 'fatal' }) });
const postStripe = stripeAt(twin.url);
process.on('disconnect', () => process.exit(0));

const server = createServer(async (request, reply) => {
  const [status, body] = await answer(request).catch((error: unknown): [number, unknown] => {
    console.error(error);
    return [500, {}];
  });
  const text = JSON.stringify(body);
  reply.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  reply.end(text);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ address: `http://127.0.0.1:${port}` });
});

async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
  const [path = '', query] = (request.url ?? '').split('?');
  if (request.method === 'POST') {
    const body: unknown = await json(request);
    const [, jobId] = /^\/api\/jobs\/([^/]+)\/commit$/.exec(path) ?? [];
    if (jobId !== undefined) {
      const { stripeToken } = body as { readonly stripeToken: string };
      return [200, await payByCard(pool, { jobId, token: stripeToken, postStripe })];
    }
    if (path === '/api/customers/updatecredit') {
      return [200, await payWithHours(pool, (body as { readonly jobID: string }).jobID)];
    }
    const job = await book(pool, body as BookingBody, timeZone);
    return job === null ? [409, {}] : [201, job];
  }
  if (path === '/api/jobs') {
    const size = Number(new URLSearchParams(query).get('size'));
    return [200, await listJobs(pool, keys, size)];
  }
  const job = await findJob(pool, path.slice('/api/jobs/'.length));
  return job === null ? [404, {}] : [200, job];
}
