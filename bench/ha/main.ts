/**
 * `npm run ha`: kills the leader of a PostgreSQL cluster ten times while customers book and pay through two APIs, with two
 * workers; then checks that nothing acknowledged is lost or duplicated. Prints the tables of docs/scaling.md, and exits with
 * 1 when a check fails or the service was away for longer than 30 s. Needs root and debootstrap; see bench/README.md.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { startFakeStripe } from '#platform/server/fakes/stripe/fake-stripe.ts';
import { ZONE } from '../business/make-business.ts';
import { SECRET } from '../business/sessions.ts';
import { makeCompany } from '../business/small-company.ts';
import { ask, send } from '../load.ts';
import { type Server, startServer } from '../server.ts';
import { API_PORTS, type Cluster, queryAt, startCluster, WEB_PORT, waitUntil } from './cluster.ts';
import { type Acknowledged, bookAndPay, type Told } from './customers.ts';
import { openDebian } from './files.ts';
import { missingIn, verify } from './verify.ts';

const WEB = `http://127.0.0.1:${WEB_PORT}`;
const LIMIT_S = 30;
const CUSTOMERS = 8;
const CLEANERS = 60;
/** Undisturbed work before each kill, ms. */
const QUIET_MS = 8000;
/** The killed node stays away for so long after the service is back, ms. */
const AWAY_MS = 3000;
/** Steps of the app's clock, s, until all work is finished: as in soak.ts. */
const CLOCK_STEPS = [61, 61, 16 * 60, 31 * 60, 61];
const WORK_FOR = 3000;
const WEBHOOK_SECRET = 'whsec_of_the_trial';

const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: '/var/lib/kemas-ha' },
    kills: { type: 'string', default: '10' },
  },
});
const kills = Number(options.kills);
if (!(kills >= 1)) throw new Error('--kills takes a number from 1.');
const hasDebootstrap = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'debootstrap')));
if (process.getuid?.() === 0 && hasDebootstrap) await runTrial();
else
  console.log('The trial was not run: it needs root and debootstrap (Debian: apt-get install debootstrap).');

async function runTrial(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'kemas-ha-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const root = openDebian(options.root);
  opened.defer(() => root.close());
  const provider = await startProvider(opened, folder);
  const cluster = await startCluster(root);
  opened.defer(() => cluster.stop());
  console.log('The cluster is healthy.');
  const servers = await startKemas(opened, cluster, { folder, stripeUrl: provider.url });
  const told: Told = { bookings: [], payments: [], statuses: new Map(), longestMs: new Map() };
  const company = await makeCompany(cluster.sessionUrl, { customers: CUSTOMERS, cleaners: CLEANERS });
  const stop = new AbortController();
  const { packageID } = company;
  const load = Promise.all([
    ...company.customers.map((customer) => bookAndPay(WEB, customer, { packageID, told, stop: stop.signal })),
    readLists(company.office, told, stop.signal),
  ]);
  const rows: Row[] = [];
  const sizeBefore = await databaseSize(cluster);
  try {
    await cluster.backUp();
    for (let nth = 1; nth <= kills; nth += 1) rows.push(await killOnce(cluster, told, nth));
  } finally {
    stop.abort();
    await load;
  }
  await finishWork();
  const problems = [
    ...(await verify(cluster.sessionUrl, provider.pool, told)),
    ...(await checkCopies(cluster, told)),
    ...rows
      .filter(({ bookingS, paymentS }) => Math.max(bookingS, paymentS) > LIMIT_S)
      .map(({ nth }) => `kill ${nth}: away for more than ${LIMIT_S} s`),
    ...[...told.statuses]
      .filter(([seen]) => / 500\b/.test(seen))
      .map(([seen, times]) => `${seen}, ${times} times`),
    ...servers.filter((server) => !server.isRunning()).map(({ address }) => `process ended: ${address}`),
  ];
  await print(rows, told);
  const bytes = ((await databaseSize(cluster)) - sizeBefore) / told.bookings.length;
  console.log(`Database: ${(bytes / 1000).toFixed(1)} kB for each booking, with its payment and indexes.`);
  for (const problem of problems.slice(0, 50)) console.log(`BROKEN  ${problem}`);
  console.log(problems.length === 0 ? 'Nothing is lost or duplicated.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** A fake Stripe with a database of its own: a provider does not fail over with us. */
async function startProvider(opened: AsyncDisposableStack, folder: string) {
  const dataDir = join(folder, 'provider');
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: console.warn });
  opened.defer(() => postgres.stop());
  const pool = openPool({ url: postgres.url, timeZone: ZONE, connections: 10 });
  opened.defer(() => pool.end());
  await migrate(pool);
  const fake = await startFakeStripe({ db: openDatabase(pool), log: pino({ level: 'silent' }) });
  opened.defer(() => fake.close());
  fake.sendEventsTo({ url: `${WEB}/api/webhooks/stripe`, secret: WEBHOOK_SECRET });
  return { pool, url: fake.url };
}

/** Two APIs and two workers. */
async function startKemas(
  opened: AsyncDisposableStack,
  cluster: Cluster,
  { folder, stripeUrl }: { readonly folder: string; readonly stripeUrl: string },
): Promise<Server[]> {
  const settings = {
    DATABASE_URL: cluster.poolerUrl,
    DATABASE_SESSION_URL: cluster.sessionUrl,
    DATABASE_REPLICA_URL: cluster.replicaUrl,
    DATA_DIR: join(folder, 'data'),
    DEMO: '0',
    SESSION_SECRET: SECRET,
    PUBLIC_URL: WEB,
    TRUST_PROXY: 'loopback',
    STRIPE_API_URL: stripeUrl,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    MESSAGES_PER_MINUTE: '1000000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', // failures are counted
  };
  const servers: Server[] = [];
  for (const own of [
    ...API_PORTS.map((port) => ({ PROCESS: 'api', PORT: String(port) })),
    ...API_PORTS.map(() => ({ PROCESS: 'worker', METRICS_PORT: '0' })),
  ]) {
    const server = await startServer('kemas', { ...settings, ...own });
    opened.defer(() => server.stop());
    servers.push(server);
  }
  await waitUntil(async () => (await fetch(`${WEB}/readyz`)).ok);
  return servers;
}

/** The office looks at the list of visits, which is read from a standby. */
async function readLists(token: string, told: Told, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const reply = await send(WEB, { path: '/api/jobs?size=20', token }).catch(() => null);
    await reply?.arrayBuffer().catch(() => undefined); // the status counts
    const seen = `list ${reply?.status ?? 0}`;
    told.statuses.set(seen, (told.statuses.get(seen) ?? 0) + 1);
    await sleep(250);
  }
}

interface Row {
  readonly nth: number;
  readonly killed: string;
  readonly leader: string;
  /** From the kill to the first acknowledged booking and payment that was requested after it. */
  readonly bookingS: number;
  readonly paymentS: number;
}

async function killOnce(cluster: Cluster, told: Told, nth: number): Promise<Row> {
  await cluster.becomeHealthy();
  await sleep(QUIET_MS);
  const killed = await cluster.killLeader();
  const killedAt = performance.now();
  const firstAfter = (acknowledged: readonly Acknowledged[]) =>
    acknowledged.find(({ sentAt }) => sentAt > killedAt);
  await waitUntil(async () => [told.bookings, told.payments].every((list) => firstAfter(list) !== undefined));
  await sleep(AWAY_MS);
  const leader = (await cluster.members()).find(({ role }) => role === 'leader')?.name ?? '?';
  cluster.startNode(killed);
  const secondsTo = (first: Acknowledged | undefined) => ((first?.at ?? 0) - killedAt) / 1000;
  const row = {
    nth,
    killed,
    leader,
    bookingS: secondsTo(firstAfter(told.bookings)),
    paymentS: secondsTo(firstAfter(told.payments)),
  };
  console.log(JSON.stringify(row));
  return row;
}

/** Bytes of the tables whose rows stay, with their indexes. */
async function databaseSize(cluster: Cluster): Promise<number> {
  const [{ size } = { size: 0 }] = await queryAt(
    cluster.sessionUrl,
    `select sum(pg_total_relation_size(relid)) as size from pg_stat_user_tables
     where schemaname = 'public' and relname not in ('idempotency_key', 'live_event', 'throttle')`,
  );
  return Number(size);
}

/** Moves the app's clock until nothing is left to do. */
async function finishWork(): Promise<void> {
  for (const advance of CLOCK_STEPS) {
    await ask(WEB, { method: 'POST', path: '/api/sandbox/clock', body: { advance } });
    await sleep(WORK_FOR);
  }
}

/** Each standby, and a restored backup with its WAL, have everything too. */
async function checkCopies(cluster: Cluster, told: Told): Promise<string[]> {
  await cluster.becomeHealthy();
  const members = await cluster.members();
  const urlOf = (name: 'n1' | 'n2' | 'n3') =>
    Object.assign(new URL(cluster.nodeUrl(name)), { pathname: '/kemas' }).href;
  const leader = urlOf(members.find(({ role }) => role === 'leader')?.name ?? 'n1');
  const [{ position } = { position: '' }] = await queryAt(
    leader,
    'select pg_current_wal_flush_lsn()::text as position',
  );
  const missing: string[] = [];
  for (const { name, role } of members.filter((member) => member.role !== 'leader')) {
    const isReached = `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as is`;
    await waitUntil(async () => (await queryAt(urlOf(name), isReached))[0]?.is === true);
    for (const id of await missingIn(urlOf(name), told))
      missing.push(`booking missing on ${role} ${name}: ${id}`);
  }
  const [{ segment } = { segment: '' }] = await queryAt(
    leader,
    'select pg_walfile_name(pg_switch_wal()) as segment',
  );
  const isArchived = `select last_archived_wal >= '${segment}' as is from pg_stat_archiver`;
  await waitUntil(async () => (await queryAt(leader, isArchived))[0]?.is === true);
  const restored = Object.assign(new URL(await cluster.restore()), { pathname: '/kemas' }).href;
  for (const id of await missingIn(restored, told))
    missing.push(`booking missing in the restored backup: ${id}`);
  return missing;
}

async function print(rows: readonly Row[], told: Told): Promise<void> {
  console.log(
    '| kill | killed | new leader | first booking after, s | first payment after, s |\n|---|---|---|---|---|',
  );
  for (const { nth, killed, leader, bookingS, paymentS } of rows)
    console.log(`| ${nth} | ${killed} | ${leader} | ${bookingS.toFixed(1)} | ${paymentS.toFixed(1)} |`);
  const booking = rows.map(({ bookingS }) => bookingS);
  const mean = booking.reduce((sum, s) => sum + s, 0) / booking.length;
  console.log(`Bookings: mean ${mean.toFixed(1)} s, worst ${Math.max(...booking).toFixed(1)} s.`);
  console.log(`Acknowledged: ${told.bookings.length} bookings, ${told.payments.length} payments.`);
  for (const [act, ms] of told.longestMs)
    console.log(`Longest wait for the answer to "${act}", with repetitions: ${(ms / 1000).toFixed(1)} s.`);
  for (const [seen, times] of [...told.statuses].sort()) console.log(`${String(times).padStart(7)}  ${seen}`);
  for (const port of API_PORTS) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    console.log(text.match(/^kemas_replica_reads_total.*$/gm)?.join('\n'));
  }
}
