/** `npm run bench`: measures Kemas at the size of a large company against its targets; see README.md. */
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { ZONE } from './business/make-business.ts';
import { type Company, openCompany } from './company.ts';
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
const effort = options.quick
  ? {
      rounds: { warmUp: 1, counted: 2 },
      floor: { rounds: 1, seconds: 1 },
      seconds: 2,
      payments: 32,
      lighthouse: 1,
    }
  : {
      rounds: { warmUp: 40, counted: 15 },
      floor: { rounds: 5, seconds: 3 },
      seconds: 20,
      payments: 640,
      lighthouse: 3,
    };

/** With the seconds since the start. */
const log = (line: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);

type Companies = { readonly tenth: Company; readonly full: Company };
const PARTS: Readonly<Record<string, (companies: Companies) => Promise<Figure[]>>> = {
  requests: (companies) => measureRequests(companies, effort.rounds, log),
  lists: ({ full }) => measureWholeLists(full),
  floor: ({ full }) => measureAgainstFloor(full, effort.floor),
  mixed: ({ full }) => measureMixedLoad(full, effort.seconds),
  race: ({ full }) => measureRace(full, 200),
  payments: ({ full }) => measurePayments(full, effort.payments),
};
const WEB = 'web';

const wanted = positionals.length > 0 ? positionals : [...Object.keys(PARTS), WEB];
const unknown = wanted.filter((part) => part !== WEB && PARTS[part] === undefined);
if (unknown.length > 0)
  throw new Error(`Unknown part ${unknown}. Parts: ${Object.keys(PARTS).join(', ')}, ${WEB}.`);

const figures: Figure[] = [];
if (wanted.some((part) => part !== WEB)) figures.push(...(await measureCompanies()));
if (wanted.includes(WEB)) figures.push(...(await measureWeb(path.join(data, 'demo'), effort.lighthouse)));
console.log(
  `\n${jobs.toLocaleString('en')} jobs; ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB.\n`,
);
console.log(targetTable(figures));

async function measureCompanies(): Promise<Figure[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: data, durable: true, log });
  const opened: Company[] = [];
  try {
    const today = Temporal.Now.plainDateISO(ZONE).toString();
    const open = async (size: number) => {
      const company = await openCompany(size, { serverUrl: postgres.url, today, log });
      opened.push(company);
      return company;
    };
    const full = await open(jobs);
    const tenth = wanted.includes('requests') ? await open(jobs / 10) : full;
    const measured: Figure[] = [];
    for (const part of wanted.filter((one) => one !== WEB)) {
      log(part);
      measured.push(...((await PARTS[part]?.({ tenth, full })) ?? []));
    }
    return measured;
  } finally {
    for (const company of opened) await company.close();
    await postgres.stop();
  }
}
