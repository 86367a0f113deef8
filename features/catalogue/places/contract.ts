import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, listReply, postal } from '#platform/contract/schemas.ts';

/** An operational region, to which cleaners are assigned. */
export const regionReply = z.strictObject({
  id,
  name: z.string(),
  /** The postal districts in it, `01` to `28`. */
  districts: z.array(z.string()),
  /** The names of these districts, in the same order: `Bedok, Upper East Coast, Eastwood, Kew Drive`. */
  areas: z.array(z.string()),
});
export type RegionReply = z.output<typeof regionReply>;

/** The area (postal district) of a postal code. */
export const areaReply = z.strictObject({
  areaID: id,
  name: z.string(),
  district: z.string(),
  sector: z.string(),
  regionID: id,
});
export type AreaReply = z.output<typeof areaReply>;

/** The address of a postal code, as people write it; empty where there is none. */
export const placeReply = z.strictObject({
  /** The number of the block or house: `145`, `10A`. */
  block: z.string(),
  street: z.string(),
  building: z.string(),
});
export type PlaceReply = z.output<typeof placeReply>;

export const listRegions = defineCall({
  method: 'GET',
  path: '/regions',
  who: ['anyone'],
  summary: 'The regions that cleaners serve.',
  reply: listReply(regionReply),
});

export const findAreas = defineCall({
  ...routes.findAreas,
  who: ['anyone'],
  summary: 'The area of a postal code; an empty list if its sector is unknown.',
  query: z.strictObject({ postal }),
  reply: z.array(areaReply),
});

export const findAddress = defineCall({
  ...routes.findAddress,
  who: ['anyone'],
  summary:
    'The street and building of a postal code. Null if it is unknown, or if addresses cannot be looked up at the moment.',
  query: z.strictObject({ postal }),
  reply: z.strictObject({ place: placeReply.nullable() }),
});
