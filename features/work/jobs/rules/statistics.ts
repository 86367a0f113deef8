import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { JOB_STATUSES, type JobStatus } from './status.ts';

/** Visits grouped by date, kind and status. */
export interface JobGroup {
  /** The visit date in business time, `YYYY-MM-DD`. */
  readonly date: string;
  readonly jobType: JobType;
  readonly status: JobStatus;
  readonly count: number;
  /** Cents to pay. */
  readonly total: number;
}

interface Sums {
  count: number;
  total: number;
}

/** Sums of paid visits for each day and kind, including empty ones; sums by status cover every visit. */
export function jobStatistics(groups: readonly JobGroup[], days: readonly string[]) {
  const paid = groups.filter((group) => group.status === 'paid');
  const [byDay, byType] = [sumsBy(paid, 'date'), sumsBy(paid, 'jobType')];
  const byStatus = sumsBy(groups, 'status');
  return {
    ...sumOf(paid),
    rows: days.map((date) => ({ date, ...sumOf(byDay.get(date)) })),
    byType: JOB_TYPES.map((jobType) => ({ jobType, ...sumOf(byType.get(jobType)) })),
    byStatus: JOB_STATUSES.map((status) => ({ status, ...sumOf(byStatus.get(status)) })),
  };
}

function sumsBy(groups: readonly JobGroup[], by: 'date' | 'jobType' | 'status') {
  return Map.groupBy<string, JobGroup>(groups, (group) => group[by]);
}

function sumOf(groups: readonly JobGroup[] = []): Sums {
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    total: groups.reduce((sum, { total }) => sum + total, 0),
  };
}
