/**
 * The floor: how fast three of Kemas's requests can be on the same database. `node:http`, `pg` and prepared SQL by hand.
 *
 * It checks no session and no permission, validates nothing, and sends rows as PostgreSQL gives them. createjob books one
 * visit of one cleaner, by the hour and without supplies; it knows no opening hours, holidays, series, promo codes,
 * idempotency keys or messages.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { loadConfig } from '#platform/server/config.ts';
import { openPool } from '#platform/server/database/database.ts';
import { type BookingBody, book } from './book.ts';
import { listJobs, readJob } from './read-jobs.ts';

const { DATABASE_URL: url = '', BUSINESS_TZ: timeZone, DATABASE_POOL: connections } = loadConfig(process.env);
const pool = openPool({ url, timeZone, connections });

const server = createServer(async (request, reply) => {
  let status = request.method === 'POST' ? 201 : 200;
  const body = await answer(request).catch((error: unknown) => {
    console.error(error);
    status = 500;
  });
  const text = JSON.stringify(body ?? {});
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

async function answer(request: IncomingMessage): Promise<object | undefined> {
  if (request.method === 'POST') return book(pool, (await json(request)) as BookingBody);
  const [path = '', query] = (request.url ?? '').split('?');
  if (path === '/api/jobs') return listJobs(pool, Number(new URLSearchParams(query).get('size')));
  return readJob(pool, path.slice('/api/jobs/'.length));
}
