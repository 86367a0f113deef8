import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeSeries, lockSeries, type SeriesRow } from '#features/work/jobs/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { eachAlone } from '#platform/server/recover-each.ts';
import { addUntil, datesToAdd, dueBefore } from '../rules/endless.ts';
import { insertVisits, planFor, usualCrewOf } from './new-visits.ts';
import { askCustomer } from './series-questions.ts';
import { findPauses, isEndless, visitsOfSeries } from './series-rows.ts';

/** Series of one run; the next run takes the others. */
const MAX_SERIES = 500;

/** Cron job: adds a week of visits to the series without an end that have fewer than twelve weeks ahead. */
export async function addDueVisits(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('job_series')
    .select('id')
    .where('count', 'is', null)
    .where('agreedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('addedUntil', '<', dueBefore(ctx.clock.now()).toString())
    .orderBy('addedUntil')
    .limit(MAX_SERIES)
    .execute();
  await eachAlone(due, {
    // A cleaner who was booked meanwhile is planned again a minute later.
    act: ({ id }) => inTransaction(ctx, (tx) => addVisits(tx, id), slotConstraints),
    report: (err, { id }) =>
      ctx.log.error({ err, seriesID: id, wake: true }, 'visits of a series could not be added'),
  });
}

/**
 * Adds the visits that a series without an end lacks, all or none, with its cleaners. Its customer is asked about dates on
 * which they are not free.
 */
export async function addVisits(
  tx: Tx,
  seriesID: string,
  { afresh = false, until }: { readonly afresh?: boolean; readonly until?: Temporal.Instant } = {},
): Promise<null | Refusal<'slot_taken'>> {
  const series = await lockSeries(tx, seriesID);
  if (series === null || series.addedUntil === null || !isEndless(series)) return null;
  if (!(await keepAccountOpen(tx, series.customerID))) {
    await endSeries(tx, series);
    return null;
  }
  const now = tx.clock.now();
  const zone = tx.config.BUSINESS_TZ;
  const visits = await visitsOfSeries(tx, seriesID, now.subtract({ hours: 24 }));
  const last = visits.at(-1);
  if (last === undefined) return null;
  const dates = datesToAdd(
    {
      firstAt: readDatabaseTime(series.firstAt),
      pattern: { interval: series.interval, weekdays: series.weekdays },
      addedUntil: readDatabaseTime(series.addedUntil),
      pauses: await findPauses(tx, seriesID),
      days: await takenDays(tx, seriesID, { afresh }),
    },
    now,
    zone,
    until,
  );
  const crew = usualCrewOf(visits, now);
  const planned = await planFor(tx, { series, last, crew, dates });
  const added = planned.flatMap(({ start, crew: found }) => (found === null ? [] : [{ start, crew: found }]));
  const inserted = await insertVisits(tx, { series, last, visits: added });
  if (isRefusal(inserted)) return inserted;
  const lacking = planned.flatMap((date) => (date.crew === null ? [date] : []));
  if (lacking.length > 0) await askCustomer(tx, { series, last, crew, dates: lacking });
  await changeSeries(tx, seriesID, { addedUntil: (until ?? addUntil(now)).toString() });
  return null;
}

/** No more visits are added; those that are booked stay. */
export async function endSeries(tx: Tx, { id }: SeriesRow): Promise<void> {
  const now = tx.clock.now().toString();
  await changeSeries(tx, id, { endedAt: now });
  await tx.db
    .updateTable('series_question')
    .set({ answer: 'no-visit', answeredAt: now })
    .where('seriesID', '=', id)
    .where('answer', 'is', null)
    .execute();
}

/** Ends a customer's series that are billed by invoice, as they are no longer. */
export async function endInvoicedSeries(tx: Tx, customerID: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('job_series')
    .select('id')
    .where('customerID', '=', customerID)
    .where('charged', '=', 'invoice')
    .where('endedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) {
    const series = await lockSeries(tx, id);
    if (series !== null) await endSeries(tx, series);
  }
}

/**
 * The days from now on that have, or had, a visit of the series, or a question.
 *
 * @param afresh the dates are chosen anew: cancelled visits and open questions no longer count.
 */
export async function takenDays(
  ctx: Context,
  seriesID: string,
  { afresh }: { readonly afresh: boolean },
): Promise<ReadonlySet<string>> {
  const now = ctx.clock.now();
  const visits = await visitsOfSeries(ctx, seriesID, now.subtract({ hours: 24 }));
  const questions = await ctx.db
    .selectFrom('series_question')
    .select('startsAt')
    .where('seriesID', '=', seriesID)
    .where('startsAt', '>', now.toString())
    .$if(afresh, (asked) => asked.where('answer', 'is not', null))
    .execute();
  const dayOfRow = ({ startsAt }: { readonly startsAt: string }) =>
    String(dayOf(readDatabaseTime(startsAt), ctx.config.BUSINESS_TZ));
  const counting = afresh ? visits.filter(({ status }) => goesAhead(status)) : visits;
  return new Set([...counting, ...questions].map(dayOfRow));
}
