import { areaFinder } from '#features/catalogue/places/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { fixedTravel, type Travel, travelByDistance } from '../rules/travel.ts';
import type { TimeSettings } from './time-settings.ts';

type TravelSettings = Pick<TimeSettings, 'travelBufferMinutes' | 'travelByDistance'>;

/** How long cleaners travel between homes: by the distance between the centres of their areas, unless that is off. */
export async function loadTravel(ctx: Context, settings: TravelSettings): Promise<Travel> {
  const { travelBufferMinutes } = settings;
  if (!settings.travelByDistance) return fixedTravel(travelBufferMinutes);
  return travelByDistance(travelBufferMinutes, await areaFinder(ctx));
}
