import type { z } from 'zod';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { areaByID, areaOfPostal } from '#features/catalogue/places/server/index.ts';
import { seeAddress } from '#features/people/customers/rules/policy.ts';
import { type AddressRow, findAddress } from '#features/people/customers/server/index.ts';
import { reachOf } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listTimeAvailable } from '../contract.ts';
import type { Point } from '../rules/travel.ts';
import { breakFor, MIN_HOURS, sizeVisit, type VisitSize, visitMinutes } from '../rules/visit-length.ts';
import type { VisitRequirements } from '../rules/visit-need.ts';
import { excludableJobs } from './usual-cleaners.ts';

type NeedQuery = Omit<
  z.output<typeof listTimeAvailable.query>,
  'date' | 'from_date' | 'to_date' | 'cleanerID'
> & {
  readonly areaID?: string | undefined;
};

export interface ResolvedNeed {
  readonly need: VisitRequirements;
  readonly home: Point | null;
}

/** The requirements of a visit from what is known so far: a package, an address, or their parts. */
export async function resolveVisitNeed(
  ctx: Context,
  query: NeedQuery,
): Promise<ResolvedNeed | Refusal<'not_found' | 'invalid'>> {
  const pack = query.packageID === undefined ? null : await getPackage(ctx, query.packageID);
  if (pack === null && query.packageID !== undefined) return refuse('not_found');
  const size = pack === null ? sizeWithoutPackage(query) : sizeVisit(toPackageReply(pack), query);
  if ('errors' in size) return refuse('invalid', { errors: size.errors });
  const address = await addressOf(ctx, query.addressID);
  if (isRefusal(address)) return address;
  const postal = address?.postal ?? query.postal ?? '';
  const area = await areaFor(ctx, postal, query.areaID);
  const excludeJobIDs = await excludableJobs(ctx, query.excludeJobID);
  return {
    home: area,
    need: {
      minutes: visitMinutes(size),
      numCleaners: size.numCleaners,
      postal,
      regionID: area?.regionID ?? null,
      gender: query.gender ?? address?.genderPreference ?? '',
      language: query.language ?? address?.languagePreference ?? '',
      hasPets: query.hasPets ?? address?.hasPets ?? false,
      jobType: (pack?.type as VisitRequirements['jobType']) ?? query.jobType,
      excludeJobIDs,
    },
  };
}

function sizeWithoutPackage(query: NeedQuery): VisitSize {
  const { hours = MIN_HOURS, breakHours = 0, numCleaners = 1 } = query;
  return { hours, numCleaners, breakHours: breakFor(hours, breakHours) };
}

/** A customer's own home, or any for the office. Signed-out visitors get no data about homes. */
async function addressOf(
  ctx: Context,
  id: string | undefined,
): Promise<AddressRow | null | Refusal<'not_found'>> {
  if (id === undefined || reachOf(ctx.actor, seeAddress) === null) return null;
  const address = await findAddress(ctx, id);
  return address === null || address.trashedAt !== null ? refuse('not_found') : address;
}

async function areaFor(ctx: Context, postal: string, areaID: string | undefined) {
  if (postal !== '') return areaOfPostal(ctx, postal);
  if (areaID === undefined) return null;
  return areaByID(ctx, areaID);
}
