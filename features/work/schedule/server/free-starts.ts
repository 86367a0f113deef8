import { dayBounds } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { offeredSlots } from '../rules/offered-slots.ts';
import { bookableStarts, lastBookableDay } from '../rules/opening.ts';
import { loadOpening, loadTravel, readTimeSettings } from './load-opening.ts';
import { loadRoster, suitedCleaners } from './load-roster.ts';
import { resolveVisitNeed } from './resolve-need.ts';

export interface DayQuery {
  readonly packageID: string;
  readonly addressID: string;
  readonly hours?: number | undefined;
  readonly numCleaners?: number | undefined;
  /** Only starts at which this cleaner is free. */
  readonly cleanerID?: string | undefined;
}

export interface DayStarts {
  /** At which enough cleaners are free, by the same check as booking; earliest first. */
  readonly free: readonly Temporal.Instant[];
  /** At which the actor may still book, regardless of who is free; ignores holidays, which may be taken back. */
  readonly bookable: readonly Temporal.Instant[];
  /** How long the visit takes. */
  readonly minutes: number;
  /** The name of the holiday on which the business is closed; null if it is none. */
  readonly holiday: string | null;
  /** The day is further ahead than the actor may book. */
  readonly isTooFar: boolean;
}

/** The starts of a day for one visit to a stored home, within the limits of the actor. */
export async function findDayStarts(
  ctx: Context,
  query: DayQuery,
  day: Temporal.PlainDate,
): Promise<DayStarts | Refusal<'invalid' | 'not_found'>> {
  const resolved = await resolveVisitNeed(ctx, query);
  if (isRefusal(resolved)) return resolved;
  const { start } = dayBounds(day, ctx.config.BUSINESS_TZ);
  const period = { from: start, until: start };
  const settings = await readTimeSettings(ctx);
  const need = { ...resolved.need, travel: await loadTravel(ctx, settings) };
  const { cleanerID } = query;
  const only = cleanerID !== undefined && need.numCleaners === 1 ? [cleanerID] : undefined;
  const cleanerIDs = await suitedCleaners(ctx, need, only);
  const opening = await loadOpening(ctx, period, settings);
  const roster = await loadRoster(ctx, { need, cleanerIDs, periods: [period] });
  const { slots } = offeredSlots(day, need, roster, opening);
  const named = cleanerIDs.indexOf(cleanerID ?? '');
  return {
    free: slots.filter(({ isFree }) => cleanerID === undefined || isFree(named)).map((slot) => slot.start),
    bookable: bookableStarts(day, need.minutes, { ...opening, closedDays: new Map() }),
    minutes: need.minutes,
    holiday: opening.closedDays.get(day.toString()) ?? null,
    isTooFar: opening.bindsLead && Temporal.PlainDate.compare(day, lastBookableDay(opening)) > 0,
  };
}
