import { postalSector } from '#platform/kernel/postal.ts';
import type { Context } from '#platform/server/context.ts';
import { readOnce } from '#platform/server/read-once.ts';
import type { RegionReply } from '../contract.ts';

/** A postal district with its centre, for one postal code. */
export interface Area {
  readonly areaID: string;
  readonly name: string;
  readonly district: string;
  readonly sector: string;
  readonly regionID: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** All areas by postal sector, cached for the lifetime of the process: only migrations change them. */
const areasBySector = readOnce(async (ctx) => {
  const areas = await ctx.db
    .selectFrom('postal_sector')
    .innerJoin('area', 'area.id', 'postal_sector.areaID')
    .select([
      'area.id as areaID',
      'area.name',
      'area.district',
      'postal_sector.sector',
      'area.regionID',
      'area.latitude',
      'area.longitude',
    ])
    .execute();
  return new Map<string, Area>(areas.map((area) => [area.sector, area]));
});

/** Returns a function like `areaOfPostal`, for looking up many postal codes. */
export async function areaFinder(ctx: Context): Promise<(postal: string) => Area | null> {
  const areas = await areasBySector(ctx);
  return (postal) => areas.get(postalSector(postal)) ?? null;
}

/** The known postal sectors, from `01` to `82`. */
export async function listSectors(ctx: Context): Promise<string[]> {
  return [...(await areasBySector(ctx)).keys()];
}

/** The area of a postal code; null if its sector is unknown (there is no 74). */
export async function areaOfPostal(ctx: Context, postal: string): Promise<Area | null> {
  return (await areaFinder(ctx))(postal);
}

export async function listRegions(ctx: Context): Promise<RegionReply[]> {
  const regions = await ctx.db.selectFrom('region').select(['id', 'name']).orderBy('name').execute();
  const areas = await ctx.db
    .selectFrom('area')
    .select(['regionID', 'district', 'name'])
    .orderBy('district')
    .execute();
  return regions.map((region) => {
    const own = areas.filter((area) => area.regionID === region.id);
    return { ...region, districts: own.map(({ district }) => district), areas: own.map(({ name }) => name) };
  });
}

/** An area by id; null if there is none. */
export async function areaByID(ctx: Context, areaID: string): Promise<Area | null> {
  for (const area of (await areasBySector(ctx)).values()) if (area.areaID === areaID) return area;
  return null;
}
