/** What is measured and how fast it has to be, ratios first. At 1,000,000 jobs, on two cores. */
export const TARGETS = {
  oneJob: { name: 'One job, requests/s against the floor', limit: 0.5, unit: '×', atLeast: true },
  fiftyJobs: { name: '50 jobs, requests/s against the floor', limit: 0.7, unit: '×', atLeast: true },
  createjobs: { name: 'createjob, requests/s against the floor', limit: 0.4, unit: '×', atLeast: true },
  growth: { name: 'Growth from a tenth of the size, with an index', limit: 1.3, unit: '×' },
  record: { name: 'One record', limit: 10, unit: 'ms' },
  own: { name: "A customer's or cleaner's own list", limit: 15, unit: 'ms' },
  rows: { name: 'Office lists: first page of rows', limit: 30, unit: 'ms' },
  total: { name: 'Office lists: total, which follows the rows', limit: 150, unit: 'ms' },
  sort: { name: 'Office lists: any sort', limit: 30, unit: 'ms' },
  search: { name: 'Office lists: search', limit: 50, unit: 'ms' },
  page: { name: 'Office lists: any page', limit: 120, unit: 'ms' },
  typing: { name: 'Search of everything, at each letter', limit: 50, unit: 'ms' },
  overview: { name: "The office's overview", limit: 150, unit: 'ms' },
  overviewFigures: { name: "The overview's figures of the week", limit: 200, unit: 'ms' },
  dayBoard: { name: 'Day board', limit: 100, unit: 'ms' },
  cover: { name: 'Cover sheet of 34 visits of a cleaner', limit: 300, unit: 'ms' },
  statistics: { name: 'Statistics of a year', limit: 300, unit: 'ms' },
  statisticsOfMonth: { name: 'Statistics of a month, for the owner', limit: 500, unit: 'ms' },
  monthEnd: { name: 'Pay sheet of a month', limit: 500, unit: 'ms' },
  day: { name: 'Free times of a day', limit: 15, unit: 'ms' },
  month: { name: 'Free times of 31 days', limit: 60, unit: 'ms' },
  bookingTimes: { name: 'Booking page, from the tap to the free times', limit: 150, unit: 'ms' },
  createjob: { name: 'createjob', limit: 25, unit: 'ms' },
  series: { name: 'createjob, weekly × 12', limit: 60, unit: 'ms' },
  mixed: { name: '200 mixed requests a second: p99', limit: 100, unit: 'ms' },
  mixedFailures: { name: '200 mixed requests a second: failures', limit: 0, unit: '' },
  race: { name: '200 createjob calls for one slot: last reply', limit: 2000, unit: 'ms' },
  raceFailures: { name: '200 createjob calls for one slot: failures', limit: 0, unit: '' },
  payments: { name: 'Card payments with all follow-up work', limit: 50, unit: '/s', atLeast: true },
  listMemory: { name: 'All jobs in one reply: memory on top', limit: 200, unit: 'MB' },
  listFirstByte: { name: 'All jobs in one reply: first byte', limit: 100, unit: 'ms' },
  exportMemory: { name: 'Export of everything: memory on top', limit: 200, unit: 'MB' },
  import: { name: 'Import of 20,000 customers', limit: 600, unit: 's' },
  dayBoardOpens: { name: 'Day board of 300 visits in the browser: first visit', limit: 1500, unit: 'ms' },
  dayBoardScrolls: { name: 'Day board of 300 visits: longest task while it scrolls', limit: 50, unit: 'ms' },
  firstLoad: { name: 'Home page: JavaScript, compressed', limit: 105, unit: 'kB' },
  sellingPage: { name: 'Lighthouse, mobile, home and services', limit: 95, unit: '', atLeast: true },
  bookingPage: { name: 'Lighthouse, mobile, booking page', limit: 92, unit: '', atLeast: true },
  shift: { name: 'Layout shift', limit: 0.05, unit: '' },
  dispatchLeft: { name: 'Plan of 230 visits in 30 s: left without a crew', limit: 0, unit: '' },
  homeCare: { name: 'Home care, sets A to D in 30 s: above the best published', limit: 1, unit: '%' },
  homeCareLarge: { name: 'Home care, sets E to G in 60 s: above the best published', limit: 3, unit: '%' },
} as const satisfies Record<string, Target>;

interface Target {
  readonly name: string;
  /** A figure may be no higher. */
  readonly limit: number;
  readonly unit: string;
  /** A figure may be no lower. */
  readonly atLeast?: true;
}

/** One figure; of several for the same target the worst one counts. */
export interface Figure {
  readonly target: keyof typeof TARGETS;
  /** What was measured, where a target has several figures. */
  readonly of: string;
  readonly value: number;
}

/** Units of figures that are different on another machine. */
const OF_THE_MACHINE = ['ms', 's', '/s'];

/** A Markdown table: each target that was measured with its worst figure; `*` if it depends on the machine. */
export function targetTable(figures: readonly Figure[]): string {
  const rows = worstOf(figures).map(rowOf);
  return ['| target | | figure | |', '| --- | --: | --: | --- |', ...rows].join('\n');
}

/** The worst figure of each target, in the order of the targets. */
export function worstOf(figures: readonly Figure[]): Figure[] {
  return Object.entries(TARGETS).flatMap(([key, target]: [string, Target]) => {
    const sorted = figures.filter((one) => one.target === key).toSorted((a, b) => a.value - b.value);
    return (target.atLeast ? sorted.at(0) : sorted.at(-1)) ?? [];
  });
}

function rowOf({ target, value, of }: Figure): string {
  const { name, limit, unit, atLeast }: Target = TARGETS[target];
  const isMet = atLeast ? value >= limit : value <= limit;
  const label = of === '' ? name : `${name} (worst: ${of})`;
  const mark = OF_THE_MACHINE.includes(unit) ? ' *' : '';
  const row = [label + mark, `${atLeast ? '≥' : '≤'} ${limit} ${unit}`, `${rounded(value)} ${unit}`];
  return `| ${[...row.map((cell) => cell.trim()), isMet ? 'met' : '**missed**'].join(' | ')} |`;
}

function rounded(value: number): number {
  return Number(value.toFixed(value >= 10 ? 0 : 2));
}
