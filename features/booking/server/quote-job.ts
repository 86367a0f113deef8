import type { z } from 'zod';
import { cleanerCards } from '#features/cleaners/server/index.ts';
import { STANDARD_POLICY } from '#features/jobs/rules/cancellation.ts';
import { planSeries, seriesStarts } from '#features/schedule/rules/series.ts';
import { loadPlan } from '#features/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';
import { planFor } from './book-job.ts';
import { type BookingBody, type NotUnderstood, readWish, type Wish } from './booking-request.ts';
import { showConflicts } from './conflicts.ts';

type QuoteReply = z.output<typeof quoteReply>;

/** Price, crew and conflicts of a booking as it would be made now. Holds nothing. */
export async function quoteJob(
  ctx: Context,
  body: BookingBody,
  customerId: string | null,
): Promise<QuoteReply | NotUnderstood> {
  const wish = await readWish(ctx, body, customerId);
  if (isRefusal(wish)) return wish;
  const found = wish.start === null ? null : await lookAhead(ctx, wish, wish.start);
  const visits = found?.visits ?? wish.recurrence?.count ?? 1;
  return {
    ...timesOf(ctx, wish),
    hours: wish.size.hours,
    breakHours: wish.size.breakHours,
    numCleaners: wish.size.numCleaners,
    price: { ...wish.quote, lines: [...wish.quote.lines] },
    visits,
    total: wish.quote.total * visits,
    policy: STANDARD_POLICY,
    cleaners: found?.cleaners ?? [],
    conflicts: found?.conflicts ?? [],
  };
}

async function lookAhead(ctx: Context, wish: Wish, start: Temporal.Instant) {
  const starts = seriesStarts(start, wish.recurrence, ctx.config.BUSINESS_TZ);
  const asked = planFor(wish, starts);
  const planned = planSeries(await loadPlan(ctx, asked), starts);
  const crew = planned.visits[0]?.crew ?? [];
  const cards = await cleanerCards(ctx, crew);
  return {
    visits: planned.visits.length,
    conflicts: await showConflicts(ctx, asked, planned.conflicts),
    cleaners: crew.flatMap((id) => {
      const card = cards.find((candidate) => candidate.id === id);
      return card ? [{ id, firstname: card.firstname, profilePhoto: card.profilePhoto }] : [];
    }),
  };
}

function timesOf(ctx: Context, { start, need }: Wish) {
  const zone = ctx.config.BUSINESS_TZ;
  return {
    startTime: start === null ? null : instantToWire(start, zone),
    endTime: start === null ? null : instantToWire(start.add({ minutes: need.minutes }), zone),
  };
}
