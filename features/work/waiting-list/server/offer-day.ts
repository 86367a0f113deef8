import { messageTasks } from '#features/messages/messages/server/index.ts';
import { OFFER_MINUTES } from '#features/work/jobs/rules/holds.ts';
import { aboutJob, aboutVisit, customerOf, type JobRow } from '#features/work/jobs/server/index.ts';
import { findDayStarts } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { decideOffer, isOfferTime, type OfferDecision } from '../rules/offer.ts';
import { changeState, type EntryRow, findEntry } from './entries.ts';
import { asCustomer, findOwnVisit } from './join-list.ts';
import { nextCheck } from './publish-days.ts';

/** A booking to hold for a customer of the waiting list. */
export interface Offer {
  readonly customerID: string;
  readonly booking: {
    readonly packageID: string;
    readonly addressID: string;
    readonly start: Temporal.Instant;
    /** The package's own if absent. */
    readonly hours?: number;
    readonly numCleaners?: number;
    /** The named cleaner of each position; empty: anybody. */
    readonly crew: readonly string[];
    readonly requireCleaningSupplies: boolean;
    readonly specialRequests: string;
    readonly contactDetails: string;
  };
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

/** A start is lost only if somebody else has just booked it; then the customer's next one is tried. */
const MAX_TRIES = 3;

/**
 * The task: follows the line of a day, first come first, and holds a free time for each customer for whom there is one.
 * Every hold takes its time, so the line is simply followed to its end. At night nothing is offered: the cron job looks at
 * the day again in the morning.
 */
export async function offerFreedTime(ctx: Context, { day }: { readonly day: string }): Promise<void> {
  const now = ctx.clock.now();
  if (!isOfferTime(now, ctx.config.BUSINESS_TZ)) return;
  const run: Run = { line: await lineOf(ctx, day), passedOver: new Set(), lookAgain: new Set() };
  let from = 0;
  for (;;) {
    const next = await findNext(ctx, run, from);
    if (next === null) break;
    await offer(ctx, run, next);
    from = Math.max(from, next.position + 1);
  }
  await noteLook(ctx, day, { run, now });
}

/** One look at the line of a day. */
interface Run {
  /** Ids of entries, first come first. */
  readonly line: readonly string[];
  /** Not offered anything in this run. */
  readonly passedOver: Set<string>;
  /** Through no fault of theirs: they are looked at again within a minute. */
  readonly lookAgain: Set<string>;
}

interface Next {
  readonly position: number;
  readonly entry: EntryRow;
  readonly start: Temporal.Instant;
}

/** Those who wait for a day, first come first. */
async function lineOf(ctx: Context, day: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('waiting_entry')
    .select('id')
    .where('day', '=', day)
    .where('state', '=', 'waiting')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The first in line to whom a time can be offered, among those from a position on. Time that is freed while the line is
 * followed belongs to those who were looked at before it was free: they are looked at again before anyone behind them gets
 * it.
 */
async function findNext(ctx: Context, run: Run, from: number): Promise<Next | null> {
  let next: Next | null = null;
  let found = await firstOf(ctx, run, { from, until: run.line.length });
  while (found !== null) {
    next = found;
    found = await firstOf(ctx, run, { from: 0, until: next.position });
  }
  return next;
}

async function firstOf(
  ctx: Context,
  run: Run,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<Next | null> {
  for (let position = from; position < until; position += 1) {
    const id = run.line[position];
    if (id === undefined || run.passedOver.has(id)) continue;
    const found = await safely(ctx, run, id, () => lookAt(ctx, id));
    if (found != null) return { position, ...found };
  }
  return null;
}

/** An entry that fails is logged and stays in line: it must not keep the others from their turn. */
async function safely<T>(ctx: Context, run: Run, id: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (err) {
    ctx.log.error({ err, entry: id }, 'a time could not be offered to a customer of the waiting list');
    run.passedOver.add(id);
    return undefined;
  }
}

/** What can be offered to an entry. One to which nothing can be offered any more is closed. */
async function lookAt(ctx: Context, id: string): Promise<Omit<Next, 'position'> | null> {
  const entry = await findEntry(ctx, id);
  if (entry?.state !== 'waiting') return null;
  const decision = await decide(ctx, entry);
  if (decision.kind === 'close') await close(ctx, entry.id);
  return decision.kind === 'offer' ? { entry, start: decision.start } : null;
}

/** Holds the time; if somebody else was faster, the customer's next free one. */
async function offer(ctx: Context, run: Run, { entry, start }: Next): Promise<void> {
  const { id } = entry;
  const refused = await safely(ctx, run, id, async () => {
    let wanted: Temporal.Instant | undefined = start;
    for (let tries = 1; wanted !== undefined; tries += 1) {
      const held = await hold(ctx, entry, wanted);
      if (!isRefusal(held)) return null;
      if (held.refusal !== 'slot_taken' || tries === MAX_TRIES) return held.refusal;
      wanted = (await lookAt(ctx, id))?.start;
    }
    return null;
  });
  run.passedOver.add(id);
  if (refused == null) return;
  ctx.log.info({ entry: id, refusal: refused }, 'a time was not offered to a customer of the waiting list');
  if (refused === 'slot_taken' || refused === 'unavailable') run.lookAgain.add(id);
}

/**
 * When those who still wait are looked at again. Of those who were not due, another look may have been asked for
 * meanwhile, so that stays.
 */
async function noteLook(
  ctx: Context,
  day: string,
  { run, now }: { readonly run: Run; readonly now: Temporal.Instant },
): Promise<void> {
  const waiting = ctx.db.updateTable('waiting_entry').where('day', '=', day).where('state', '=', 'waiting');
  await waiting
    .set({ checkAt: nextCheck(ctx) })
    .where('checkAt', '<=', now.toString())
    .execute();
  if (run.lookAgain.size > 0)
    await waiting
      .set({ checkAt: now.toString() })
      .where('id', 'in', [...run.lookAgain])
      .execute();
}

async function decide(ctx: Context, entry: EntryRow): Promise<OfferDecision> {
  const query = {
    packageID: entry.packageID,
    addressID: entry.addressID,
    hours: entry.hours ?? undefined,
    numCleaners: entry.numCleaners ?? undefined,
    cleanerID: entry.cleanerID ?? undefined,
  };
  const day = Temporal.PlainDate.from(entry.day);
  const starts = await findDayStarts(asCustomer(ctx, entry.customerID), query, day);
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
  return holdOffer(asCustomer(ctx, entry.customerID), {
    customerID: entry.customerID,
    booking: bookingOf(entry, start),
    minutes: OFFER_MINUTES,
    first: (tx) => lockWaiting(tx, entry.id),
    last: (tx, jobs) => announce(tx, entry.id, jobs),
  });
}

function bookingOf(entry: EntryRow, start: Temporal.Instant): Offer['booking'] {
  return {
    packageID: entry.packageID,
    addressID: entry.addressID,
    start,
    ...(entry.hours !== null && { hours: entry.hours }),
    ...(entry.numCleaners !== null && { numCleaners: entry.numCleaners }),
    crew: entry.cleanerID === null ? [] : [entry.cleanerID],
    requireCleaningSupplies: entry.requireCleaningSupplies,
    specialRequests: entry.specialRequests,
    contactDetails: entry.contactDetails,
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
  if (job?.holdExpiresAt == null) throw new Error('An offer must hold a booking');
  await changeState(tx, id, { from: 'waiting', to: 'offered', jobID: job.id });
  const until = readDatabaseTime(job.holdExpiresAt);
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'time-offered',
      to: customerOf(job),
      ...aboutJob(job),
      data: { ...aboutVisit(job), amount: job.amountToPay, until: until.toString() },
      startsAt: readDatabaseTime(job.startsAt),
      notAfter: until,
      isUrgent: true,
    }),
  );
}
