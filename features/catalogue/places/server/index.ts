import type { Feature } from '#platform/server/feature.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import * as calls from '../contract.ts';
import { areaOfPostal, listRegions } from './areas.ts';
import { findPlace } from './postal-places.ts';

export { type Area, areaByID, areaFinder, areaOfPostal, listRegions, listSectors } from './areas.ts';
export { closedDays, type Holiday, holidaysOf, lockHoliday, writeHoliday } from './holidays.ts';
export { lookUpPlaces, pointFinder, pointOfPostal } from './postal-places.ts';

/** Far more addresses than a person types. */
const ADDRESS_LOOKUPS = { name: 'address-lookup', most: 60, per: Temporal.Duration.from({ minutes: 10 }) };

function routes(api: Api): void {
  handle(api, calls.listRegions, async ({ ctx }) => {
    const items = await listRegions(ctx);
    return { items, next: null, total: items.length, from: 0, size: items.length };
  });
  handle(api, calls.findAreas, async ({ ctx, query }) => {
    const area = await areaOfPostal(ctx, query.postal);
    if (area === null) return [];
    const { latitude: _latitude, longitude: _longitude, ...shown } = area;
    return [shown];
  });
  handle(api, calls.findAddress, async ({ ctx, query }) => {
    const limited = await limitCostlyCall(ctx, ADDRESS_LOOKUPS);
    return limited ?? { place: await findPlace(ctx, query.postal) };
  });
}

export const feature: Feature = { name: 'places', routes };
