import { messageTasks } from '#features/messages/messages/server/index.ts';
import { OFFER_MINUTES } from '#features/work/jobs/rules/holds.ts';
import { aboutJob, aboutVisit, customerOf, type JobRow } from '#features/work/jobs/server/index.ts';
import { findDayStarts } from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { decideOffer, isOfferTime, type OfferDecision } from '../rules/offer.ts';
import { asCustomer } from './as-customer.ts';
import { changeState, type EntryRow, findEntry } from './entry-record.ts';
import { findOwnVisit } from './own-visit.ts';
import { nextCheck } from './publish-days.ts';

/** A booking to hold for a customer of the waiting list. */
export interface Offer {
  readonly customerId: string;
  /** As in a booking of their own. */
  readonly body: object;
  /** How long it is held. */
  readonly minutes: number;
  readonly first: (tx: Tx) => Promise<Refusal<'not_found'> | null>;
  readonly last: (tx: Tx, jobs: readonly JobRow[]) => Promise<void>;
}

export type HoldOffer = (ctx: Context, offer: Offer) => Promise<readonly JobRow[] | Refusal>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Registered by booking, a higher-level feature. */
    readonly waitingBookings?: { readonly holdOffer: HoldOffer };
  }
}

/** A start is lost only if somebody else has just booked it; then the next one is tried. */
const MAX_TRIES = 3;
/** Refusals that say nothing about the customer: the entry is looked at again within a minute. */
const TRY_AGAIN = ['slot_taken', 'unavailable'];

/**
 * The task: goes through the line of a day, first come first, and holds a free time for each customer for whom there is
 * one. Every hold takes its time, so the line is simply followed to its end. At night nothing is offered: the cron job
 * looks at the day again in the morning.
 */
export async function offerFreedTime(ctx: Context, { day }: { readonly day: string }): Promise<void> {
  if (!isOfferTime(ctx.clock.now(), ctx.config.BUSINESS_TZ)) return;
  for (const entry of await lineOf(ctx, day)) await offerEntry(ctx, entry);
}

interface InLine {
  readonly id: string;
  readonly check_at: string;
}

/** Those who wait for a day, first come first. */
function lineOf(ctx: Context, day: string): Promise<InLine[]> {
  return ctx.db
    .selectFrom('waiting_entry')
    .select(['id', 'check_at'])
    .where('day', '=', day)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** An entry that fails is logged and stays in line: it must not keep the others from their turn. */
async function offerEntry(ctx: Context, { id, check_at }: InLine): Promise<void> {
  try {
    for (let tries = 1; !(await tryToOffer(ctx, id)); tries += 1) if (tries === MAX_TRIES) return;
  } catch (err) {
    ctx.log.error({ err, entry: id }, 'a time could not be offered to a customer of the waiting list');
  }
  await ctx.db
    .updateTable('waiting_entry')
    .set({ check_at: nextCheck(ctx) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    // The office may have freed time meanwhile, and asked for another look.
    .where('check_at', '=', check_at)
    .execute();
}

/** False if it is worth trying again: the start was taken meanwhile, or a lock could not be acquired. */
async function tryToOffer(ctx: Context, id: string): Promise<boolean> {
  const entry = await findEntry(ctx, id);
  if (entry?.state !== 'waiting') return true;
  const decision = await decide(ctx, entry);
  if (decision.kind === 'wait') return true;
  if (decision.kind === 'close') {
    await close(ctx, entry.id);
    return true;
  }
  const held = await hold(ctx, entry, decision.start);
  if (!isRefusal(held)) return true;
  ctx.log.info(
    { entry: id, refusal: held.refusal },
    'a time was not offered to a customer of the waiting list',
  );
  return !TRY_AGAIN.includes(held.refusal);
}

async function decide(ctx: Context, entry: EntryRow): Promise<OfferDecision> {
  const query = {
    packageID: entry.package_id,
    addressID: entry.address_id,
    hours: entry.hours ?? undefined,
    numCleaners: entry.num_cleaners ?? undefined,
    cleanerID: entry.cleaner_id ?? undefined,
  };
  const day = Temporal.PlainDate.from(entry.day);
  const starts = await findDayStarts(asCustomer(ctx, entry.customer_id), query, day);
  // The home or the package is in the trash.
  if (isRefusal(starts)) return { kind: 'close' };
  const ownVisit = await findOwnVisit(ctx, entry);
  return decideOffer({ part: entry.part, zone: ctx.config.BUSINESS_TZ, ...starts, ownVisit });
}

async function close(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, (tx) => changeState(tx, id, { from: 'waiting', to: 'closed' }));
}

/** Holds a time, like a booking of the customer's own. The entry, the hold and the message are one transaction. */
async function hold(ctx: Context, entry: EntryRow, start: Temporal.Instant) {
  const { holdOffer } = ctx.composed.waitingBookings ?? {};
  if (holdOffer === undefined) throw new Error('No feature holds bookings for the waiting list');
  return holdOffer(asCustomer(ctx, entry.customer_id), {
    customerId: entry.customer_id,
    body: bookingOf(ctx, entry, start),
    minutes: OFFER_MINUTES,
    first: (tx) => lockWaiting(tx, entry.id),
    last: (tx, jobs) => announce(tx, entry.id, jobs),
  });
}

function bookingOf(ctx: Context, entry: EntryRow, start: Temporal.Instant) {
  return {
    packageID: entry.package_id,
    addressID: entry.address_id,
    startTime: instantToWire(start, ctx.config.BUSINESS_TZ),
    ...(entry.hours !== null && { hours: entry.hours }),
    ...(entry.num_cleaners !== null && { numCleaners: entry.num_cleaners }),
    ...(entry.cleaner_id !== null && { cleaner1ID: entry.cleaner_id }),
    requireCleaningSupplies: entry.require_cleaning_supplies,
    specialRequests: entry.special_requests,
    contactDetails: entry.contact_details,
  };
}

/** Locks an entry that still waits: another task may have offered a time, or its customer may have left. */
async function lockWaiting(tx: Tx, id: string): Promise<Refusal<'not_found'> | null> {
  const waiting = await tx.db
    .selectFrom('waiting_entry')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return waiting === undefined ? refuse('not_found') : null;
}

async function announce(tx: Tx, id: string, [job]: readonly JobRow[]): Promise<void> {
  if (job?.hold_expires_at == null) throw new Error('An offer must hold a booking');
  await changeState(tx, id, { from: 'waiting', to: 'offered', jobId: job.id });
  const until = readDatabaseTime(job.hold_expires_at);
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'time-offered',
      to: customerOf(job),
      ...aboutJob(job),
      data: { ...aboutVisit(job), amount: job.amount_to_pay, until: until.toString() },
      startsAt: readDatabaseTime(job.starts_at),
      notAfter: until,
      isUrgent: true,
    }),
  );
}
