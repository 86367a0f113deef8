/**
 * The floor server that Kemas is compared with: the same replies to three calls, written by hand with `node:http` and `pg`.
 * It checks no session: a booking is for the customer who owns the address. DATABASE_URL names the database.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { loadConfig } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { type BookingBody, book } from './book.ts';
import { findJob, listJobs } from './read-jobs.ts';

const {
  DATABASE_URL: url = '',
  BUSINESS_TZ: timeZone,
  DATABASE_POOL: connections,
  SESSION_SECRET = '',
} = loadConfig(process.env);
const pool = openPool({ url, timeZone, connections });
const keys = keysFrom(SESSION_SECRET);

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
  console.log(`ready: http://127.0.0.1:${port}`);
});

async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
  const [path = '', query] = (request.url ?? '').split('?');
  if (request.method === 'POST') {
    const body = (await json(request)) as BookingBody;
    const job = await book(pool, body, timeZone);
    return job === null ? [409, {}] : [201, job];
  }
  if (path === '/api/jobs') {
    const size = Number(new URLSearchParams(query).get('size'));
    return [200, await listJobs(pool, keys, size)];
  }
  const job = await findJob(pool, path.slice('/api/jobs/'.length));
  return job === null ? [404, {}] : [200, job];
}
