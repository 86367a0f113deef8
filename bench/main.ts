/** `npm run bench`: measures Kemas at the size of a large company against its targets; see README.md. */
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { type Company, openCompany } from './company.ts';
import { measureDayBoard } from './parts/day-board.ts';
import { measureDispatch } from './parts/dispatch.ts';
import { floorPace, measureAgainstFloor } from './parts/floor.ts';
import { measureImport } from './parts/import.ts';
import { measureMixedLoad } from './parts/mixed-load.ts';
import { measurePayments } from './parts/payments.ts';
import { measureRace } from './parts/race.ts';
import { measureRequests } from './parts/requests.ts';
import { measureWeb } from './parts/web.ts';
import { measureWholeLists } from './parts/whole-lists.ts';
import { type Run, savePart } from './report.ts';
import { type Figure, targetTable } from './targets.ts';

const FULL_SIZE = 1_000_000;
/** Share of the processors that other programs may use on an idle machine. */
const IDLE = 0.05;
const WATCHED_MS = 3000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: String(FULL_SIZE) },
    quick: { type: 'boolean', default: false },
    data: { type: 'string', default: 'data/bench' },
  },
});
const jobs = Number(options.jobs);
const data = path.resolve(options.data);
const pick = <T>(full: T, quick: T) => (options.quick ? quick : full);

const PARTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  floor: async () =>
    measureAgainstFloor(await company(jobs), pick({ rounds: 5, seconds: 3 }, { rounds: 1, seconds: 1 }), log),
  requests: async () => {
    const companies = { tenth: await company(jobs / 10), full: await company(jobs) };
    return measureRequests(companies, pick({ warmUp: 40, counted: 15 }, { warmUp: 1, counted: 2 }), log);
  },
  mixed: async () => measureMixedLoad(await company(jobs), pick(20, 2)),
  race: async () => measureRace(await company(jobs), 200),
  payments: async () => measurePayments(await company(jobs), pick(640, 32)),
  lists: async () => {
    await closeCompanies(); // for a server that has just been started
    return measureWholeLists(await company(jobs));
  },
  import: async () => measureImport(await company(jobs), pick(20_000, 250)),
  board: async () => {
    await closeCompanies();
    return measureDayBoard(path.join(data, 'board'), pick(3, 1));
  },
  web: async () => {
    await closeCompanies();
    return measureWeb(path.join(data, 'demo'), pick(3, 1));
  },
  dispatch: async () =>
    measureDispatch({
      folder: path.join(data, 'hhcrsp'),
      ...pick({ instances: 10, timeFactor: 1 }, { instances: 2, timeFactor: 0.1 }),
      log,
    }),
};

const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = wanted.filter((part) => PARTS[part] === undefined);
if (unknown.length > 0) throw new Error(`Unknown part ${unknown}. Parts: ${Object.keys(PARTS).join(', ')}.`);

const busy = await busyShare();
if (busy > IDLE)
  log(
    `THE MACHINE IS NOT IDLE: other programs use ${Math.round(busy * 100)} % of it. Times will be too long.`,
  );
const postgres = await startEmbeddedPostgres({ dataDir: data, durable: true, log });
const opened = new Map<number, Company>();
/** Requests a second of the floor server for one job; null until a part needs the company. */
let floor: number | null = null;
const failed: string[] = [];
try {
  for (const part of wanted) await runPart(part);
} finally {
  await closeCompanies();
  await postgres.stop();
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

/** Prints its table, and with all jobs and rounds writes it into the page. The parts after one that fails still run. */
async function runPart(part: string): Promise<void> {
  log(part);
  try {
    const figures = (await PARTS[part]?.()) ?? [];
    const run: Run = { day: Temporal.Now.plainDateISO().toString(), isIdle: busy <= IDLE, floor };
    console.log(`\n${targetTable(figures)}\n`);
    if (jobs === FULL_SIZE && !options.quick) await savePart(part, run, figures);
  } catch (error) {
    console.error(error);
    failed.push(part);
    await closeCompanies();
  }
}

async function company(size: number): Promise<Company> {
  const found = opened.get(size) ?? (await openCompany(size, postgres.url, log));
  opened.set(size, found);
  if (floor === null && size === jobs) {
    floor = await floorPace(found, pick(3, 1));
    log(`The floor server answers ${floor.toFixed(0)} requests a second for one job.`);
  }
  return found;
}

async function closeCompanies(): Promise<void> {
  for (const one of opened.values()) await one.close().catch(console.error);
  opened.clear();
}

/** The share of all processors that is in use, before the benchmark starts anything. */
async function busyShare(): Promise<number> {
  const times = () => {
    const all = cpus().flatMap((cpu) => Object.values(cpu.times));
    const idle = cpus().map((cpu) => cpu.times.idle);
    return { all: sum(all), idle: sum(idle) };
  };
  const before = times();
  await sleep(WATCHED_MS);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** With the seconds since the start. */
function log(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
}
