/** `npm run bench`: measures Kemas at the size of a large company against its targets; see README.md. */
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { type Company, openCompany } from './company.ts';
import { measureDayBoard } from './parts/day-board.ts';
import { measureDispatch } from './parts/dispatch.ts';
import { measureAgainstFloor } from './parts/floor.ts';
import { measureMixedLoad } from './parts/mixed-load.ts';
import { measurePayments } from './parts/payments.ts';
import { measureRace } from './parts/race.ts';
import { measureRequests } from './parts/requests.ts';
import { measureWeb } from './parts/web.ts';
import { measureWholeLists } from './parts/whole-lists.ts';
import { type Figure, targetTable } from './targets.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '1000000' },
    quick: { type: 'boolean', default: false },
    data: { type: 'string', default: 'data/bench' },
  },
});
const jobs = Number(options.jobs);
const data = path.resolve(options.data);
const pick = <T>(full: T, quick: T) => (options.quick ? quick : full);

const PARTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  requests: async () => {
    const companies = { tenth: await company(jobs / 10), full: await company(jobs) };
    return measureRequests(companies, pick({ warmUp: 40, counted: 15 }, { warmUp: 1, counted: 2 }), log);
  },
  lists: async () => measureWholeLists(await company(jobs)),
  floor: async () =>
    measureAgainstFloor(await company(jobs), pick({ rounds: 5, seconds: 3 }, { rounds: 1, seconds: 1 }), log),
  mixed: async () => measureMixedLoad(await company(jobs), pick(20, 2)),
  race: async () => measureRace(await company(jobs), 200),
  payments: async () => measurePayments(await company(jobs), pick(640, 32)),
  dispatch: async () =>
    measureDispatch({
      folder: path.join(data, 'hhcrsp'),
      ...pick({ instances: 10, timeFactor: 1 }, { instances: 2, timeFactor: 0.1 }),
      log,
    }),
  board: async () => {
    await closeCompanies();
    return measureDayBoard(path.join(data, 'board'), pick(3, 1));
  },
  web: async () => {
    await closeCompanies();
    return measureWeb(path.join(data, 'demo'), pick(3, 1));
  },
};

const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = wanted.filter((part) => PARTS[part] === undefined);
if (unknown.length > 0) throw new Error(`Unknown part ${unknown}. Parts: ${Object.keys(PARTS).join(', ')}.`);

const postgres = await startEmbeddedPostgres({ dataDir: data, durable: true, log });
const opened = new Map<number, Company>();
const figures: Figure[] = [];
try {
  for (const part of wanted) {
    log(part);
    figures.push(...((await PARTS[part]?.()) ?? []));
  }
} finally {
  await closeCompanies();
  await postgres.stop();
}
const gigabytes = Math.round(totalmem() / 2 ** 30);
console.log(`\n${jobs.toLocaleString('en')} jobs; ${availableParallelism()} cores, ${gigabytes} GB.\n`);
console.log(targetTable(figures));

async function company(size: number): Promise<Company> {
  const found = opened.get(size) ?? (await openCompany(size, postgres.url, log));
  opened.set(size, found);
  return found;
}

async function closeCompanies(): Promise<void> {
  for (const one of opened.values()) await one.close();
  opened.clear();
}

/** With the seconds since the start. */
function log(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
}
