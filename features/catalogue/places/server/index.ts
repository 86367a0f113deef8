import type { Feature } from '#platform/server/feature.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { areaOfPostal, listRegions } from './areas.ts';

export { type Area, areaById, areaFinder, areaOfPostal, listRegions, listSectors } from './areas.ts';
export { closedDays, type Holiday, holidaysOf, lockHoliday, writeHoliday } from './holidays.ts';

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
}

export const feature: Feature = { name: 'places', routes };
