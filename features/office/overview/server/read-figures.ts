import { readHoursOwed } from '#features/money/credits/server/index.ts';
import { sumTaken } from '#features/money/payments/server/index.ts';
import { countCancelled, sumVisitHours, type TimeRange } from '#features/work/jobs/server/index.ts';
import { readStars } from '#features/work/reviews/server/index.ts';
import { sumAvailableHours } from '#features/work/schedule/server/index.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Figures } from '../contract.ts';

const WEEK = { days: 7 };
/** Instants know no calendar days. */
const WEEK_HOURS = { hours: 7 * 24 };
/** Today and the 29 days before. */
const RATING_DAYS = { days: 29 };

/** Business days, both inclusive. */
export interface DayRange {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** The figures from Monday until today, each with its value of the same days last week. */
export async function readFigures(ctx: Context): Promise<Figures> {
  const now = ctx.clock.now();
  const today = dayOf(now, ctx.config.BUSINESS_TZ);
  const week = { first: today.subtract({ days: today.dayOfWeek - 1 }), last: today };
  const lastWeek = { first: week.first.subtract(WEEK), last: week.last.subtract(WEEK) };
  const [days, daysBefore] = [timesOf(ctx, week), timesOf(ctx, lastWeek)];
  // What has happened by now is compared with what had happened by the same time last week.
  const soFar = { from: days.from, until: now };
  const soFarBefore = { from: daysBefore.from, until: now.subtract(WEEK_HOURS) };
  const month = (last: Temporal.PlainDate, until: Temporal.Instant) => ({
    from: timesOf(ctx, { first: last.subtract(RATING_DAYS), last }).from,
    until,
  });
  const visits = { now: await sumVisitHours(ctx, days), before: await sumVisitHours(ctx, daysBefore) };
  return {
    week: { from: week.first.toString(), to: week.last.toString() },
    taken: {
      now: { cents: await sumTaken(ctx, soFar) },
      before: { cents: await sumTaken(ctx, soFarBefore) },
    },
    hours: visits,
    filled: {
      now: { booked: visits.now.booked, available: await sumAvailableHours(ctx, week.first, week.last) },
      before: {
        booked: visits.before.booked,
        available: await sumAvailableHours(ctx, lastWeek.first, lastWeek.last),
      },
    },
    cancelled: {
      now: await countCancelled(ctx, soFar),
      before: await countCancelled(ctx, soFarBefore),
    },
    owed: await readHoursOwed(ctx, soFarBefore.until),
    rating: {
      from: week.last.subtract(RATING_DAYS).toString(),
      now: await readStars(ctx, month(week.last, now)),
      before: await readStars(ctx, month(lastWeek.last, soFarBefore.until)),
    },
  };
}

export function timesOf({ config }: Context, { first, last }: DayRange): TimeRange {
  const zone = config.BUSINESS_TZ;
  return { from: dayBounds(first, zone).start, until: dayBounds(last, zone).end };
}
