/** `npm run bench`: measures Kemas at the size of a large company and writes docs/performance.md; see README.md. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectionSettings } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { type Cast, openCast } from './business/cast.ts';
import { type BusinessSize, ensureBusiness, ZONE } from './business/make-business.ts';
import { SECRET } from './business/sessions.ts';
import { median, send } from './client.ts';
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
    console.log(`## ${name}: ${((await kemas.condition()).rss / 2 ** 20).toFixed(0)} MB at rest`);
    await measureRequests(kemas, await openCast(client, today));
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
