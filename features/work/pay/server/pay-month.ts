import { createHash } from 'node:crypto';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import type { CleanerPay, PaidCleaner } from '../contract/shapes.ts';
import type { Month } from '../rules/month.ts';
import { type ExtraKind, type ExtraPay, lineOf, type PayLine, totalsOf } from '../rules/sheet.ts';
import type { SheetStatus } from '../rules/states.ts';
import { readApprovedLines } from './approved-lines.ts';
import { type ExtraRow, readExtraRows } from './extras.ts';
import { readRateFinder } from './rates.ts';
import { readVisitFacts } from './visit-facts.ts';

/** What a sheet consists of: lines by cleaner in order of time, and what was added by hand. */
export interface PayMonth {
  readonly lines: readonly PayLine[];
  readonly extras: readonly SheetExtra[];
}

type SheetExtra = ExtraRow & ExtraPay;

/** Cleaners with a line or an extra. */
export function countCleaners({ lines, extras }: PayMonth): number {
  return new Set([...lines, ...extras].map(({ cleanerID }) => cleanerID)).size;
}

/** The lines as the clock events and the rates make them now. */
export async function computeLines(ctx: Context, month: Month, cleanerID?: string): Promise<PayLine[]> {
  const findRate = await readRateFinder(ctx);
  return (await readVisitFacts(ctx, month, cleanerID)).map((facts) => lineOf(facts, findRate));
}

interface PayMonthQuery {
  readonly month: Month;
  readonly status: SheetStatus;
  readonly cleanerID?: string | undefined;
}

/** A sheet, or one cleaner's part of it: a draft as it is now, otherwise as approved. */
export async function readPayMonth(
  ctx: Context,
  { month, status, cleanerID }: PayMonthQuery,
): Promise<PayMonth> {
  const lines =
    status === 'draft'
      ? await computeLines(ctx, month, cleanerID)
      : await readApprovedLines(ctx, month, cleanerID);
  const extras = await readExtraRows(ctx, month, cleanerID);
  return {
    lines,
    extras: extras.map((row) => ({ ...row, cleanerID: row.cleanerID, kind: row.kind as ExtraKind })),
  };
}

/** Identifies the contents of a sheet: another value for any other line or extra. */
export function versionOf({ lines, extras }: PayMonth): string {
  const parts = lines.map(
    ({ cleanerID, jobID, startedAt, finishedAt, plannedMinutes, paidMinutes, rate }) =>
      `${cleanerID} ${jobID} ${startedAt} ${finishedAt} ${plannedMinutes} ${paidMinutes} ${rate}`,
  );
  const hash = createHash('sha256').update([...parts, ...extras.map(({ id }) => id)].join('\n'));
  return hash.digest('base64url');
}

/** The parts of a sheet by cleaner, in order of their names. */
export async function payByCleaner(ctx: Context, { lines, extras }: PayMonth): Promise<CleanerPay[]> {
  const linesOf = Map.groupBy(lines, (line) => line.cleanerID);
  const extrasOf = Map.groupBy(extras, (extra) => extra.cleanerID);
  const cleaners = await cleanersByName(ctx, [...new Set([...linesOf.keys(), ...extrasOf.keys()])]);
  return cleaners.map((cleaner) => ({
    cleaner,
    ...totalsOf(linesOf.get(cleaner.id) ?? [], extrasOf.get(cleaner.id) ?? []),
  }));
}

export async function cleanersByName(ctx: Context, ids: readonly string[]): Promise<PaidCleaner[]> {
  const cards = await cleanerCards(ctx, ids);
  return cards
    .map(({ id, fullname }) => ({ id, fullname }))
    .sort((a, b) => a.fullname.localeCompare(b.fullname, 'en') || a.id.localeCompare(b.id));
}
