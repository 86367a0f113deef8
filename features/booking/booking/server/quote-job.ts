import type { z } from 'zod';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { cancellationTermsOf } from '#features/work/jobs/rules/cancellation.ts';
import { ownVisitsAt } from '#features/work/jobs/rules/own-visits.ts';
import type { PlannedVisit } from '#features/work/schedule/rules/plan-visit.ts';
import { planSeries } from '#features/work/schedule/rules/recurrence.ts';
import { planStarts } from '#features/work/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';
import { planQuery } from './book-job.ts';
import {
  type BookingBody,
  type BookingRequest,
  firstQuote,
  type NotResolved,
  newBooking,
  resolveBooking,
} from './booking-request.ts';
import { showConflicts } from './conflicts.ts';
import { findOwnVisits } from './own-visits.ts';

type QuoteReply = z.output<typeof quoteReply>;

/** Returns price, crew and conflicts of a booking as of now. Holds nothing. */
export async function quoteJob(
  ctx: Context,
  body: BookingBody,
  customerID: string | null,
): Promise<QuoteReply | NotResolved> {
  const booking = await resolveBooking(ctx, newBooking(ctx, body), customerID);
  if (isRefusal(booking)) return booking;
  const found = booking.dates.length === 0 ? null : await lookAhead(ctx, booking);
  const visits = found?.dates.length ?? booking.recurrence?.count ?? 1;
  const first = firstQuote(booking);
  return {
    ...timesOf(ctx, booking),
    hours: booking.size.hours,
    breakHours: booking.size.breakHours,
    numCleaners: booking.size.numCleaners,
    price: { ...first, lines: [...first.lines] },
    visits,
    total: visits === 0 ? 0 : first.total + booking.quote.total * (visits - 1),
    policy: cancellationTermsOf(booking.settings),
    cleaners: found?.dates[0]?.cleaners ?? [],
    dates: found?.dates ?? [],
    ownVisits: found?.ownVisits ?? [],
    conflicts: found?.conflicts ?? [],
  };
}

async function lookAhead(ctx: Context, booking: BookingRequest) {
  const zone = ctx.config.BUSINESS_TZ;
  const { dates } = booking;
  const starts = dates.map(({ start }) => start);
  const query = planQuery(booking, starts);
  const plan = await planStarts(ctx, query);
  const planned = planSeries(plan, starts);
  const cards = await cleanerCards(ctx, [...new Set(planned.visits.flatMap(({ crew }) => crew))]);
  const people = new Map(
    cards.map(({ id, firstname, profilePhoto }) => [id, { id, firstname, profilePhoto }]),
  );
  const show = ({ start, end, crew }: PlannedVisit) => ({
    seriesDate: instantToWire(dates.find((date) => date.start.equals(start))?.seriesDate ?? start, zone),
    startTime: instantToWire(start, zone),
    endTime: instantToWire(end, zone),
    cleaners: crew.flatMap((id) => people.get(id) ?? []),
  });
  const own = await findOwnVisits(ctx, booking);
  const visits = planned.visits.map(show);
  return {
    dates: visits,
    ownVisits: [...ownVisitsAt(own, visits)],
    conflicts: await showConflicts(ctx, query, { booking, plan }, planned.conflicts),
  };
}

function timesOf(ctx: Context, { dates: [first], need }: BookingRequest) {
  const zone = ctx.config.BUSINESS_TZ;
  return {
    startTime: first === undefined ? null : instantToWire(first.start, zone),
    endTime: first === undefined ? null : instantToWire(first.start.add({ minutes: need.minutes }), zone),
  };
}
