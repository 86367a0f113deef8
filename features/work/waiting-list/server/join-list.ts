import { sql } from 'kysely';
import type { z } from 'zod';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { isHeld, jobRows, releaseHold } from '#features/work/jobs/server/index.ts';
import { notBookableMessage } from '#features/work/schedule/rules/opening.ts';
import { type DayStarts, findDayStarts, readTimeSettings } from '#features/work/schedule/server/index.ts';
import { dayBounds, instantToWire } from '#platform/kernel/business-time.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { joinWaitingList as call, WaitingEntry } from '../contract.ts';
import { type EntryFacts, LIVE_STATES, MAX_LIVE_ENTRIES, startsIn } from '../rules/offer.ts';
import { joinWaitingList } from '../rules/policy.ts';
import { changeState, type EntryRow, entryRows, findEntry, toEntry } from './entries.ts';
import { nextCheck, publishDays } from './publish-days.ts';

type Body = z.output<typeof call.body>;

type NotJoined = Refusal<
  'invalid' | 'not_found' | 'day_not_full' | 'already_booked' | 'too_many_entries' | 'unavailable'
>;

/**
 * Adds a customer to the line of a day, or changes what they wait for. Refused with the free times if the day is not
 * full for this visit, within the customer's own limits, also for the office.
 */
export async function joinList(ctx: Context, body: Body): Promise<WaitingEntry | NotJoined> {
  const customerID = ownIDFor(ctx.actor, joinWaitingList) ?? body.customerID;
  if (customerID === undefined) return refuseField('customerID', 'Choose a customer.');
  const entry = await inTransaction(ctx, async (tx) => {
    await lockEntriesOf(tx, customerID);
    if (!(await keepAccountOpen(tx, customerID))) return refuse('not_found');
    const live = await liveEntriesOf(tx, customerID);
    const same = live.find(({ day, packageID }) => day === body.date && packageID === body.packageID);
    if (same?.state === 'offered') return same;
    const reason = await whyNotJoined(tx, body, customerID);
    if (reason !== null) return reason;
    if (same === undefined && live.length >= MAX_LIVE_ENTRIES) return refuse('too_many_entries');
    return save(tx, body, { customerID, id: same?.id ?? null });
  });
  return isRefusal(entry) ? entry : toEntry(entry);
}

/** Waits again for what an offer that was not paid in time was for. */
export async function rejoinList(ctx: Context, id: string): Promise<WaitingEntry | NotJoined> {
  const entry = await findEntry(ctx, id);
  if (entry === undefined || !may(ctx.actor, joinWaitingList, { customer: entry.customerID }))
    return refuse('not_found');
  if (entry.state !== 'passed') return toEntry(entry);
  return joinList(ctx, {
    customerID: entry.customerID,
    packageID: entry.packageID,
    addressID: entry.addressID,
    date: entry.day,
    part: entry.part,
    hours: entry.hours ?? undefined,
    numCleaners: entry.numCleaners ?? undefined,
    cleanerID: entry.cleanerID ?? undefined,
    requireCleaningSupplies: entry.requireCleaningSupplies,
    specialRequests: entry.specialRequests,
    contactDetails: entry.contactDetails,
  });
}

/** Serialises a customer's requests, so that concurrent ones cannot exceed the limit. */
async function lockEntriesOf(tx: Tx, customerID: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting-list:${customerID}`}, 0))`.execute(
    tx.db,
  );
}

function liveEntriesOf(tx: Tx, customerID: string): Promise<EntryRow[]> {
  return entryRows(tx)
    .where('waiting_entry.customerID', '=', customerID)
    .where('waiting_entry.state', 'in', [...LIVE_STATES])
    .execute();
}

async function whyNotJoined(tx: Tx, body: Body, customerID: string): Promise<NotJoined | null> {
  const day = Temporal.PlainDate.from(body.date);
  const customer = asCustomer(tx, customerID);
  const starts = await findDayStarts(customer, body, day);
  if (isRefusal(starts)) return starts;
  const limit = await whyNotWorthWaiting(tx, body, starts);
  if (limit !== null) return refuseField('date', limit);
  const free = startsIn(body.part, starts.free, tx.config.BUSINESS_TZ);
  const [first] = free;
  if (first !== undefined) {
    const wire = (moment: Temporal.Instant) => instantToWire(moment, tx.config.BUSINESS_TZ);
    const slots = free.map((start) => ({
      startTime: wire(start),
      endTime: wire(start.add({ minutes: starts.minutes })),
    }));
    return refuse('day_not_full', {
      detail: `Not full: choose ${clockOf(first, tx.config.BUSINESS_TZ)}.`,
      extensions: { slots },
    });
  }
  const own = { customerID, packageID: body.packageID, day: body.date };
  return (await findOwnVisit(tx, own)) === null ? null : refuse('already_booked');
}

/** Why nothing could be offered on that day, whatever is cancelled. */
async function whyNotWorthWaiting(
  ctx: Context,
  { part }: Body,
  { bookable, isTooFar, holiday }: DayStarts,
): Promise<string | null> {
  const settings = await readTimeSettings(ctx);
  if (isTooFar) return notBookableMessage('too-far', settings);
  if (startsIn(part, bookable, ctx.config.BUSINESS_TZ).length === 0)
    return notBookableMessage('too-soon', settings);
  return holiday === null ? null : notBookableMessage('holiday', settings);
}

/** 2:00 pm */
function clockOf(start: Temporal.Instant, zone: string): string {
  const { hour, minute } = start.toZonedDateTimeISO(zone);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

interface Saving {
  readonly customerID: string;
  /** The entry to change; null for a new one. */
  readonly id: string | null;
}

async function save(tx: Tx, body: Body, { customerID, id: known }: Saving): Promise<EntryRow> {
  const now = tx.clock.now().toString();
  const wanted = {
    addressID: body.addressID,
    part: body.part,
    hours: body.hours ?? null,
    numCleaners: body.numCleaners ?? null,
    cleanerID: body.cleanerID ?? null,
    requireCleaningSupplies: body.requireCleaningSupplies,
    specialRequests: body.specialRequests,
    contactDetails: body.contactDetails,
    checkAt: nextCheck(tx),
  };
  const id = known ?? tx.newID();
  if (known === null)
    await tx.db
      .insertInto('waiting_entry')
      .values({
        ...wanted,
        id,
        customerID,
        packageID: body.packageID,
        day: body.date,
        state: 'waiting',
        createdAt: now,
        changedAt: now,
      })
      .execute();
  else await tx.db.updateTable('waiting_entry').set(wanted).where('id', '=', id).execute();
  await audit(tx, {
    action: known === null ? 'waiting-list.joined' : 'waiting-list.updated',
    subject: { kind: 'waiting-entry', id },
    after: { customerID, packageID: body.packageID, date: body.date, part: body.part },
  });
  // A time may have become free since it was looked for.
  await publishDays(tx, [body.date]);
  const row = await findEntry(tx, id);
  if (row === undefined) throw new Error(`Entry ${id} not found`);
  return row;
}

/** Acts for a customer: their lead time, horizon and limits apply, also to what the office enters for them. */
export function asCustomer(ctx: Context, id: string): ContextOf<'customer'> {
  return { ...ctx, actor: { role: 'customer', id, sessionID: '' } };
}

interface DayOfCustomer {
  readonly customerID: string;
  readonly packageID: string;
  readonly day: string;
}

/** The customer's visit of that day with that package, as far as it decides about an entry. */
export async function findOwnVisit(
  ctx: Context,
  { customerID, packageID, day }: DayOfCustomer,
): Promise<EntryFacts['ownVisit']> {
  const { start, end } = dayBounds(Temporal.PlainDate.from(day), ctx.config.BUSINESS_TZ);
  const jobs = await jobRows(ctx)
    .where('job.customerID', '=', customerID)
    .where('job.packageID', '=', packageID)
    .where('job.startsAt', '>=', start.toString())
    .where('job.startsAt', '<', end.toString())
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashedAt', 'is', null)
    .execute();
  if (jobs.some(({ status }) => status !== 'pending')) return 'going-ahead';
  return jobs.some((job) => isHeld(job, ctx.clock.now())) ? 'held' : null;
}

/** Ends an entry: one that waits is withdrawn, and an offered time is given up. Others stay as they are. */
export async function leaveList(
  ctx: Context,
  id: string,
): Promise<WaitingEntry | Refusal<'not_found' | 'unavailable'>> {
  const left = await inTransaction(ctx, async (tx) => {
    const entry = await findEntry(tx, id);
    if (entry === undefined || !may(tx.actor, joinWaitingList, { customer: entry.customerID }))
      return refuse('not_found');
    // Without a lock before: a transaction that offers a time to this entry holds its row until the offer is made.
    const isWithdrawn = await changeState(tx, id, { from: 'waiting', to: 'withdrawn' });
    const refused = isWithdrawn ? null : await giveUpOffer(tx, id);
    if (refused !== null) return refused;
    const after = await findEntry(tx, id);
    if (after === undefined) return refuse('not_found');
    await note(tx, entry, after);
    return after;
  });
  return isRefusal(left) ? left : toEntry(left);
}

/** The end of the hold ends the entry (entry-outcomes.ts). Jobs are locked before entries, so this is not done here. */
async function giveUpOffer(tx: Tx, id: string): Promise<Refusal<'not_found' | 'unavailable'> | null> {
  const entry = await findEntry(tx, id);
  if (entry?.state !== 'offered' || entry.jobID === null) return null;
  const released = await releaseHold(tx, entry.jobID);
  return isRefusal(released) ? released : null;
}

async function note(tx: Tx, before: EntryRow, after: EntryRow): Promise<void> {
  if (before.state === after.state) return noChange(tx);
  await audit(tx, {
    action: 'waiting-list.left',
    subject: { kind: 'waiting-entry', id: after.id },
    before: { state: before.state },
    after: { state: after.state },
  });
}
