import { sql } from 'kysely';
import { closedDays, lookUpPlaces, pointFinder } from '#features/catalogue/places/server/index.ts';
import type { Settings } from '#features/catalogue/settings/rules/settings.ts';
import { readSettings, type SettingsChange } from '#features/catalogue/settings/server/index.ts';
import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { BOOKING_LIMITS, type BookingLimits, type Opening } from '../rules/opening.ts';
import { bookAnyTime } from '../rules/policy.ts';
import { fixedTravel, type Travel, travelByDistance } from '../rules/travel.ts';
import type { Period } from './diaries.ts';

/** The booking limits for a period. Lead time and horizon do not apply to the office. */
export async function loadOpening(
  ctx: Context,
  { from, until }: Period,
  limits: BookingLimits,
): Promise<Opening> {
  const zone = ctx.config.BUSINESS_TZ;
  const lastDay = dayOf(until, zone).add({ days: 1 });
  return {
    ...limits,
    zone,
    now: ctx.clock.now(),
    closedDays: await closedDays(ctx, dayOf(from, zone), lastDay),
    bindsLead: !may(ctx.actor, bookAnyTime),
  };
}

/** The settings about booking times and travel time. */
export type TimeSettings = BookingLimits & Pick<Settings, 'travelBufferMinutes' | 'travelByDistance'>;

/** The names of these settings, for callers that read others with them. */
export const TIME_SETTINGS = [...BOOKING_LIMITS, 'travelBufferMinutes', 'travelByDistance'] as const;

export function readTimeSettings(ctx: Context): Promise<TimeSettings> {
  return readSettings(ctx, TIME_SETTINGS);
}

type TravelSettings = Pick<TimeSettings, 'travelBufferMinutes' | 'travelByDistance'>;

/**
 * How long cleaners travel between homes, unless that is off: by the distance between their postal codes where they are
 * known, otherwise between the centres of their areas.
 */
export async function loadTravel(ctx: Context, settings: TravelSettings): Promise<Travel> {
  const { travelBufferMinutes } = settings;
  if (!settings.travelByDistance) return fixedTravel(travelBufferMinutes);
  return travelByDistance(travelBufferMinutes, await pointFinder(ctx));
}

/**
 * Applies a shorter travel buffer to booked visits too: the constraint would otherwise refuse times that the rule
 * offers. A longer buffer leaves them unchanged; the rule keeps new visits away from them. Concurrent bookings read the
 * buffer under the locks taken here.
 */
export async function narrowTravel(tx: Tx, { before, after }: SettingsChange): Promise<void> {
  if (after.travelBufferMinutes >= before.travelBufferMinutes) return;
  const everybody = await tx.db.selectFrom('cleaner').select('id').orderBy('id').execute();
  await lockCleaners(
    tx,
    everybody.map((cleaner) => cleaner.id),
  );
  const ride = sql`make_interval(secs => ${(after.travelBufferMinutes * 60) / 2})`;
  await tx.db
    .updateTable('cleaner_occupation')
    .set({
      travelFrom: sql<string>`greatest(travel_from, starts_at - ${ride})`,
      travelUntil: sql<string>`least(travel_until, ends_at + ${ride})`,
    })
    .where('kind', '=', 'job')
    .where('releasedAt', 'is', null)
    .where('endsAt', '>', tx.clock.now().toString())
    .execute();
}

/** How far ahead rides are planned for which positions matter most. */
const AHEAD = Temporal.Duration.from({ hours: 3 * 24 });

/** Cron job. Looks up the postal codes of the next days' visits that nobody has looked up, a few at a time. */
export async function lookUpPostals(ctx: Context): Promise<void> {
  if (ctx.providers.geocoding === null) return;
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('postal')
    .distinct()
    .where('kind', '=', 'job')
    .where('releasedAt', 'is', null)
    .where('startsAt', '>=', now.toString())
    .where('startsAt', '<', now.add(AHEAD).toString())
    .where('postal', 'is not', null)
    .execute();
  await lookUpPlaces(
    ctx,
    rows.map(({ postal }) => postal ?? ''),
  );
}
