import type { z } from 'zod';
import { cleanerCards } from '#features/cleaners/server/index.ts';
import { policyOf } from '#features/jobs/rules/cancellation.ts';
import { planSeries, seriesStarts } from '#features/schedule/rules/series.ts';
import { planStarts } from '#features/schedule/server/index.ts';
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
  resolveBooking,
} from './booking-request.ts';
import { showConflicts } from './conflicts.ts';

type QuoteReply = z.output<typeof quoteReply>;

/** Price, crew and conflicts of a booking as it would be made now. Holds nothing. */
export async function quoteJob(
  ctx: Context,
  body: BookingBody,
  customerId: string | null,
): Promise<QuoteReply | NotResolved> {
  const booking = await resolveBooking(ctx, body, customerId);
  if (isRefusal(booking)) return booking;
  const found = booking.start === null ? null : await lookAhead(ctx, booking, booking.start);
  const visits = found?.visits ?? booking.recurrence?.count ?? 1;
  const first = firstQuote(booking);
  return {
    ...timesOf(ctx, booking),
    hours: booking.size.hours,
    breakHours: booking.size.breakHours,
    numCleaners: booking.size.numCleaners,
    price: { ...first, lines: [...first.lines] },
    visits,
    total: visits === 0 ? 0 : first.total + booking.quote.total * (visits - 1),
    policy: policyOf(booking.settings),
    cleaners: found?.cleaners ?? [],
    conflicts: found?.conflicts ?? [],
  };
}

async function lookAhead(ctx: Context, booking: BookingRequest, start: Temporal.Instant) {
  const starts = seriesStarts(start, booking.recurrence, ctx.config.BUSINESS_TZ);
  const query = planQuery(booking, starts);
  const plan = await planStarts(ctx, query);
  const planned = planSeries(plan, starts);
  const crew = planned.visits[0]?.crew ?? [];
  const cards = await cleanerCards(ctx, crew);
  return {
    visits: planned.visits.length,
    conflicts: await showConflicts(ctx, query, planned.conflicts),
    cleaners: crew.flatMap((id) => {
      const card = cards.find((candidate) => candidate.id === id);
      return card ? [{ id, firstname: card.firstname, profilePhoto: card.profilePhoto }] : [];
    }),
  };
}

function timesOf(ctx: Context, { start, need }: BookingRequest) {
  const zone = ctx.config.BUSINESS_TZ;
  return {
    startTime: start === null ? null : instantToWire(start, zone),
    endTime: start === null ? null : instantToWire(start.add({ minutes: need.minutes }), zone),
  };
}
