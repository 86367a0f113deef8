import type { z } from 'zod';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { JOB_SOURCES } from '#features/work/jobs/rules/source.ts';
import { findAvailableHours } from '#features/work/schedule/server/index.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readVisitStatistics as call } from '../contract.ts';
import { inPeriods, sumOf } from '../rules/periods.ts';
import {
  findArrivals,
  findCancelled,
  findRecleans,
  findRepeats,
  findVisits,
  type VisitRow,
} from './find-visits.ts';
import { rangeOf } from './statistics-range.ts';

type Reply = z.output<typeof call.reply>;

/** The visits of a range, and how well they went. */
export async function readVisits(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<Reply | Refusal<'invalid'>> {
  const range = rangeOf(ctx, query);
  if (isRefusal(range)) return range;
  const { days, by } = range;
  const visits = await findVisits(ctx, range);
  const cancelled = await findCancelled(ctx, range);
  const arrivals = await findArrivals(ctx, range);
  const repeats = await findRepeats(ctx, range);
  const recleans = await findRecleans(ctx, range);
  const { jobType, regionID, cleanerID } = range.filters;
  const isDivisible = jobType === undefined && regionID === undefined;
  const available = isDivisible ? await findAvailableHours(ctx, days, cleanerID) : null;
  const total = sumVisits(visits);
  const [cancelledIn, arrivedIn, repeatedIn, availableIn] = [
    inPeriods(cancelled, days, by),
    inPeriods(arrivals, days, by),
    inPeriods(repeats, days, by),
    inPeriods(available ?? [], days, by),
  ];
  return {
    ...range.range,
    ...total,
    cancelled: sumCancelled(cancelled),
    byService: JOB_TYPES.map((jobType) => {
      const { visits: count, hours } = sumVisits(visits.filter((row) => row.jobType === jobType));
      return { jobType, visits: count, hours };
    }),
    bySource: JOB_SOURCES.map((source) => {
      const { visits: count, hours } = sumVisits(visits.filter((row) => row.source === source));
      return { source, visits: count, hours };
    }),
    byHour: hoursOf(visits),
    filled: available && { booked: total.hours, available: sumOf(available, ({ hours }) => hours) },
    arrivals: sumArrivals(arrivals),
    recleans,
    repeat: sumRepeats(repeats),
    rows: inPeriods(visits, days, by).map(({ period, rows }, index) => {
      const { visits: count, done, hours } = sumVisits(rows);
      const { byCustomer, byCompany } = sumCancelled(cancelledIn[index]?.rows ?? []);
      const { onTime, late } = sumArrivals(arrivedIn[index]?.rows ?? []);
      const { visits: repeat, sameCleaner } = sumRepeats(repeatedIn[index]?.rows ?? []);
      return {
        ...period,
        visits: count,
        done,
        booked: hours,
        available: available && sumOf(availableIn[index]?.rows ?? [], (row) => row.hours),
        cancelled: byCustomer + byCompany,
        onTime,
        late,
        repeat,
        sameCleaner,
      };
    }),
  };
}

function sumVisits(rows: readonly VisitRow[]) {
  return {
    visits: sumOf(rows, ({ visits }) => visits),
    done: sumOf(rows, ({ done }) => done),
    hours: sumOf(rows, ({ hours }) => hours),
  };
}

type RowsOf<F extends (...of: never[]) => Promise<unknown[]>> = readonly Awaited<ReturnType<F>>[number][];

function sumCancelled(rows: RowsOf<typeof findCancelled>): Reply['cancelled'] {
  return {
    byCustomer: sumOf(rows, ({ byCustomer }) => byCustomer),
    byCompany: sumOf(rows, ({ byCompany }) => byCompany),
    within24Hours: sumOf(rows, ({ within24Hours }) => within24Hours),
  };
}

function sumArrivals(rows: RowsOf<typeof findArrivals>): Reply['arrivals'] {
  return {
    onTime: sumOf(rows, ({ onTime }) => onTime),
    late: sumOf(rows, ({ late }) => late),
    missing: sumOf(rows, ({ missing }) => missing),
  };
}

function sumRepeats(rows: RowsOf<typeof findRepeats>): Reply['repeat'] {
  return {
    visits: sumOf(rows, ({ repeat }) => repeat),
    sameCleaner: sumOf(rows, ({ sameCleaner }) => sameCleaner),
  };
}

function hoursOf(visits: readonly VisitRow[]): Reply['byHour'] {
  const cells = Map.groupBy(visits, ({ date, hour }) => {
    const weekday = Temporal.PlainDate.from(date).dayOfWeek;
    return weekday * 24 + hour;
  });
  return [...cells]
    .sort(([one], [other]) => one - other)
    .map(([cell, rows]) => ({
      weekday: Math.floor(cell / 24),
      hour: cell % 24,
      visits: sumOf(rows, ({ visits: count }) => count),
    }));
}
