import { sql } from 'kysely';
import type { z } from 'zod';
import { closedDays } from '#features/places/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { dayBounds, dayOf, readDay, weekdayIndex, wireTime } from '#platform/kernel/business-time.ts';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listUnavailableByMonth, listUnavailableDates, unavailablePeriod } from '../contract.ts';
import { seeDiary } from '../rules/policy.ts';
import { formatTimeInput } from '../rules/time-input.ts';
import { type UnavailableReason, whyDayIsUnavailable } from '../rules/unavailable-days.ts';
import { loadDiaries } from './diaries.ts';

/** How far customers book ahead, and how far one question reaches. */
const DAYS_AHEAD = 62;

type Asker = Context<SignedIn<'admin' | 'cleaner' | 'customer'>>;
type Query = z.output<typeof listUnavailableDates.query>;
type Period = z.output<typeof unavailablePeriod>;

/** Days nobody can serve for customers; for the office and the cleaner, what takes the time. */
export async function unavailableDates(
  ctx: Asker,
  query: Query,
): Promise<Period[] | { dates: string[] } | Refusal<'invalid'>> {
  const from = readDay(query.from_date ?? '') ?? dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  const to = readDay(query.to_date ?? '');
  if (reachOf(ctx.actor, seeDiary) !== null)
    return periods(ctx, { from, to, cleanerId: cleanerSeen(ctx, query.cleanerID) });
  const last = to ?? from.add({ days: DAYS_AHEAD });
  if (from.until(last).days > DAYS_AHEAD) return refuse('invalid', tooFar);
  return { dates: Object.keys(await unavailableDays(ctx, { from, last })) };
}

const tooFar = { errors: [{ path: 'to_date', message: `Ask for ${DAYS_AHEAD} days at most.` }] };

/** The unavailable days of a month, each with its reason: of one cleaner, or of everyone. */
export function unavailableByMonth(
  ctx: Asker,
  query: z.output<typeof listUnavailableByMonth.query>,
): Promise<Record<string, UnavailableReason>> {
  const from = Temporal.PlainDate.from(`${query.month}-01`);
  const last = from.add({ months: 1 }).subtract({ days: 1 });
  const isDiary = reachOf(ctx.actor, seeDiary) !== null;
  const cleanerId = isDiary ? cleanerSeen(ctx, query.cleanerID) : undefined;
  return unavailableDays(ctx, { from, last, cleanerId });
}

/** Cleaners see only themselves. */
function cleanerSeen(ctx: Asker, cleanerId: string | undefined): string | undefined {
  return ownIdFor(ctx.actor, seeDiary) ?? cleanerId;
}

interface DaysQuery {
  readonly from: Temporal.PlainDate;
  /** Included. */
  readonly last: Temporal.PlainDate;
  readonly cleanerId?: string | undefined;
}

async function unavailableDays(ctx: Context, query: DaysQuery): Promise<Record<string, UnavailableReason>> {
  const zone = ctx.config.BUSINESS_TZ;
  const { from, last, cleanerId } = query;
  const days = Array.from({ length: from.until(last).days + 1 }, (_, i) => from.add({ days: i }));
  const holidays = await closedDays(ctx, from, last.add({ days: 1 }));
  const diaries = await loadDiaries(ctx, {
    periods: [{ from: dayBounds(from, zone).start, until: dayBounds(last, zone).start }],
    ...(cleanerId === undefined ? {} : { cleanerIds: [cleanerId] }),
  });
  const found: Record<string, UnavailableReason> = {};
  for (const date of days) {
    const day = date.toString();
    const start = dayBounds(date, zone).start.epochMilliseconds / 60_000;
    const businessDay = { day, weekday: weekdayIndex(date), start, holiday: holidays.has(day) };
    const reason = whyDayIsUnavailable(businessDay, diaries);
    if (reason !== null) found[day] = reason;
  }
  return found;
}

interface PeriodsQuery {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate | null;
  readonly cleanerId: string | undefined;
}

/** The id of a booked job is the job's. */
const jobIdAsId = sql<string>`job_id`.as('id');
const noWords = sql<string>`''`.as('description');

/** Time off and blocks as they were written, and booked jobs. */
async function periods(ctx: Context, query: PeriodsQuery): Promise<Period[]> {
  const jobs = ctx.db
    .selectFrom('cleaner_occupation')
    .select([jobIdAsId, 'cleaner_id', 'kind', 'starts_at', 'ends_at', noWords, 'created_at'])
    .where('released_at', 'is', null)
    .where('kind', '=', 'job');
  const timeOff = ctx.db
    .selectFrom('time_off')
    .select(['id', 'cleaner_id', 'kind', 'starts_at', 'ends_at', 'description', 'created_at'])
    .where('removed_at', 'is', null);
  const zone = ctx.config.BUSINESS_TZ;
  let rows = ctx.db
    .selectFrom(timeOff.unionAll(jobs).as('period'))
    .selectAll()
    .where('ends_at', '>', dayBounds(query.from, zone).start.toString())
    .orderBy('starts_at')
    .orderBy('id');
  if (query.to !== null) rows = rows.where('starts_at', '<', dayBounds(query.to, zone).end.toString());
  if (query.cleanerId !== undefined) rows = rows.where('cleaner_id', '=', query.cleanerId);
  return (await rows.execute()).map((row) => ({
    id: row.id,
    cleanerID: row.cleaner_id,
    kind: row.kind as Period['kind'],
    startTime: formatTimeInput(row.starts_at),
    endTime: formatTimeInput(row.ends_at),
    description: row.description,
    createdAt: wireTime(row.created_at),
  }));
}
