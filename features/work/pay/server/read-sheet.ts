import { sql } from 'kysely';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { CleanerPay, Sheet, SheetSummary } from '../contract/shapes.ts';
import { firstDayOf, type Month, monthBounds, monthOf, monthsBetween } from '../rules/month.ts';
import { totalsOf } from '../rules/sheet.ts';
import type { SheetAction, SheetStatus } from '../rules/states.ts';
import { countCleaners, type PayMonth, payByCleaner, readPayMonth, versionOf } from './pay-month.ts';
import { monthText, readStatus } from './sheet-row.ts';
import { countVisitsAhead } from './visit-facts.ts';

/** A month's sheet with each cleaner's part. */
export async function readSheet(ctx: Context, month: Month): Promise<Sheet & { cleaners: CleanerPay[] }> {
  const status = await readStatus(ctx, month);
  const contents = await readPayMonth(ctx, { month, status });
  const sheet = await toSheet(ctx, { month, status, contents });
  return { ...sheet, cleaners: await payByCleaner(ctx, contents) };
}

interface SheetSource {
  readonly month: Month;
  readonly status: SheetStatus;
  readonly contents: PayMonth;
}

/** The sheet for replies, without its cleaners. */
export async function toSheet(ctx: Context, { month, status, contents }: SheetSource): Promise<Sheet> {
  const { lines, extras } = contents;
  return {
    month,
    status,
    isOver: isOver(ctx, month),
    version: status === 'draft' ? versionOf(contents) : null,
    totals: { cleaners: countCleaners(contents), ...totalsOf(lines, extras) },
    ahead: await countVisitsAhead(ctx, month),
    changes: await readChanges(ctx, month),
  };
}

/** Whether the last day of a month has passed. */
export function isOver({ clock, config }: Context, month: Month): boolean {
  return Temporal.Instant.compare(monthBounds(month, config.BUSINESS_TZ).end, clock.now()) <= 0;
}

async function readChanges(ctx: Context, month: Month): Promise<Sheet['changes']> {
  const rows = await ctx.db
    .selectFrom('pay_sheet_change')
    .selectAll()
    .where('month', '=', firstDayOf(month).toString())
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return toChanges(ctx, rows);
}

/** The last change of every sheet, by month. */
async function readLastChanges(ctx: Context): Promise<ReadonlyMap<Month, Sheet['changes'][number]>> {
  const rows = await ctx.db
    .selectFrom('pay_sheet_change')
    .distinctOn('month')
    .selectAll()
    .select(monthText('month').as('monthText'))
    .orderBy('month')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const changes = await toChanges(ctx, rows);
  return new Map(rows.flatMap(({ monthText }, at) => (changes[at] ? [[monthText, changes[at]]] : [])));
}

interface ChangeRow {
  readonly action: string;
  readonly reason: string;
  readonly total: number;
  readonly changedBy: string;
  readonly createdAt: string;
}

async function toChanges(ctx: Context, rows: readonly ChangeRow[]): Promise<Sheet['changes']> {
  const names = await adminNames(ctx, [...new Set(rows.map(({ changedBy }) => changedBy))]);
  return rows.map((row) => ({
    action: row.action as SheetAction,
    by: names.get(row.changedBy) ?? '',
    at: wireTime(row.createdAt),
    reason: row.reason,
    total: row.total,
  }));
}

/** All months from the first visit or sheet until now, newest first. */
export async function listSheets(ctx: Context): Promise<{ items: SheetSummary[] }> {
  const rows = await ctx.db
    .selectFrom('pay_sheet')
    .selectAll()
    .select(monthText('month').as('monthText'))
    .orderBy('month')
    .execute();
  const sheets = new Map(rows.map((row) => [row.monthText, row]));
  const firsts = [await firstMonth(ctx), rows[0]?.monthText].filter((month) => month !== undefined);
  const [first] = firsts.sort();
  if (first === undefined) return { items: [] };
  const changes = await readLastChanges(ctx);
  const items = monthsBetween(first, monthOf(ctx.clock.now(), ctx.config.BUSINESS_TZ)).map((month) => {
    const row = sheets.get(month);
    const { cleaners, visits, paidMinutes: paidMinutes, total } = row ?? {};
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
    .where('trashedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return first === null ? undefined : monthOf(readDatabaseTime(first), ctx.config.BUSINESS_TZ);
}
