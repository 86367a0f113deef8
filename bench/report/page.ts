import { bookingTables } from './bookings-part.ts';
import { milliseconds, table, verdict } from './markdown.ts';
import type { PlanResult, RequestResult, Results, SizeName, WholeListResult } from './results.ts';
import { webPart } from './web-part.ts';

/** An index answers, so ten times the company may take so many times as long. */
const MOST_GROWTH = 1.3;
/** What is shorter grows by chance alone. */
const NOISE_MS = 3;

/** docs/performance.md, whole. Parts that were not measured are left out. */
export function performancePage(results: Results): string {
  const parts = [
    head(results),
    requestPart('One request, nothing else going on', REQUESTS_NOTE, results.requests),
    requestPart('The same in the database', IN_DATABASE_NOTE, results.inDatabase),
    wholeListPart(results.wholeLists),
    ...bookingTables(results),
    ...results.webPages.map(webPart),
    requestPart('The checks of the books', CHECKS_NOTE, results.checks),
    requestPart('Sweeps', SWEEPS_NOTE, results.sweeps),
    planPart(results.plans),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function head({ machine }: Results): string {
  const { cores, gigabytes, stolen, node, postgres, day, command } = machine;
  return `# Performance

Written by \`${command}\` on ${day}; see [bench/README.md](../bench/README.md) for how each figure is taken. Do not edit it.

${cores} cores, ${gigabytes} GB, Node.js ${node}, PostgreSQL ${postgres}; servers, clients and database on this one machine.
${stolen === 0 ? '' : `This is a virtual machine: its host gave others ${stolen} % of the processor time that it wanted (“steal”).\n`}**full**: 1,000 cleaners, 100,000 customers, 1,000,000 jobs, 2,000,000 entries in diaries, 1,100,000 transactions, 1,000,000 movements of hours, 5,000,000 lines in the ledger. **tenth**: 1,000 cleaners and a tenth of
the rest. **demo**: 12 cleaners, 40 customers, 1,200 jobs. ✗ stands where a goal is missed.`;
}

const REQUESTS_NOTE =
  'Medians in ms, from the request to the last byte of its reply; “Kemas”: what its process itself computed for it. Growth is full against tenth; where an index can answer it ' +
  `may be ${MOST_GROWTH} at most (below ${NOISE_MS} ms it is chance).`;
const IN_DATABASE_NOTE = 'All statements of the request but the session’s, by `explain (analyze)`, in ms.';
const CHECKS_NOTE =
  'What `npm run verify:ledger` asks, and Kemas once a night, in ms; a read that waits for nobody and that nobody waits for. A check ends after two minutes.';
const SWEEPS_NOTE =
  'They run every minute. In ms while nothing is due: what they take is for what is due, not for what there is.';

function requestPart(title: string, note: string, results: readonly RequestResult[]): string {
  if (results.length === 0) return '';
  const sizes = SIZES.filter((size) => results.some((result) => result.ms[size] !== undefined));
  const rows = results.map((result) => [
    result.name,
    result.statements,
    milliseconds(result.cpu),
    ...sizes.map((size) => milliseconds(result.ms[size])),
    growthOf(result),
    result.goal,
    verdict(isMet(result)),
  ]);
  return `## ${title}\n\n${note}\n\n${table(['request', 'statements', 'Kemas', ...sizes, 'growth', 'goal', ''], rows)}`;
}

const SIZES: readonly SizeName[] = ['demo', 'tenth', 'full'];

function isMet({ ms, goal }: RequestResult): boolean {
  return (ms.full ?? ms.tenth ?? ms.demo ?? Number.NaN) <= goal;
}

function growthOf({ ms, isIndexed }: RequestResult): string {
  if (ms.tenth === undefined || ms.full === undefined) return '';
  const growth = ms.full / ms.tenth;
  const isTooMuch = isIndexed && growth > MOST_GROWTH && ms.full >= NOISE_MS;
  return `${growth.toFixed(2)}${isTooMuch ? ' ✗' : ''}${isIndexed ? '' : ' (counts)'}`;
}

const FIRST_BYTE_GOAL_MS = 100;
const MEMORY_GOAL_MB = 64;

function wholeListPart(results: readonly WholeListResult[]): string {
  if (results.length === 0) return '';
  const rows = results.map(({ name, size, rows: count, seconds, firstByte, megabytes }) => [
    `${name}, ${size}`,
    count.toLocaleString('en'),
    `${seconds.toFixed(1)} s`,
    `${milliseconds(firstByte)} ms`,
    `${megabytes.toFixed(0)} MB`,
    verdict(firstByte <= FIRST_BYTE_GOAL_MS && megabytes <= MEMORY_GOAL_MB),
  ]);
  return `## Whole lists

In one reply each. Goals: first byte ${FIRST_BYTE_GOAL_MS} ms, memory on top ${MEMORY_GOAL_MB} MB.

${table(['list', 'rows', 'time', 'first byte', 'memory on top', ''], rows)}`;
}

function planPart(results: readonly PlanResult[]): string {
  if (results.length === 0) return '';
  const items = results.flatMap(({ name, plans }) => [
    `- **${name}**`,
    ...plans.map((plan) => `  - ${plan}`),
  ]);
  return `## Plans

<details><summary>Which indexes answer, and how many rows come of each, one line a statement, at the largest size</summary>

Through an index unless it says “scan”; “alone”: the table itself is not read.

${items.join('\n')}

</details>`;
}
