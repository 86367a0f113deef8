import { getCustomer, keepAccountOpen } from '#features/people/customers/server/index.ts';
import { holdUntil } from '#features/work/jobs/rules/holds.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import {
  addCrews,
  addJobs,
  eventTask,
  expireHolds,
  findJobs,
  type JobRow,
  openHold,
  prepareVisit,
  requirementsOf,
} from '#features/work/jobs/server/index.ts';
import { openingOfLaterDates, whyNotBookable } from '#features/work/schedule/rules/opening.ts';
import { planVisit } from '#features/work/schedule/rules/plan-visit.ts';
import { visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import {
  planStarts,
  readTimeSettings,
  slotConstraints,
  takeSlots,
} from '#features/work/schedule/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { eachAlone } from '#platform/server/recover-each.ts';
import { addUntil, datesToAdd, dueBefore, usualCrew } from '../rules/endless.ts';
import { askCustomer } from './series-questions.ts';
import { findPauses, isEndless, lockSeries, type SeriesRow, visitsOfSeries } from './series-rows.ts';

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
  await tx.db
    .updateTable('job_series')
    .set({ addedUntil: (until ?? addUntil(now)).toString() })
    .where('id', '=', seriesID)
    .execute();
  return null;
}

/** No more visits are added; those that are booked stay. */
export async function endSeries(tx: Tx, { id }: SeriesRow): Promise<void> {
  const now = tx.clock.now().toString();
  await tx.db.updateTable('job_series').set({ endedAt: now }).where('id', '=', id).execute();
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

export function usualCrewOf(visits: readonly JobRow[], now: Temporal.Instant): readonly string[] {
  const going = visits.filter(({ status, trashedAt }) => goesAhead(status) && trashedAt === null);
  return usualCrew(
    (going.length > 0 ? going : visits).map(({ startsAt, crew }) => ({
      start: readDatabaseTime(startsAt),
      crew: crew.map(({ id }) => id),
    })),
    now,
  );
}

interface Dates {
  readonly series: SeriesRow;
  /** Its last visit: home, wishes and contact are as they were there. */
  readonly last: JobRow;
  readonly crew: readonly string[];
  readonly dates: readonly Temporal.Instant[];
}

export interface PlannedDate {
  readonly start: Temporal.Instant;
  /** Null: the crew is not free, or the business is closed. */
  readonly crew: readonly string[] | null;
  readonly isClosed: boolean;
}

/** Whether exactly this crew can come on each date; if it is empty, who can. Reads without locks. */
export async function planFor(ctx: Context, { series, last, crew, dates }: Dates): Promise<PlannedDate[]> {
  if (dates.length === 0) return [];
  const plan = await planStarts(ctx, {
    need: await needOf(ctx, series, last),
    settings: await readTimeSettings(ctx),
    customerID: series.customerID,
    home: null,
    // The office may have sent more for a while.
    named: crew.slice(0, series.visit.numCleaners),
    starts: dates,
  });
  const opening = openingOfLaterDates(plan.opening);
  return dates.map((start) => {
    const isClosed = whyNotBookable(start, plan.need.minutes, opening) !== null;
    return { start, isClosed, crew: isClosed ? null : (planVisit(plan, start)?.crew ?? null) };
  });
}

/** What a visit of the series needs: its home as it is now, its size as agreed. */
export async function needOf(
  ctx: Context,
  { visit }: Pick<SeriesRow, 'visit'>,
  last: JobRow,
): Promise<VisitRequirements> {
  return {
    ...(await requirementsOf(ctx, last)),
    minutes: visitMinutes(visit),
    numCleaners: visit.numCleaners,
    jobType: visit.jobType,
    excludeJobIDs: [],
  };
}

interface NewVisits extends Pick<Dates, 'series' | 'last'> {
  readonly visits: readonly { readonly start: Temporal.Instant; readonly crew: readonly string[] }[];
}

/** Inserts visits that go ahead, each charged at its time, and takes their time; all or none. Returns their ids. */
export async function insertVisits(
  tx: Tx,
  { series, last, visits }: NewVisits,
): Promise<readonly string[] | Refusal<'slot_taken'>> {
  if (visits.length === 0 || series.charged === null) return [];
  const now = tx.clock.now();
  const customer = await getCustomer(tx, series.customerID);
  const { charged, visit } = series;
  const { price, policy, ...terms } = visit;
  const minutes = visitMinutes(visit);
  const added = visits.map((one) => ({ ...one, jobID: tx.newID(), holdID: tx.newID() }));
  for (const { holdID, start } of added) {
    const dueOn = String(dayOf(start.add({ minutes }), tx.config.BUSINESS_TZ));
    const paid = { dueOn, charged };
    await openHold(tx, { id: holdID, customerID: series.customerID, heldUntil: holdUntil(now), paid });
  }
  await addJobs(
    tx,
    added.map(({ jobID, holdID, start }) => ({
      ...terms,
      ...homeOf(last),
      id: jobID,
      holdID,
      seriesID: series.id,
      customerID: series.customerID,
      customerEmail: customer?.email ?? last.customerEmail,
      specialRequests: last.specialRequests,
      contactDetails: last.contactDetails,
      price: JSON.stringify(price),
      policy: JSON.stringify(policy),
      amountToPay: price.total,
      status: 'confirmed',
      source: last.source,
      startsAt: start.toString(),
      endsAt: start.add({ minutes }).toString(),
      confirmedAt: now.toString(),
    })),
  );
  await addCrews(tx, added);
  const need = await needOf(tx, series, last);
  const taken = await takeSlots(tx, {
    visits: added.map(({ jobID, start, crew }) => ({
      jobID,
      start,
      customerID: series.customerID,
      need,
      named: crew,
      isNew: true,
    })),
    heldUntil: null,
    onExpired: expireHolds,
  });
  if (isRefusal(taken)) return taken;
  const ids = added.map(({ jobID }) => jobID);
  for (const job of await findJobs(tx, ids)) {
    await prepareVisit(tx, job);
    await audit(tx, {
      action: 'job.added-to-series',
      subject: { kind: 'job', id: job.id },
      after: { seriesID: series.id, startTime: job.startsAt },
    });
  }
  await tx.outbox.publishAll(
    tx,
    ids.map((id) => eventTask(id, 'put')),
  );
  return ids;
}

/** The home as a visit has it: whoever corrects an address chooses which visits follow. */
function homeOf(last: JobRow) {
  return {
    addressID: last.addressID,
    addressType: last.addressType,
    addressLine1: last.addressLine1,
    addressLine2: last.addressLine2,
    addressLine3: last.addressLine3,
    addressCountry: last.addressCountry,
    addressPostal: last.addressPostal,
    addressLatitude: last.addressLatitude,
    addressLongitude: last.addressLongitude,
    addressHasPets: last.addressHasPets,
    addressLanguagePreference: last.addressLanguagePreference,
    addressGenderPreference: last.addressGenderPreference,
    addressAreaID: last.addressAreaID,
  };
}
