import type { z } from 'zod';
import { getAddressOf } from '#features/customers/server/index.ts';
import { getPackage } from '#features/packages/server/index.ts';
import { areaById, areaOfPostal } from '#features/places/server/index.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listTimeAvailable } from '../contract.ts';
import type { Point } from '../rules/choose-crew.ts';
import { haveUsualCleaner } from '../rules/policy.ts';
import { breakFor, LEAST_HOURS, visitMinutes } from '../rules/visit-length.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import { excludableJobs } from './usual-cleaners.ts';

type NeedQuery = Omit<
  z.output<typeof listTimeAvailable.query>,
  'date' | 'from_date' | 'to_date' | 'cleanerID'
> & {
  readonly areaID?: string | undefined;
};

export interface ResolvedNeed {
  readonly need: VisitNeed;
  readonly home: Point | null;
}

/** What a visit would need, from what the person has said so far: a package, an address, or their parts. */
export async function resolveVisitNeed(
  ctx: Context,
  query: NeedQuery,
): Promise<ResolvedNeed | Refusal<'not_found'>> {
  const pack = query.packageID === undefined ? null : await getPackage(ctx, query.packageID);
  if (pack === null && query.packageID !== undefined) return refuse('not_found');
  const address = await ownAddress(ctx, query.addressID);
  if (address === null && query.addressID !== undefined && ownIdFor(ctx.actor, haveUsualCleaner) !== null)
    return refuse('not_found');
  const postal = address?.postal ?? query.postal ?? '';
  const area = await areaFor(ctx, postal, query.areaID);
  const hours = query.hours ?? pack?.hours_per_cleaner ?? LEAST_HOURS;
  const ownBreak =
    query.hours === undefined || query.hours === pack?.hours_per_cleaner ? pack?.break_hours : 0;
  return {
    home: area,
    need: {
      minutes: visitMinutes({ hours, breakHours: query.breakHours ?? breakFor(hours, ownBreak ?? 0) }),
      numCleaners: query.numCleaners ?? pack?.num_cleaners ?? 1,
      postal,
      regionId: area?.regionID ?? null,
      gender: query.gender ?? address?.gender_preference ?? '',
      language: query.language ?? '',
      jobType: query.jobType ?? (pack?.type as VisitNeed['jobType']),
      excludeJobIds: await excludableJobs(ctx, query.excludeJobID),
    },
  };
}

/** A customer's own; the office says the postal code. */
function ownAddress(ctx: Context, id: string | undefined) {
  const ownId = ownIdFor(ctx.actor, haveUsualCleaner);
  return id === undefined || ownId === null ? null : getAddressOf(ctx, ownId, id);
}

async function areaFor(ctx: Context, postal: string, areaId: string | undefined) {
  if (postal !== '') return areaOfPostal(ctx, postal);
  if (areaId === undefined) return null;
  return areaById(ctx, areaId);
}
