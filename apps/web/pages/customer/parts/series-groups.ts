import type { Job } from '#features/work/jobs/contract/shapes.ts';

type Grouped = Pick<Job, 'id' | 'seriesID' | 'startTime'>;

/** The visits of one series, or a single visit. */
export interface Group<J> {
  readonly key: string;
  readonly jobs: readonly [J, ...J[]];
  /** Null for a single visit. */
  readonly interval: 'weekly' | 'fortnightly' | null;
}

/** The visits in groups, each at the position of its first visit. */
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

/** The first visits up to a limit, with all visits of any series among them: the title shows their number. */
export function withWholeSeries<J extends Grouped>(jobs: readonly J[], first: number): J[] {
  const series = new Set(jobs.slice(0, first).map(({ seriesID }) => seriesID));
  return jobs.filter(({ seriesID }, index) => index < first || (seriesID !== null && series.has(seriesID)));
}

/** Combines consecutive single visits into one section. */
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
/**
 * If consecutive visits are more than this far apart, the series is fortnightly: weekly ones may have been moved by
 * some days.
 */
const MAX_WEEKLY_DAYS = 10;

/** The interval of a series, from its visits on the list: the smallest gap decides. A single visit counts as weekly. */
function intervalOf(jobs: readonly Grouped[]): Group<unknown>['interval'] {
  if ((jobs[0]?.seriesID ?? null) === null) return null;
  const starts = jobs.map((job) => Date.parse(job.startTime)).toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((start, index) => (start - (starts[index] ?? start)) / DAY_MS);
  return gaps.length > 0 && Math.min(...gaps) > MAX_WEEKLY_DAYS ? 'fortnightly' : 'weekly';
}
