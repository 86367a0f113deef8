import { sql } from 'kysely';
import type { z } from 'zod';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { dayBounds, dayOf, readDay, wireTime } from '#platform/kernel/business-time.ts';
import { ownIDFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listUnavailableByMonth, listUnavailableDates, unavailablePeriod } from '../contract.ts';
import { MAX_SLOT_DAYS } from '../rules/offered-slots.ts';
import type { Opening } from '../rules/opening.ts';
import { seeDiary } from '../rules/policy.ts';
import { formatTimeInput } from '../rules/time-input.ts';
import { type UnavailableReason, whyDayIsUnavailable } from '../rules/unavailable-days.ts';
import { loadDiaries, type Period } from './diaries.ts';
import { endsAfter, isLiveEntry } from './live-entry.ts';
import { loadOpening, readTimeSettings } from './load-opening.ts';

type Query = z.output<typeof listUnavailableDates.query>;
type UnavailablePeriod = z.output<typeof unavailablePeriod>;

/** For customers, the days that cannot be served; for the office and the cleaner, all busy times. */
export async function unavailableDates(
  ctx: Context<SignedIn>,
  query: Query,
): Promise<UnavailablePeriod[] | { dates: string[] } | Refusal<'invalid'>> {
  const from = readDay(query.from_date ?? '') ?? dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  const to = readDay(query.to_date ?? '');
  if (reachOf(ctx.actor, seeDiary) !== null)
    return periods(ctx, { from, to, cleanerID: cleanerSeen(ctx, query.cleanerID) });
  const last = to ?? from.add({ days: MAX_SLOT_DAYS - 1 });
  if (from.until(last).days >= MAX_SLOT_DAYS)
    return refuseField('to_date', `Ask for at most ${MAX_SLOT_DAYS} days.`);
  return { dates: Object.keys(await unavailableDays(ctx, { from, last })) };
}

/** The unavailable days of a month with reasons, for one cleaner or for all. */
export function unavailableByMonth(
  ctx: Context<SignedIn>,
  query: z.output<typeof listUnavailableByMonth.query>,
): Promise<Record<string, UnavailableReason>> {
  const from = Temporal.PlainDate.from(`${query.month}-01`);
  const last = from.add({ months: 1 }).subtract({ days: 1 });
  const isDiary = reachOf(ctx.actor, seeDiary) !== null;
  const cleanerID = isDiary ? cleanerSeen(ctx, query.cleanerID) : undefined;
  return unavailableDays(ctx, { from, last, cleanerID });
}

/** Cleaners can only see themselves. */
function cleanerSeen(ctx: Context<SignedIn>, cleanerID: string | undefined): string | undefined {
  return ownIDFor(ctx.actor, seeDiary) ?? cleanerID;
}

interface DaysQuery {
  readonly from: Temporal.PlainDate;
  /** Inclusive. */
  readonly last: Temporal.PlainDate;
  readonly cleanerID?: string | undefined;
}

async function unavailableDays(ctx: Context, query: DaysQuery): Promise<Record<string, UnavailableReason>> {
  const zone = ctx.config.BUSINESS_TZ;
  const { from, last, cleanerID } = query;
  const period = { from: dayBounds(from, zone).start, until: dayBounds(last, zone).start };
  const opening = await openingFor(ctx, period);
  const whose = cleanerID === undefined ? {} : { cleanerIDs: [cleanerID] };
  const diaries = await loadDiaries(ctx, { periods: [period], ...whose });
  const days = Array.from({ length: from.until(last).days + 1 }, (_, i) => from.add({ days: i }));
  const reasons = days.map((day) => [day.toString(), whyDayIsUnavailable(day, diaries, opening)] as const);
  return Object.fromEntries(
    reasons.filter((entry): entry is [string, UnavailableReason] => entry[1] !== null),
  );
}

/** Actors who can see a diary are shown all days, including past ones. */
async function openingFor(ctx: Context, period: Period): Promise<Opening> {
  const opening = await loadOpening(ctx, period, await readTimeSettings(ctx));
  return reachOf(ctx.actor, seeDiary) === null ? opening : { ...opening, now: period.from, bindsLead: false };
}

interface PeriodsQuery {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate | null;
  readonly cleanerID: string | undefined;
}

/** The id of a booked job is the job's. */
const jobIDAsID = sql<string>`job_id`.as('id');
/** "Hui Min Chua, 310145" */
const visitDescription = sql<string>`coalesce((
  select coalesce(nullif(customer.display_name, ''), customer.firstname || ' ' || customer.lastname)
    || ', ' || job.address_postal
  from job join customer on customer.id = job.customer_id where job.id = cleaner_occupation.job_id), '')`;

/** Time off and blocks as entered, and booked jobs; for the office with their customer and postal code. */
async function periods(ctx: Context, query: PeriodsQuery): Promise<UnavailablePeriod[]> {
  const zone = ctx.config.BUSINESS_TZ;
  const since = dayBounds(query.from, zone).start.toString();
  const jobs = ctx.db
    .selectFrom('cleaner_occupation')
    .select([
      jobIDAsID,
      'cleanerID',
      'kind',
      'startsAt',
      'endsAt',
      (reachOf(ctx.actor, seeDiary) === 'any' ? visitDescription : sql<string>`''`).as('description'),
      'createdAt',
    ])
    .where(isLiveEntry(ctx))
    .where(endsAfter(since))
    .where('kind', '=', 'job');
  const timeOff = ctx.db
    .selectFrom('time_off')
    .select(['id', 'cleanerID', 'kind', 'startsAt', 'endsAt', 'description', 'createdAt'])
    .where('removedAt', 'is', null)
    .where('endsAt', '>', since);
  let rows = ctx.db
    .selectFrom(timeOff.unionAll(jobs).as('period'))
    .selectAll()
    .orderBy('startsAt')
    .orderBy('id');
  if (query.to !== null) rows = rows.where('startsAt', '<', dayBounds(query.to, zone).end.toString());
  if (query.cleanerID !== undefined) rows = rows.where('cleanerID', '=', query.cleanerID);
  return (await rows.execute()).map((row) => ({
    id: row.id,
    cleanerID: row.cleanerID,
    kind: row.kind as UnavailablePeriod['kind'],
    startTime: formatTimeInput(row.startsAt),
    endTime: formatTimeInput(row.endsAt),
    description: row.description,
    createdAt: wireTime(row.createdAt),
  }));
}
