import { postalSector } from '#platform/kernel/postal.ts';
import type { Context } from '#platform/server/context.ts';
import type { RegionReply } from '../contract.ts';

/** A postal district with the position of its middle, for one postal code. */
export interface Area {
  readonly areaID: string;
  readonly name: string;
  readonly district: string;
  readonly sector: string;
  readonly regionID: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The area of a postal code; null when its sector is not known (there is no 74). */
export async function areaOfPostal(ctx: Context, postal: string): Promise<Area | null> {
  const area = await ctx.db
    .selectFrom('postal_sector')
    .innerJoin('area', 'area.id', 'postal_sector.area_id')
    .select([
      'area.id as areaID',
      'area.name',
      'area.district',
      'postal_sector.sector',
      'area.region_id as regionID',
      'area.latitude',
      'area.longitude',
    ])
    .where('postal_sector.sector', '=', postalSector(postal))
    .executeTakeFirst();
  return area ?? null;
}

/** The regions with their districts, by name. */
export async function listRegions(ctx: Context): Promise<RegionReply[]> {
  const regions = await ctx.db.selectFrom('region').select(['id', 'name']).orderBy('name').execute();
  const areas = await ctx.db
    .selectFrom('area')
    .select(['region_id', 'district'])
    .orderBy('district')
    .execute();
  return regions.map((region) => ({
    ...region,
    districts: areas.filter((area) => area.region_id === region.id).map((area) => area.district),
  }));
}

/** An area by its id; null where there is none. */
export async function areaById(ctx: Context, areaId: string) {
  const area = await ctx.db
    .selectFrom('area')
    .select(['region_id as regionID', 'latitude', 'longitude'])
    .where('id', '=', areaId)
    .executeTakeFirst();
  return area ?? null;
}
