import type { z } from 'zod';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import type { StreamedList } from '#platform/server/lists/streamed-list.ts';
import type { CleanerPay, SheetLine } from '../contract/shapes.ts';
import type { listPayOfCleaners as cleanersCall, listPayLines as linesCall } from '../contract.ts';
import type { Month } from '../rules/month.ts';
import type { ExtraKind } from '../rules/sheet.ts';
import { computedList } from './computed-list.ts';
import { toExtras } from './extras.ts';
import { hoursColumns, inHours, toHoursLine, unclockedColumns } from './line-columns.ts';
import { cleanersByName, payByCleaner, readPayMonth } from './pay-month.ts';
import { readStatus } from './sheet-row.ts';

/** A sheet by cleaner, in order of their names. */
export async function listPayOfCleaners(
  ctx: Context,
  month: Month,
  query: z.output<typeof cleanersCall.query>,
): Promise<StreamedList> {
  const contents = await readPayMonth(ctx, { month, status: await readStatus(ctx, month) });
  const items = await payByCleaner(ctx, contents);
  return computedList(ctx, query, { name: 'pay', month, items, csv: CLEANERS_CSV });
}

const CLEANERS_CSV: readonly CsvColumn<CleanerPay>[] = [
  { heading: 'Cleaner', value: ({ cleaner }) => cleaner.fullname },
  { heading: 'Cleaner id', value: ({ cleaner }) => cleaner.id },
  { heading: 'Visits', value: (item) => item.visits },
  { heading: 'Planned hours', value: (item) => inHours(item.plannedMinutes) },
  { heading: 'Clocked hours', value: (item) => inHours(item.clockedMinutes) },
  { heading: 'Paid hours', value: (item) => inHours(item.paidMinutes) },
  { heading: 'Base (S$)', value: (item) => dollars(item.base) },
  { heading: 'Extras (S$)', value: (item) => dollars(item.extras) },
  { heading: 'Tips (S$)', value: (item) => dollars(item.tips) },
  { heading: 'Deductions (S$)', value: (item) => dollars(item.deductions) },
  { heading: 'Total (S$)', value: (item) => dollars(item.total) },
  ...unclockedColumns,
];

/** The lines of a sheet by cleaner: visits in order of time, then what was added by hand. */
export async function listPayLines(
  ctx: Context,
  month: Month,
  query: z.output<typeof linesCall.query>,
): Promise<StreamedList> {
  const status = await readStatus(ctx, month);
  const { lines, extras } = await readPayMonth(ctx, { month, status, cleanerId: query.cleanerID });
  const linesOf = Map.groupBy(lines, (line) => line.cleanerId);
  const extrasOf = Map.groupBy(await toExtras(ctx, extras), (extra) => extra.cleaner.id);
  const cleaners = await cleanersByName(ctx, [...new Set([...linesOf.keys(), ...extrasOf.keys()])]);
  const items = cleaners.flatMap((cleaner): SheetLine[] => [
    ...(linesOf.get(cleaner.id) ?? []).map((line) => ({
      cleaner,
      kind: 'visit' as const,
      visit: toHoursLine(ctx, line),
      extra: null,
      rate: line.rate,
      amount: line.amount,
    })),
    ...(extrasOf.get(cleaner.id) ?? []).map((extra) => ({
      cleaner,
      kind: extra.kind,
      visit: null,
      extra,
      rate: null,
      amount: signed(extra.kind, extra.amount),
    })),
  ]);
  return computedList(ctx, query, { name: 'pay-lines', month, items, csv: LINES_CSV });
}

/** A deduction is below zero. */
function signed(kind: ExtraKind, amount: Cents): Cents {
  return kind === 'deduction' ? -amount : amount;
}

const LINES_CSV: readonly CsvColumn<SheetLine>[] = [
  { heading: 'Cleaner', value: ({ cleaner }) => cleaner.fullname },
  { heading: 'Cleaner id', value: ({ cleaner }) => cleaner.id },
  { heading: 'Line', value: ({ kind }) => kind },
  ...hoursColumns.map(({ heading, value }) => ({
    heading,
    value: ({ visit, extra }: SheetLine) => {
      if (visit !== null) return value(visit);
      return heading === 'Job' ? extra?.job?.number : '';
    },
  })),
  { heading: 'Rate (S$ an hour)', value: ({ rate }) => rate !== null && dollars(rate) },
  { heading: 'Amount (S$)', value: ({ amount }) => dollars(amount) },
  { heading: 'Reason', value: ({ extra }) => extra?.reason },
];
