/**
 * `npm run bench:partitions -- --rows 10000000`: the diary, visits and ledger as tables of their own and as partitions by
 * month, in a PostgreSQL that is removed afterwards. Prints the table of docs/scaling.md, "Partitions". About 22 minutes and
 * 15 GB at ten million rows, two minutes at half a million.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { median } from './load.ts';

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } } });
const rows = Number(options.rows);
if (!(rows >= 100_000)) throw new Error('--rows takes a number from 100000.');

/** Two visits a day of each cleaner, for 1,000 days. */
const DAYS = 1000;
const CLEANERS = Math.floor(rows / DAYS / 2);
const MONTHS = 36;
const FIRST = '2024-01-01';
const TIMES = 500;
const TABLES = ['diary', 'visit', 'entry'] as const;

const dataDir = mkdtempSync(path.join(tmpdir(), 'kemas-partitions-'));
const postgres = await startEmbeddedPostgres({ dataDir, durable: true, log: console.warn });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
/** Figures by name, of the tables and of the partitions. */
const figures = new Map<string, string[]>();
try {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB';
    set timezone = 'Asia/Singapore'; create extension btree_gist`);
  for (const isPartitioned of [false, true]) await measure(isPartitioned);
  console.log('| | tables | partitions by month |\n|---|---|---|');
  for (const [name, [plain = '', partitioned = '']] of figures)
    console.log(`| ${name} | ${plain} | ${partitioned} |`);
} finally {
  await client.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(isPartitioned: boolean): Promise<void> {
  const by = isPartitioned ? 'partition by range (month)' : '';
  await client.query(`
    create table diary (id uuid not null, cleaner_id uuid not null, month date not null, job_id uuid not null,
      starts_at timestamptz not null, ends_at timestamptz not null, postal text not null, released_at timestamptz,
      check (date_trunc('month', starts_at at time zone 'Asia/Singapore') = month)) ${by};
    create table visit (id uuid not null, customer_id uuid not null, month date not null, starts_at timestamptz not null,
      status text not null, price int not null, address text not null, details jsonb not null) ${by};
    create table entry (id bigint not null, tx_id uuid not null, month date not null, account text not null,
      cents int not null, at timestamptz not null) ${by};`);
  if (isPartitioned) await makePartitions();
  await note('load, s', () => load());
  await note('indexes, s', () => addIndexes(isPartitioned));
  for (const table of TABLES) await client.query(`vacuum analyze ${table}`);
  const day = `'2026-03-10'::date`;
  const some =
    'select id from (select distinct cleaner_id as id from diary where month = $1 limit 200) as cleaners';
  const cleaners = (await client.query<{ id: string }>(some, ['2026-03-01'])).rows.map(({ id }) => id);
  await noteMedian('diary of 200 cleaners on a day, ms', () =>
    client.query(
      `select cleaner_id, starts_at, ends_at from diary where released_at is null and cleaner_id = any($1)
       and tstzrange(starts_at, ends_at) && tstzrange(${day}, ${day} + 1)
       ${isPartitioned ? "and month = '2026-03-01'" : ''}`,
      [cleaners],
    ),
  );
  const jobs = (
    await client.query<{ id: string }>(`select id from visit where month = '2026-03-01' limit ${TIMES}`)
  ).rows;
  let nth = 0;
  await noteMedian('visit by id alone, ms', () =>
    client.query('select * from visit where id = $1', [jobs[nth++ % jobs.length]?.id]),
  );
  await noteMedian('newest 50 visits, ms', () =>
    client.query('select * from visit order by starts_at desc, id desc limit 50'),
  );
  await client.query('set synchronous_commit = on');
  nth = 0;
  await noteMedian('insert into the diary, ms', () => {
    const cleaner = cleaners[nth % cleaners.length];
    nth += 1;
    const start = Temporal.PlainDate.from('2026-10-01').add({ days: Math.floor(nth / cleaners.length) });
    return client.query(
      `insert into diary values ($1, $2, date_trunc('month', $3::date), $1, $3::date + time '20:00', $3::date + time '22:00', '310145')`,
      [randomUUID(), cleaner, start.toString()],
    );
  });
  await client.query('set synchronous_commit = off');
  for (const table of TABLES) await noteSize(table);
  await note('remove the oldest month, s', async () => {
    for (const table of TABLES) {
      if (isPartitioned) {
        await client.query(`alter table ${table} detach partition ${table}_0`);
        await client.query(`drop table ${table}_0`);
      } else await client.query(`delete from ${table} where month = '${FIRST}'`);
    }
  });
  await note('vacuum after it, s', async () => {
    for (const table of TABLES) await client.query(`vacuum ${table}`);
  });
  await client.query('drop table diary, visit, entry');
}

async function makePartitions(): Promise<void> {
  for (const table of TABLES)
    for (let month = 0; month < MONTHS; month += 1)
      await client.query(`create table ${table}_${month} partition of ${table}
        for values from (date '${FIRST}' + interval '${month} month') to (date '${FIRST}' + interval '${month + 1} month')`);
}

/** The same rows each time. Ids are random, as UUIDs of the same moment are. */
async function load(): Promise<void> {
  const visits = `from generate_series(0, ${DAYS - 1}) as day, generate_series(1, ${CLEANERS}) as cleaner, generate_series(0, 1) as turn,
    lateral (select date '${FIRST}' + day as on_day, md5(cleaner::text)::uuid as cleaner_id,
      md5(cleaner || ' ' || day || ' ' || turn)::uuid as job_id) as of_visit,
    lateral (select on_day + time '09:00' + turn * interval '4 hours' as starts_at, date_trunc('month', on_day)::date as month) as at_time`;
  await client.query(`insert into diary select gen_random_uuid(), cleaner_id, month, job_id, starts_at,
    starts_at + interval '3 hours', '310145' ${visits}`);
  await client.query(`insert into visit select job_id, md5((cleaner * 7 + day) % 1000000 || '')::uuid, month, starts_at, 'paid', 9000,
    'Blk 145 Lorong 2 Toa Payoh #08-11', '{"policy": {"free": 24, "half": 12}, "lines": [{"cents": 9000, "of": "visit"}]}' ${visits}`);
  await client.query(
    `insert into entry select row_number() over (), job_id, month, 'revenue', 9000, starts_at ${visits}`,
  );
}

/** A constraint of a partitioned table must compare the partition's key for equality. */
async function addIndexes(isPartitioned: boolean): Promise<void> {
  const id = isPartitioned ? 'id, month' : 'id';
  const month = isPartitioned ? 'month with =, ' : '';
  for (const statement of [
    `alter table diary add primary key (${id})`,
    `alter table diary add exclude using gist (${month}cleaner_id with =, tstzrange(starts_at, ends_at) with &&)
      where (released_at is null)`,
    `alter table visit add primary key (${id})`,
    'create index on visit (starts_at, id)',
    'create index on visit (customer_id, starts_at)',
    `alter table entry add primary key (${id})`,
    'create index on entry (tx_id)',
  ])
    await client.query(statement);
}

async function note(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  save(name, ((performance.now() - began) / 1000).toFixed(1));
}

async function noteMedian(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  save(name, median(times).toFixed(2));
}

async function noteSize(table: string): Promise<void> {
  const { rows: sizes } = await client.query<{ mb: string }>(
    `select round(sum(pg_total_relation_size(oid)) / 1e6)::text as mb from pg_class
     where relkind = 'r' and relname ~ ('^' || $1 || '(_\\d+)?$')`,
    [table],
  );
  save(`${table} with indexes, MB`, sizes[0]?.mb ?? '');
}

function save(name: string, value: string): void {
  console.log(`${name}: ${value}`);
  figures.set(name, [...(figures.get(name) ?? []), value]);
}
