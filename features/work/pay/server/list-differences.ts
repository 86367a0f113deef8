import type { ReplyOf } from '#platform/contract/call.ts';
import type { Context } from '#platform/server/context.ts';
import type { Difference } from '../contract/shapes.ts';
import type { listDifferences as call } from '../contract.ts';
import type { Month } from '../rules/month.ts';
import { differencesOf, type PayLine } from '../rules/sheet.ts';
import { readApprovedLines } from './approved-lines.ts';
import { toHoursLine } from './line-columns.ts';
import { cleanersByName, computeLines } from './pay-month.ts';
import { readStatus } from './sheet-row.ts';

/** More than anyone reads at once; the count has them all. */
const MOST = 200;

/** Recomputes every line of an approved sheet and returns those that differ. A draft has none: it is always current. */
export async function listDifferences(ctx: Context, month: Month): Promise<ReplyOf<typeof call>> {
  if ((await readStatus(ctx, month)) === 'draft') return { count: 0, difference: 0, items: [] };
  const approved = await readApprovedLines(ctx, month);
  const found = differencesOf(approved, await computeLines(ctx, month));
  const shown = found.slice(0, MOST);
  const ids = shown.flatMap((one) => (one.approved ?? one.now)?.cleanerId ?? []);
  const cleaners = new Map((await cleanersByName(ctx, [...new Set(ids)])).map((one) => [one.id, one]));
  return {
    count: found.length,
    difference: found.reduce((sum, one) => sum + (one.now?.amount ?? 0) - (one.approved?.amount ?? 0), 0),
    items: shown.flatMap((one): Difference[] => {
      const line = one.now ?? one.approved;
      const cleaner = line && cleaners.get(line.cleanerId);
      if (line == null || cleaner == null) return [];
      const { jobID, number, startTime } = toHoursLine(ctx, line);
      const [before, now] = [toComputed(ctx, one.approved), toComputed(ctx, one.now)];
      return [{ cleaner, jobID, number, startTime, approved: before, now }];
    }),
  };
}

function toComputed(ctx: Context, line: PayLine | null): Difference['now'] {
  if (line === null) return null;
  const { startedAt, finishedAt } = toHoursLine(ctx, line);
  const { plannedMinutes, paidMinutes, rate, amount } = line;
  return { startedAt, finishedAt, plannedMinutes, paidMinutes, rate, amount };
}
