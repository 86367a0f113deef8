import type { Job } from '#features/work/jobs/contract/shapes.ts';

type Grouped = Pick<Job, 'id' | 'seriesID' | 'startTime'>;

/** Visits that belong together: those of one series, or one that is booked by itself. */
export interface Group<J> {
  readonly key: string;
  readonly jobs: readonly [J, ...J[]];
  /** Null: booked by itself. */
  readonly interval: 'weekly' | 'fortnightly' | null;
}

/** The visits in groups, each where its first one stands in the list. */
export function groupsBySeries<J extends Grouped>(jobs: readonly J[]): Group<J>[] {
  const groups = new Map<string, [J, ...J[]]>();
  for (const job of jobs) {
    const key = job.seriesID ?? job.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [job]);
    else group.push(job);
  }
  return [...groups].map(([key, group]) => ({ key, jobs: group, interval: intervalOf(group) }));
}

/** The first so many visits, and of a series among them all its visits: its title says how many there are. */
export function withWholeSeries<J extends Grouped>(jobs: readonly J[], first: number): J[] {
  const series = new Set(jobs.slice(0, first).map(({ seriesID }) => seriesID));
  return jobs.filter(({ seriesID }, place) => place < first || (seriesID !== null && series.has(seriesID)));
}

/** Those in a row that are booked by themselves stand together. */
export function inSections<J>(groups: readonly Group<J>[]): (readonly [Group<J>, ...Group<J>[]])[] {
  const sections: [Group<J>, ...Group<J>[]][] = [];
  for (const group of groups) {
    const last = sections.at(-1);
    if (group.interval === null && last?.[0].interval === null) last.push(group);
    else sections.push([group]);
  }
  return sections;
}

const DAY_MS = 86_400_000;
/** Visits further apart than this on their nearest days come every other week: weekly ones may have moved by some days. */
const MOST_WEEKLY_DAYS = 10;

/** How often a series comes, from what of it is on the list: the smallest gap decides. One visit alone looks weekly. */
function intervalOf(jobs: readonly Grouped[]): Group<unknown>['interval'] {
  if ((jobs[0]?.seriesID ?? null) === null) return null;
  const starts = jobs.map((job) => Date.parse(job.startTime)).toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((start, place) => (start - (starts[place] ?? start)) / DAY_MS);
  return gaps.length > 0 && Math.min(...gaps) > MOST_WEEKLY_DAYS ? 'fortnightly' : 'weekly';
}
