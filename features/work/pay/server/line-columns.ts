import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import type { CleanerHours, HoursLine } from '../contract/shapes.ts';
import { FLAG_NAMES } from '../rules/paid-time.ts';
import type { PayLine } from '../rules/sheet.ts';

/** Minutes as hours with two decimals, for files: 95 is `1.58`. */
export function inHours(minutes: number | null): string {
  return minutes === null ? '' : (minutes / 60).toFixed(2);
}

export function toHoursLine({ config }: Context, line: PayLine): HoursLine {
  const at = (ms: number) => instantToWire(Temporal.Instant.fromEpochMilliseconds(ms), config.BUSINESS_TZ);
  return {
    jobID: line.jobId,
    number: line.number,
    jobType: line.jobType,
    startTime: at(line.start),
    endTime: at(line.end),
    plannedMinutes: line.plannedMinutes,
    breakMinutes: line.breakMinutes,
    startedAt: line.startedAt === null ? null : at(line.startedAt),
    finishedAt: line.finishedAt === null ? null : at(line.finishedAt),
    clockedMinutes: line.clockedMinutes,
    paidMinutes: line.paidMinutes,
    flag: line.flag,
  };
}

export const hoursColumns: readonly CsvColumn<HoursLine>[] = [
  { heading: 'Job', value: (visit) => visit.number },
  { heading: 'Kind', value: (visit) => visit.jobType },
  { heading: 'Start', value: (visit) => csvTime(visit.startTime) },
  { heading: 'End', value: (visit) => csvTime(visit.endTime) },
  { heading: 'Planned hours', value: (visit) => inHours(visit.plannedMinutes) },
  { heading: 'Clock-in', value: (visit) => csvTime(visit.startedAt) },
  { heading: 'Clock-out', value: (visit) => csvTime(visit.finishedAt) },
  { heading: 'Clocked hours', value: (visit) => inHours(visit.clockedMinutes) },
  { heading: 'Counted hours', value: (visit) => inHours(visit.paidMinutes) },
  { heading: 'Check these', value: ({ flag }) => flag && FLAG_NAMES[flag] },
];

export const unclockedColumns: readonly CsvColumn<Pick<CleanerHours, 'flags'>>[] = [
  { heading: 'Not clocked in', value: ({ flags }) => flags['no-clock-in'] },
  { heading: 'Not clocked out', value: ({ flags }) => flags['no-clock-out'] },
];
