/** What is measured and how fast it has to be. At 1,000,000 jobs, on two cores. */
export const TARGETS = {
  record: { name: 'One record', limit: 10, unit: 'ms' },
  own: { name: "A customer's or cleaner's own list", limit: 15, unit: 'ms' },
  total: { name: 'Office lists: first page with its total', limit: 60, unit: 'ms' },
  sort: { name: 'Office lists: any sort', limit: 30, unit: 'ms' },
  search: { name: 'Office lists: search', limit: 50, unit: 'ms' },
  page: { name: 'Office lists: any page', limit: 100, unit: 'ms' },
  statistics: { name: 'Statistics of a year', limit: 300, unit: 'ms' },
  statisticsOfMonth: { name: 'Statistics for the owner, of a month', limit: 300, unit: 'ms' },
  overview: { name: "The office's overview", limit: 150, unit: 'ms' },
  day: { name: 'Free times of a day', limit: 15, unit: 'ms' },
  month: { name: 'Free times of 31 days', limit: 60, unit: 'ms' },
  createjob: { name: 'createjob', limit: 25, unit: 'ms' },
  series: { name: 'createjob, weekly × 12', limit: 60, unit: 'ms' },
  growth: { name: 'Growth from a tenth of the size, with an index', limit: 1.3, unit: '×' },
  listMemory: { name: 'Whole list: memory on top', limit: 64, unit: 'MB' },
  listFirstByte: { name: 'Whole list: first byte', limit: 100, unit: 'ms' },
  oneJob: { name: 'One job, requests/s against the floor', limit: 0.5, unit: '×', atLeast: true },
  fiftyJobs: { name: '50 jobs, requests/s against the floor', limit: 0.7, unit: '×', atLeast: true },
  createjobs: { name: 'createjob, requests/s against the floor', limit: 0.4, unit: '×', atLeast: true },
  mixed: { name: '200 mixed requests a second: p99', limit: 100, unit: 'ms' },
  mixedFailures: { name: '200 mixed requests a second: failures', limit: 0, unit: '' },
  race: { name: '200 createjob calls for one slot: last reply', limit: 2000, unit: 'ms' },
  raceFailures: { name: '200 createjob calls for one slot: failures', limit: 0, unit: '' },
  payments: { name: 'Card payments with all follow-up work', limit: 50, unit: '/s', atLeast: true },
  dispatchLeft: {
    name: 'Plan of 230 visits, 100 cleaners, in 30 s: left without a crew',
    limit: 0,
    unit: '',
  },
  homeCare: { name: 'Home care, sets A to D in 30 s: above the best published', limit: 1, unit: '%' },
  homeCareLarge: { name: 'Home care, sets E to G in 60 s: above the best published', limit: 3, unit: '%' },
  dayBoard: {
    name: 'Day board of 100 cleaners and 300 visits: longest task while it scrolls',
    limit: 50,
    unit: 'ms',
  },
  firstLoad: { name: 'Home page: JavaScript with its headers, compressed', limit: 122, unit: 'kB' },
  sellingPage: { name: 'Lighthouse, mobile, home and services', limit: 95, unit: '', atLeast: true },
  bookingPage: { name: 'Lighthouse, mobile, booking page', limit: 92, unit: '', atLeast: true },
  shift: { name: 'Layout shift', limit: 0.05, unit: '' },
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

/** A Markdown table: each target that was measured with its worst figure. */
export function targetTable(figures: readonly Figure[]): string {
  const rows = Object.entries(TARGETS).flatMap(([key, target]) => {
    const worst = worstOf(
      figures.filter((figure) => figure.target === key),
      target,
    );
    return worst === undefined ? [] : [rowOf(target, worst)];
  });
  return ['| target | | figure | |', '| --- | --: | --: | --- |', ...rows].join('\n');
}

function worstOf(figures: readonly Figure[], { atLeast }: Target): Figure | undefined {
  const sorted = figures.toSorted((a, b) => a.value - b.value);
  return atLeast ? sorted.at(0) : sorted.at(-1);
}

function rowOf({ name, limit, unit, atLeast }: Target, { value, of }: Figure): string {
  const isMet = atLeast ? value >= limit : value <= limit;
  const label = of === '' ? name : `${name} (slowest: ${of})`;
  const row = [label, `${atLeast ? '≥' : '≤'} ${limit} ${unit}`, `${rounded(value)} ${unit}`];
  return `| ${[...row.map((cell) => cell.trim()), isMet ? 'met' : '**missed**'].join(' | ')} |`;
}

function rounded(value: number): number {
  return Number(value.toFixed(value >= 10 ? 0 : 2));
}
