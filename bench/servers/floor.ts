/**
 * What Kemas is measured against: the same replies to three calls, by hand, with nothing but `node:http` and `pg`. No
 * session is checked: a booking is for whoever owns the address. DATABASE_URL names the database.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { loadConfig } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { tellConditions } from './conditions.ts';
import { type BookingBody, book } from './floor/book.ts';
import { findJob, listJobs } from './floor/read-jobs.ts';

tellConditions();
const {
  DATABASE_URL: url = '',
  BUSINESS_TZ: timeZone,
  DATABASE_POOL,
  SESSION_SECRET,
} = loadConfig(process.env);
const pool = openPool({ url, timeZone, connections: DATABASE_POOL });
const keys = keysFrom(SESSION_SECRET ?? '');
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
    const job = await book(pool, (await json(request)) as BookingBody, timeZone);
    return job === null ? [409, {}] : [201, job];
  }
  if (path === '/api/jobs') {
    const size = Number(new URLSearchParams(query).get('size'));
    return [200, await listJobs(pool, keys, size)];
  }
  const job = await findJob(pool, path.slice('/api/jobs/'.length));
  return job === null ? [404, {}] : [200, job];
}
