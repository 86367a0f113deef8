import { sql } from 'kysely';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { SheetSummary } from '../contract/shapes.ts';
import { type Month, monthOf, monthsBetween } from '../rules/month.ts';
import type { SheetStatus } from '../rules/states.ts';
import { isOver, readLastChanges } from './read-sheet.ts';
import { monthText } from './sheet-row.ts';

/** All months from the first visit or sheet until now, newest first. */
export async function listSheets(ctx: Context): Promise<{ items: SheetSummary[] }> {
  const rows = await ctx.db
    .selectFrom('pay_sheet')
    .selectAll()
    .select(monthText('month').as('month_text'))
    .orderBy('month')
    .execute();
  const sheets = new Map(rows.map((row) => [row.month_text, row]));
  const firsts = [await firstMonth(ctx), rows[0]?.month_text].filter((month) => month !== undefined);
  const [first] = firsts.sort();
  if (first === undefined) return { items: [] };
  const changes = await readLastChanges(ctx);
  const items = monthsBetween(first, monthOf(ctx.clock.now(), ctx.config.BUSINESS_TZ)).map((month) => {
    const row = sheets.get(month);
    const { cleaners, visits, paid_minutes: paidMinutes, total } = row ?? {};
    return {
      month,
      status: (row?.status ?? 'draft') as SheetStatus,
      isOver: isOver(ctx, month),
      approved:
        cleaners == null || visits == null || paidMinutes == null || total == null
          ? null
          : { cleaners, visits, paidMinutes, total },
      lastChange: changes.get(month) ?? null,
    };
  });
  return { items };
}

/** The month of the first visit that goes ahead. */
async function firstMonth(ctx: Context): Promise<Month | undefined> {
  const { first } = await ctx.db
    .selectFrom('job')
    .select(sql<string | null>`min(starts_at)`.as('first'))
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return first === null ? undefined : monthOf(readDatabaseTime(first), ctx.config.BUSINESS_TZ);
}
