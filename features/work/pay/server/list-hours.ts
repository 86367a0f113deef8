import type { z } from 'zod';
import { cleanerExists } from '#features/people/cleaners/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import type { StreamedList } from '#platform/server/lists/streamed-list.ts';
import type { CleanerHours, HoursLine } from '../contract/shapes.ts';
import type { listHoursOfCleaner as linesCall, listHours as listCall } from '../contract.ts';
import { lineOf, totalsOf } from '../rules/sheet.ts';
import { computedList } from './computed-list.ts';
import { hoursColumns, inHours, toHoursLine, unclockedColumns } from './line-columns.ts';
import { cleanersByName } from './pay-month.ts';
import { readVisitFacts } from './visit-facts.ts';

/** Planned and clocked hours by cleaner, always as the clock events say now. */
export async function listHours(ctx: Context, query: z.output<typeof listCall.query>): Promise<StreamedList> {
  const { month, cleanerID } = query;
  const lines = (await readVisitFacts(ctx, month, cleanerID)).map((facts) => lineOf(facts, () => null));
  const byCleaner = Map.groupBy(lines, (line) => line.cleanerId);
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
  cleanerId: string,
  query: z.output<typeof linesCall.query>,
): Promise<StreamedList | Refusal<'not_found'>> {
  if (!(await cleanerExists(ctx, cleanerId))) return refuse('not_found');
  const facts = await readVisitFacts(ctx, query.month, cleanerId);
  const items: HoursLine[] = facts.map((visit) =>
    toHoursLine(
      ctx,
      lineOf(visit, () => null),
    ),
  );
  return computedList(ctx, query, { name: 'visits', month: query.month, items, csv: hoursColumns });
}
