import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { rankByLoad } from '../rules/choose-crew.ts';
import { type Diary, type SlotQuery, whyNotFree, whySpanIsInTheWay } from '../rules/diary.ts';
import { type RankQuery, rankFree } from './rank-free.ts';

export interface FreeButForOne {
  readonly cleanerId: string;
  /** The only thing in the way. */
  readonly jobId: string;
}

/** Cleaners who could do a visit if one of their own jobs went to somebody else, best first. */
export async function findFreeButForOne(
  ctx: Context,
  query: RankQuery,
  customerId: string,
): Promise<readonly FreeButForOne[] | Refusal<'invalid' | 'not_found'>> {
  const ranked = await rankFree(ctx, query, { withBusy: true, customerId });
  if (isRefusal(ranked)) return ranked;
  const { need, slot, preference, jobMinutesAround } = ranked;
  return rankByLoad(ranked.busy, need, preference, jobMinutesAround).flatMap((diary) => {
    const jobId = onlyJobInTheWay(diary, slot);
    return jobId === null ? [] : [{ cleanerId: diary.cleanerId, jobId }];
  });
}

function onlyJobInTheWay(diary: Diary, slot: SlotQuery): string | null {
  const inTheWay = diary.busy.filter((span) => whySpanIsInTheWay(span, slot) !== null);
  const [jobId, ...others] = new Set(inTheWay.map((span) => span.jobId));
  if (jobId === undefined || others.length > 0) return null;
  const without = { ...slot, excludeJobIds: [...(slot.excludeJobIds ?? []), jobId] };
  return whyNotFree(diary, without) === null ? jobId : null;
}
