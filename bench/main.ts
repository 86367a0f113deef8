/** `npm run bench`: measures Kemas at the size of a large company and writes docs/performance.md; see README.md. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectionSettings } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { type Cast, openCast } from './business/cast.ts';
import { type BusinessSize, ensureBusiness, ZONE } from './business/make-business.ts';
import { SECRET } from './business/sessions.ts';
import { drain, median, send } from './client.ts';
import { requestFigures } from './figures/requests.ts';
import { type Server, startServer } from './servers/child.ts';

const FULL: BusinessSize = { cleaners: 1000, customers: 100_000, jobs: 1_000_000 };
const TENTH: BusinessSize = { cleaners: 1000, customers: 10_000, jobs: 100_000 };

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    data: { type: 'string', default: 'data/bench' },
  },
});

const MEGABYTE = 2 ** 20;

const log = (line: string) => console.error(line);
const today = Temporal.Now.plainDateISO(ZONE).toString();
const postgres = await startEmbeddedPostgres({ dataDir: path.resolve(options.data), durable: true, log });
try {
  for (const [name, size] of Object.entries(
    options.quick ? { tenth: TENTH } : { tenth: TENTH, full: FULL },
  )) {
    const url = await ensureBusiness(postgres.url, name, size, { today, log });
    await measure(name, url);
  }
} finally {
  await postgres.stop();
}

async function measure(name: string, url: string): Promise<void> {
  const kemas = await startServer('kemas.ts', {
    DATABASE_URL: url,
    PORT: '0',
    DEMO: '0',
    SANDBOX: '1',
    SESSION_SECRET: SECRET,
    ADMIN_IDENTITY: 'office',
    ADMIN_PASSWORD: 'the office of the bench',
    LOG_LEVEL: 'error',
  });
  const client = new pg.Client(connectionSettings({ url, timeZone: ZONE }));
  await client.connect();
  try {
    console.log(`## ${name}: ${((await kemas.condition()).rss / MEGABYTE).toFixed(0)} MB at rest`);
    const cast = await openCast(client, today);
    await measureRequests(kemas, cast);
    await measureWholeLists(kemas, cast);
  } finally {
    await client.end();
    await kemas.stop();
  }
}

async function measureRequests(kemas: Server, cast: Cast): Promise<void> {
  for (const figure of requestFigures(cast).filter((one) => one.name.includes(options.only))) {
    const times: number[] = [];
    const before = (await kemas.condition()).statements;
    let status = 0;
    let rows = 0;
    const rounds = options.quick ? 3 : 5;
    for (let round = 0; round < rounds; round += 1) {
      const answer = await send(kemas.address, figure.call);
      times.push(answer.total);
      status = answer.status;
      rows = (JSON.parse(answer.body) as { items?: unknown[] }).items?.length ?? 0;
    }
    const statements = ((await kemas.condition()).statements - before) / rounds;
    console.log(
      `${figure.name.padEnd(40)} ${median(times).toFixed(1).padStart(9)} ms  goal ${figure.goal}  ${statements} statements  ${status}  ${rows} rows`,
    );
  }
}

/** All jobs in one reply: whether it is whole, when it begins, and what it takes of the server's memory. */
async function measureWholeLists(kemas: Server, cast: Cast): Promise<void> {
  for (const [name, more] of [
    ['all jobs as JSON', ''],
    ['all jobs as CSV', '&download=1'],
  ] as const) {
    if (!name.includes(options.only)) continue;
    const before = (await kemas.condition()).rss;
    let most = before;
    const watch = setInterval(() => {
      void kemas.condition().then(({ rss }) => {
        most = Math.max(most, rss);
      });
    }, 250);
    const path = `/api/jobs?size=9999999&status=*${more}`;
    const answer = await drain(kemas.address, { path, token: cast.office }).finally(() =>
      clearInterval(watch),
    );
    const total = /"total":(\d+),"from"/.exec(answer.body)?.[1] ?? '';
    console.log(
      `${name.padEnd(40)} ${(answer.total / 1000).toFixed(1)} s  first byte ${answer.firstByte.toFixed(0)} ms  ` +
        `RSS +${((most - before) / MEGABYTE).toFixed(0)} MB  total ${total}`,
    );
  }
}
