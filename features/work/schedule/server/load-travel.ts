import { pointFinder } from '#features/catalogue/places/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { fixedTravel, type Travel, travelByDistance } from '../rules/travel.ts';
import type { TimeSettings } from './time-settings.ts';

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
