/** `npm run bench`: measures Kemas at the size of a large company and writes docs/performance.md; see README.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { ZONE } from './business/make-business.ts';
import { measureChecks, measureSweeps } from './figures/books.ts';
import { measureCommits } from './figures/commits.ts';
import { measureRequests } from './figures/measure-requests.ts';
import { measureMemory } from './figures/memory.ts';
import { measureMixedLoad } from './figures/mixed-load.ts';
import { measureInDatabase, readPlans } from './figures/plans.ts';
import { measureRaces } from './figures/race.ts';
import { measureScreens } from './figures/screens.ts';
import { measureThroughput } from './figures/throughput.ts';
import { measureWebPages } from './figures/web-pages.ts';
import { measureWholeLists } from './figures/whole-lists.ts';
import { processorTime, stolenPercent } from './processor-time.ts';
import { performancePage } from './report/page.ts';
import { sectionsOf, withParts } from './report/parts.ts';
import type { Machine, Results, SizeName } from './report/results.ts';
import { webPart } from './report/web-part.ts';
import { openSite, type Site } from './site.ts';

const PARTS = [
  'requests',
  'database',
  'lists',
  'throughput',
  'mixed',
  'races',
  'commits',
  'books',
  'screens',
  'lighthouse',
  'memory',
  'plans',
] as const;
type Part = (typeof PARTS)[number];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    data: { type: 'string', default: 'data/bench' },
  },
});

const unknown = positionals.filter((part) => !PARTS.includes(part as Part));
if (unknown.length > 0) throw new Error(`No part is called ${unknown}. There are: ${PARTS.join(', ')}.`);

/** How long and how often: enough for figures that hold, or for a look. */
const EFFORT = options.quick
  ? {
      rounds: { warmUp: 2, counted: 3 },
      listRows: 20_000,
      throughput: { rounds: 1, seconds: 1, count: 50 },
      mixedSeconds: 2,
      racers: 50,
      commits: 50,
      books: 1,
      memorySeconds: 2,
      lighthouse: { runs: 1, seconds: 1 },
    }
  : {
      rounds: { warmUp: 40, counted: 15 },
      listRows: 9_999_999,
      throughput: { rounds: 5, seconds: 3, count: 200 },
      mixedSeconds: 20,
      racers: 200,
      commits: 600,
      books: 3,
      memorySeconds: 10,
      lighthouse: { runs: 3, seconds: 5 },
    };

/** With the seconds that have passed. */
const log = (line: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`);
const isWanted = (part: Part) => positionals.length === 0 || positionals.includes(part);
const today = Temporal.Now.plainDateISO(ZONE).toString();
const sites: Site[] = [];
const PAGE = new URL('../docs/performance.md', import.meta.url);
if (positionals.join() === 'lighthouse') await writeWebPart();
else await measureCompanies();

/** Needs the demo business alone. */
async function writeWebPart(): Promise<void> {
  const begun = processorTime();
  const part = webPart(await webPages());
  console.log(part);
  await writeParts([part], stolenPercent(begun));
}

/** Some parts are written into the page that stands; a look, or some of their figures, into none. */
async function writeParts(parts: readonly string[], stolen: number): Promise<void> {
  if (options.quick || options.only !== '') return;
  const slowed =
    stolen === 0 ? '' : ` Its host gave others ${stolen} % of the processor time that it wanted.`;
  const note = `Measured by \`npm run bench -- ${positionals.join(' ')}\` on ${today}.${slowed}`;
  await writeFile(PAGE, withParts(await readFile(PAGE, 'utf8'), parts, note));
}

function webPages() {
  const { data, only } = options;
  return measureWebPages({ ...EFFORT.lighthouse, data, only, log });
}

async function measureCompanies(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.resolve(options.data), durable: true, log });
  try {
    const names: readonly SizeName[] = options.quick ? ['tenth'] : ['demo', 'tenth', 'full'];
    for (const name of names) sites.push(await openSite(name, { serverUrl: postgres.url, today, log }));
    const results = await measureAll();
    const page = performancePage(results);
    console.log(page);
    const isWhole = !options.quick && positionals.length === 0 && options.only === '';
    if (isWhole) await writeFile(PAGE, page);
    else await writeParts(sectionsOf(page), results.machine.stolen);
  } finally {
    for (const site of sites) await site.close();
    await postgres.stop();
  }
}

async function measureAll(): Promise<Results> {
  const large = sites.filter((site) => site.name !== 'demo');
  const largest = large.slice(-1);
  const { only } = options;
  const { rounds, listRows, throughput, mixedSeconds, racers, commits, books, memorySeconds } = EFFORT;
  const begun = processorTime();
  const measured = {
    requests: isWanted('requests') ? await measureRequests(large, { only, rounds, log }) : [],
    inDatabase: isWanted('database') ? await measureInDatabase(large, rounds.counted) : [],
    plans: await each('plans', largest, (site) => readPlans(site, only)),
    wholeLists: await each('lists', largest, (site) => measureWholeLists(site, listRows)),
    throughput: await each('throughput', largest, (site) => measureThroughput(site, throughput)),
    mixedLoad: await each('mixed', options.quick ? largest : [...sites.slice(0, 1), ...largest], (site) =>
      measureMixedLoad(site, mixedSeconds),
    ),
    races: await each('races', largest, (site) => measureRaces(site, racers)),
    commits: await each('commits', largest, (site) => measureCommits(site, commits)),
    checks: isWanted('books') ? await measureChecks(large, books) : [],
    sweeps: isWanted('books') ? await measureSweeps(large, rounds.counted) : [],
    screens: await each('screens', large.slice(0, 1), (site) => measureScreens(site, rounds.counted)),
    webPages: isWanted('lighthouse') ? [await webPages()] : [],
    memory: await each('memory', largest, (site) => measureMemory(site, memorySeconds)),
  };
  return { machine: await machine(stolenPercent(begun)), ...measured };
}

/** A part's results of some sites, one site after the other; none when another part alone is wanted. */
async function each<T>(
  part: Part,
  some: readonly Site[],
  measure: (site: Site) => Promise<readonly T[] | T>,
): Promise<T[]> {
  const results: T[] = [];
  if (!isWanted(part)) return results;
  for (const site of some) {
    log(`${part}, ${site.name}`);
    results.push(...([await measure(site)].flat() as T[]));
  }
  return results;
}

async function machine(stolen: number): Promise<Machine> {
  const [site] = sites;
  const { rows = [] } = (await site?.client.query<{ server_version: string }>('show server_version')) ?? {};
  return {
    cores: availableParallelism(),
    gigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: rows[0]?.server_version.split(' ')[0] ?? '',
    stolen,
    day: today,
    command: `npm run bench${options.quick ? ' -- --quick' : ''}`,
  };
}
