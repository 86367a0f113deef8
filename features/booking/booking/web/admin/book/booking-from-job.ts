import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { paidTogether } from '#features/work/jobs/web/parts/payment-sum.ts';
import { addDays, dayOfWire } from '#platform/web/business-time.ts';
import { type Frequency, NOTHING, ONCE, type Typed } from './use-booking.ts';

type Visit = Pick<Job, 'startTime'>;

const DAY = 86_400_000;
/** Between a week and two, in days: a visit of the series may have been moved. */
const BETWEEN_INTERVALS = 10;

/** The form for booking an expired job again, with the visits of its series that expired together with it. */
export function bookingFromJob(job: Job, series: readonly Job[], now: Date): Typed {
  const visits = paidTogether(job, series).toSorted(byStart);
  const [first = job] = visits;
  return {
    ...requestOf(job),
    startTime: Date.parse(first.startTime) > now.getTime() ? first.startTime : null,
    frequency: frequencyOf(visits),
  };
}

/** The form for booking as many visits as a series has, from an interval after its last one. */
export function bookingAfterSeries(job: Job, series: readonly Job[]): Typed {
  const visits = series.filter(({ status }) => goesAhead(status)).toSorted(byStart);
  const last = visits.at(-1) ?? job;
  const frequency = visits.length < 2 ? ONCE : frequencyOf(visits);
  const days = frequency.interval === 'fortnightly' ? 14 : 7;
  const start = `${addDays(dayOfWire(last.startTime), days)}${last.startTime.slice(10)}`;
  return { ...requestOf(last), startTime: start, frequency };
}

/** The form for sending someone again, free of charge, after a visit that is done. */
export function bookingToReclean(job: Job): Typed {
  const { id, number, startTime } = job;
  return { ...requestOf(job), frequency: ONCE, reclean: { id, number, startTime } };
}

function byStart(a: Visit, b: Visit): number {
  return a.startTime.localeCompare(b.startTime);
}

/** The customer and what was booked for them, without a time. */
function requestOf(job: Job): Typed {
  const { addressID, packageID, requireCleaningSupplies, specialRequests, contactDetails, label } = job;
  return {
    ...NOTHING,
    customer: { id: job.customerID, fullname: job.customer.fullname },
    request: {
      ...NOTHING.request,
      ...{ addressID, packageID, requireCleaningSupplies, specialRequests, contactDetails, label },
    },
    size: { hours: job.hours, numCleaners: job.numCleaners },
  };
}

/** The interval and number of visits, by the shortest time between two of them. */
export function frequencyOf(visits: readonly Visit[]): Frequency {
  if (visits.length < 2) return ONCE;
  const starts = visits.map(({ startTime }) => Date.parse(startTime)).toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((start, index) => (start - (starts[index] ?? start)) / DAY);
  const isWeekly = Math.min(...gaps) <= BETWEEN_INTERVALS;
  return { interval: isWeekly ? 'weekly' : 'fortnightly', count: visits.length, weekdays: [] };
}
