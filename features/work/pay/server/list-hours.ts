import type { z } from 'zod';
import { cleanerExists } from '#features/people/cleaners/server/index.ts';
import type { ReplyOf } from '#platform/contract/call.ts';
import { dayOf, instantToWire } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvFileName, csvTime } from '#platform/server/lists/csv.ts';
import type { ListQueryInput, StreamedList } from '#platform/server/lists/streamed-list.ts';
import type { CleanerHours, CleanerPay, Difference, HoursLine, SheetLine } from '../contract/shapes.ts';
import type {
  listDifferences as call,
  listPayOfCleaners as cleanersCall,
  listHoursOfCleaner as linesCall,
  listHours as listCall,
  listPayLines as listPayLinesCall,
} from '../contract.ts';
import { firstDayOf, lastDayOf, type Month } from '../rules/month.ts';
import { FLAG_NAMES } from '../rules/paid-time.ts';
import { differencesOf, type ExtraKind, lineOf, type PayLine, totalsOf } from '../rules/sheet.ts';
import { readApprovedLines } from './approved-lines.ts';
import { toExtras } from './extras.ts';
import { cleanersByName, computeLines, payByCleaner, readPayMonth } from './pay-month.ts';
import { readStatus } from './sheet-row.ts';
import { readVisitFacts } from './visit-facts.ts';

/** Minutes as hours with two decimals, for files: 95 is `1.58`. */
function inHours(minutes: number | null): string {
  return minutes === null ? '' : (minutes / 60).toFixed(2);
}

function toHoursLine({ config }: Context, line: PayLine): HoursLine {
  const at = (ms: number) => instantToWire(Temporal.Instant.fromEpochMilliseconds(ms), config.BUSINESS_TZ);
  return {
    jobID: line.jobID,
    number: line.number,
    jobType: line.jobType,
    startTime: at(line.start),
    endTime: at(line.end),
    plannedMinutes: line.plannedMinutes,
    breakMinutes: line.breakMinutes,
    startedAt: line.startedAt === null ? null : at(line.startedAt),
    finishedAt: line.finishedAt === null ? null : at(line.finishedAt),
    clockedMinutes: line.clockedMinutes,
    paidMinutes: line.paidMinutes,
    flag: line.flag,
  };
}

const hoursColumns: readonly CsvColumn<HoursLine>[] = [
  { heading: 'Job', value: (visit) => visit.number },
  { heading: 'Kind', value: (visit) => visit.jobType },
  { heading: 'Start', value: (visit) => csvTime(visit.startTime) },
  { heading: 'End', value: (visit) => csvTime(visit.endTime) },
  { heading: 'Planned hours', value: (visit) => inHours(visit.plannedMinutes) },
  { heading: 'Clock-in', value: (visit) => csvTime(visit.startedAt) },
  { heading: 'Clock-out', value: (visit) => csvTime(visit.finishedAt) },
  { heading: 'Clocked hours', value: (visit) => inHours(visit.clockedMinutes) },
  { heading: 'Counted hours', value: (visit) => inHours(visit.paidMinutes) },
  { heading: 'Check these', value: ({ flag }) => flag && FLAG_NAMES[flag] },
];

const unclockedColumns: readonly CsvColumn<Pick<CleanerHours, 'flags'>>[] = [
  { heading: 'Not clocked in', value: ({ flags }) => flags['no-clock-in'] },
  { heading: 'Not clocked out', value: ({ flags }) => flags['no-clock-out'] },
];

/** Planned and clocked hours by cleaner, always as the clock events say now. */
export async function listHours(ctx: Context, query: z.output<typeof listCall.query>): Promise<StreamedList> {
  const { month, cleanerID } = query;
  const lines = (await readVisitFacts(ctx, month, cleanerID)).map((facts) => lineOf(facts, () => null));
  const byCleaner = Map.groupBy(lines, (line) => line.cleanerID);
  const cleaners = await cleanersByName(ctx, [...byCleaner.keys()]);
  const items = cleaners.map((cleaner) => {
    const totals = totalsOf(byCleaner.get(cleaner.id) ?? [], []);
    const { visits, plannedMinutes, clockedMinutes, paidMinutes, flags } = totals;
    return { cleaner, visits, plannedMinutes, clockedMinutes, paidMinutes, flags };
  });
  return computedList(ctx, query, { name: 'hours', month, items, csv: CSV });
}

const CSV: readonly CsvColumn<CleanerHours>[] = [
  { heading: 'Cleaner', value: ({ cleaner }) => cleaner.fullname },
  { heading: 'Cleaner id', value: ({ cleaner }) => cleaner.id },
  { heading: 'Visits', value: (item) => item.visits },
  { heading: 'Planned hours', value: (item) => inHours(item.plannedMinutes) },
  { heading: 'Clocked hours', value: (item) => inHours(item.clockedMinutes) },
  { heading: 'Counted hours', value: (item) => inHours(item.paidMinutes) },
  ...unclockedColumns,
];

/** The visits of a cleaner in a month, in order of time. */
export async function listHoursOfCleaner(
  ctx: Context,
  cleanerID: string,
  query: z.output<typeof linesCall.query>,
): Promise<StreamedList | Refusal<'not_found'>> {
  if (!(await cleanerExists(ctx, cleanerID))) return refuse('not_found');
  const facts = await readVisitFacts(ctx, query.month, cleanerID);
  const items: HoursLine[] = facts.map((visit) =>
    toHoursLine(
      ctx,
      lineOf(visit, () => null),
    ),
  );
  return computedList(ctx, query, { name: 'visits', month: query.month, items, csv: hoursColumns });
}

interface Computed<Item> {
  /** The name of the file and of the audit entry. */
  readonly name: string;
  readonly month: Month;
  readonly items: readonly Item[];
  readonly csv: readonly CsvColumn<Item>[];
}

const LONGEST_PAGE = 500;

/** A list of items that were computed for one month, as a reply of a list route. Pages are read by `from`. */
function computedList<Item>(
  ctx: Context,
  query: Pick<ListQueryInput, 'from' | 'size' | 'count' | 'download'>,
  { name, month, items, csv }: Computed<Item>,
): StreamedList {
  const { from, size } = query;
  const wanted = items.slice(from, from + size);
  const [first, last] = [firstDayOf(month).toString(), lastDayOf(month).toString()];
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ).toString();
  return {
    kind: 'streamed-list',
    from,
    size,
    download: query.download === '1',
    csv: csv as readonly CsvColumn<never>[],
    name,
    fileName: csvFileName(name, { from_date: first, to_date: last }, today),
    total: async () => (query.count === '0' ? undefined : items.length),
    pages: async function* () {
      for (let at = 0; at === 0 || at < wanted.length; at += LONGEST_PAGE) {
        const isLast = at + LONGEST_PAGE >= wanted.length;
        yield { items: wanted.slice(at, at + LONGEST_PAGE), next: null, isLast };
      }
    },
  };
}

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
  query: z.output<typeof listPayLinesCall.query>,
): Promise<StreamedList> {
  const status = await readStatus(ctx, month);
  const { lines, extras } = await readPayMonth(ctx, { month, status, cleanerID: query.cleanerID });
  const linesOf = Map.groupBy(lines, (line) => line.cleanerID);
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

/** More than anyone reads at once; the count has them all. */
const MAX_SHOWN_DIFFERENCES = 200;

/** Recomputes every line of an approved sheet and returns those that differ. A draft has none: it is always current. */
export async function listDifferences(ctx: Context, month: Month): Promise<ReplyOf<typeof call>> {
  if ((await readStatus(ctx, month)) === 'draft') return { count: 0, difference: 0, items: [] };
  const approved = await readApprovedLines(ctx, month);
  const found = differencesOf(approved, await computeLines(ctx, month));
  const shown = found.slice(0, MAX_SHOWN_DIFFERENCES);
  const ids = shown.flatMap((one) => (one.approved ?? one.now)?.cleanerID ?? []);
  const cleaners = new Map((await cleanersByName(ctx, [...new Set(ids)])).map((one) => [one.id, one]));
  return {
    count: found.length,
    difference: found.reduce((sum, one) => sum + (one.now?.amount ?? 0) - (one.approved?.amount ?? 0), 0),
    items: shown.flatMap((one): Difference[] => {
      const line = one.now ?? one.approved;
      const cleaner = line && cleaners.get(line.cleanerID);
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
