import { getCustomer } from '#features/people/customers/server/index.ts';
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
  type SeriesRow,
} from '#features/work/jobs/server/index.ts';
import { openingOfLaterDates, whyNotBookable } from '#features/work/schedule/rules/opening.ts';
import { planVisit } from '#features/work/schedule/rules/plan-visit.ts';
import { visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { planStarts, readTimeSettings, takeSlots } from '#features/work/schedule/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { usualCrew } from '../rules/endless.ts';

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

/** The home as a visit has it: a corrected address is taken over to chosen visits. */
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
