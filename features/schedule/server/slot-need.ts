import type { z } from 'zod';
import { getAddressOf } from '#features/customers/server/index.ts';
import { getPackage } from '#features/packages/server/index.ts';
import { areaOfPostal } from '#features/places/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { listTimeAvailable } from '../contract.ts';
import type { Point } from '../rules/choose-crew.ts';
import type { VisitNeed } from '../rules/slot-request.ts';
import { breakFor, LEAST_HOURS, visitMinutes } from '../rules/visit-length.ts';
import { jobFacts } from './job-facts.ts';

type Asked = Omit<
  z.output<typeof listTimeAvailable.query>,
  'date' | 'from_date' | 'to_date' | 'cleanerID'
> & {
  readonly areaID?: string | undefined;
};

export interface SlotWish {
  readonly need: VisitNeed;
  readonly home: Point | null;
}

/** What a visit would need, from what the person has said so far: a package, an address, or their parts. */
export async function readSlotWish(ctx: Context, asked: Asked): Promise<SlotWish | Refusal<'not_found'>> {
  const pack = asked.packageID === undefined ? null : await getPackage(ctx, asked.packageID);
  if (pack === null && asked.packageID !== undefined) return refuse('not_found');
  const address = await ownAddress(ctx, asked.addressID);
  if (address === null && asked.addressID !== undefined && ctx.actor.role === 'customer')
    return refuse('not_found');
  const postal = address?.postal ?? asked.postal ?? '';
  const area = await areaFor(ctx, postal, asked.areaID);
  const hours = asked.hours ?? pack?.hours_per_cleaner ?? LEAST_HOURS;
  const ownBreak =
    asked.hours === undefined || asked.hours === pack?.hours_per_cleaner ? pack?.break_hours : 0;
  return {
    home: area,
    need: {
      minutes: visitMinutes({ hours, breakHours: asked.breakHours ?? breakFor(hours, ownBreak ?? 0) }),
      numCleaners: asked.numCleaners ?? pack?.num_cleaners ?? 1,
      postal,
      regionId: area?.regionID ?? null,
      gender: asked.gender ?? address?.gender_preference ?? '',
      language: asked.language ?? '',
      jobType: asked.jobType ?? (pack?.type as VisitNeed['jobType']),
      excludeJobId: await jobFacts(ctx).visibleJob(ctx, asked.excludeJobID),
    },
  };
}

/** A customer's own; the office says the postal code. */
function ownAddress(ctx: Context, id: string | undefined) {
  if (id === undefined || ctx.actor.role !== 'customer') return null;
  return getAddressOf(ctx, ctx.actor.id, id);
}

async function areaFor(ctx: Context, postal: string, areaId: string | undefined) {
  if (postal !== '') return areaOfPostal(ctx, postal);
  if (areaId === undefined) return null;
  const area = await ctx.db
    .selectFrom('area')
    .select(['region_id as regionID', 'latitude', 'longitude'])
    .where('id', '=', areaId)
    .executeTakeFirst();
  return area ?? null;
}
