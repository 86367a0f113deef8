import type { z } from 'zod';
import { cleanerCards, cleanerMobiles, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { TIME_OFF_ACCEPTED, TIME_OFF_DECLINED } from '#features/people/cleaners/texts/messages.ts';
import { addTimeOff, jobsBroken } from '#features/work/schedule/server/index.ts';
import { dayBounds, dayOf, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { requestTimeOff as call, TimeOffRequest } from '../contract/time-off-requests.ts';
import { isAlreadyRequested, whyNotRequested } from '../rules/time-off-request.ts';

type Self = ContextOf<'cleaner'>;
type Own = { readonly items: TimeOffRequest[] };

interface Row {
  readonly id: string;
  readonly cleanerID: string;
  /** `2026-12-03` */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly note: string;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly timeOffID: string | null;
}

/** Those that the cleaner has not taken back. */
function requests({ db }: Context) {
  return db.selectFrom('time_off_request').selectAll('time_off_request').where('withdrawnAt', 'is', null);
}

function todayOf({ clock, config }: Context): Temporal.PlainDate {
  return dayOf(clock.now(), config.BUSINESS_TZ);
}

/** Without those whose time off the office has removed since. */
export async function listOwnRequests(ctx: Self): Promise<Own> {
  const rows = await requests(ctx)
    .leftJoin('time_off', 'time_off.id', 'time_off_request.timeOffID')
    .where('time_off_request.cleanerID', '=', ctx.actor.id)
    .where('lastDay', '>=', String(todayOf(ctx)))
    .where('time_off.removedAt', 'is', null)
    .orderBy('firstDay')
    .orderBy('time_off_request.id')
    .execute();
  return { items: rows.map(toRequest) };
}

export function requestTimeOff(
  ctx: Self,
  { firstDay, lastDay, note }: z.output<typeof call.body>,
): Promise<Own | Refusal<'invalid' | 'already_requested' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { id: cleanerID } = tx.actor;
    await lockCleaners(tx, [cleanerID]);
    const days = daysOf({ firstDay: firstDay, lastDay: lastDay });
    const why = whyNotRequested(days, todayOf(tx));
    if (why !== null) return refuseField(why.path, why.message);
    const open = await requests(tx)
      .where('cleanerID', '=', cleanerID)
      .where('decidedAt', 'is', null)
      .execute();
    if (isAlreadyRequested(open.map(daysOf), days)) return refuse('already_requested');
    const row = { firstDay: firstDay, lastDay: lastDay, note };
    await tx.db
      .insertInto('time_off_request')
      .values({ ...row, id: tx.newID(), cleanerID, createdAt: tx.clock.now().toString() })
      .execute();
    const subject = { kind: 'cleaner', id: cleanerID };
    await audit(tx, { action: 'cleaner.time-off-requested', subject, after: row });
    return saveIdempotentReply(tx, await listOwnRequests(tx));
  });
}

/** Taking it back twice changes nothing. */
export function withdrawRequest(
  ctx: Self,
  id: string,
): Promise<Own | Refusal<'not_found' | 'request_decided' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { id: cleanerID } = tx.actor;
    await lockCleaners(tx, [cleanerID]);
    const row = await findRequest(tx, id);
    if (row?.cleanerID !== cleanerID) return refuse('not_found');
    if (row.decidedAt !== null) return refuse('request_decided');
    if (row.withdrawnAt === null) {
      const withdrawnAt = tx.clock.now().toString();
      await tx.db.updateTable('time_off_request').set({ withdrawnAt }).where('id', '=', id).execute();
      const before = { firstDay: row.firstDay, lastDay: row.lastDay };
      await audit(tx, {
        action: 'cleaner.time-off-request-withdrawn',
        subject: { kind: 'cleaner', id: cleanerID },
        before,
      });
    }
    return listOwnRequests(tx);
  });
}

/**
 * Sets the time off and tells the cleaner. Accepting again changes nothing.
 * @param seen how many visits in that time the office has agreed to leave without the cleaner
 */
export function acceptRequest(ctx: ContextOf<'admin'>, id: string, seen: number) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (isRefusal(row)) return row;
    if (row.decidedAt !== null) return repeated(tx, row, 'accepted');
    const { first, last } = daysOf(row);
    const timeOff = await addTimeOff(tx, row.cleanerID, {
      start: dayBounds(first, tx.config.BUSINESS_TZ).start,
      end: dayBounds(last, tx.config.BUSINESS_TZ).end,
      description: row.note || 'Leave',
      acknowledge: (await countVisits(tx, row)) === seen,
    });
    if (isRefusal(timeOff))
      return timeOff.refusal === 'breaks_jobs' ? { ...timeOff, detail: VISITS_CHANGED } : timeOff;
    return decide(tx, row, timeOff.id);
  });
}

/** For the office. */
const VISITS_CHANGED =
  'Visits in this time have been booked, moved or cancelled since. Check how many there are now, then accept again.';

/** Tells the cleaner. Declining again changes nothing. */
export function declineRequest(ctx: ContextOf<'admin'>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (isRefusal(row)) return row;
    if (row.decidedAt !== null) return repeated(tx, row, 'declined');
    const subject = { kind: 'cleaner', id: row.cleanerID };
    const before = { firstDay: row.firstDay, lastDay: row.lastDay };
    await audit(tx, { action: 'cleaner.time-off-declined', subject, before });
    return decide(tx, row, null);
  });
}

/** The lock on the cleaner also orders it with the cleaner's own changes. */
async function lockRequest(
  tx: Tx,
  id: string,
): Promise<Row | Refusal<'not_found'> | Refusal<'request_withdrawn'>> {
  const found = await findRequest(tx, id);
  if (found === null) return refuse('not_found');
  await lockCleaners(tx, [found.cleanerID]);
  const row = (await findRequest(tx, id)) ?? found;
  return row.withdrawnAt === null ? row : refuse('request_withdrawn');
}

function repeated(tx: Tx, row: Row, state: TimeOffRequest['state']) {
  const request = toRequest(row);
  if (request.state !== state) return refuse('request_decided');
  noChange(tx);
  return request;
}

/** @param timeOffID of an accepted request */
async function decide(tx: Tx<ContextOf<'admin'>['actor']>, row: Row, timeOffID: string | null) {
  const decided = {
    decidedAt: tx.clock.now().toString(),
    decidedBy: tx.actor.id,
    timeOffID,
  };
  await tx.db.updateTable('time_off_request').set(decided).where('id', '=', row.id).execute();
  await tellCleaner(tx, row, timeOffID !== null);
  return toRequest({ ...row, ...decided });
}

async function tellCleaner(tx: Tx, row: Row, isAccepted: boolean): Promise<void> {
  const [cleaner] = await cleanerMobiles(tx, [row.cleanerID]);
  if (cleaner === undefined) return;
  await sendKind(tx, isAccepted ? TIME_OFF_ACCEPTED : TIME_OFF_DECLINED, {
    to: { mobile: cleaner.mobile },
    cleanerID: cleaner.id,
    data: { firstDay: row.firstDay, lastDay: row.lastDay },
  });
}

/** An open request with what the office needs to decide. */
export interface OpenRequest {
  readonly request: TimeOffRequest;
  readonly cleaner: { readonly id: string; readonly fullname: string };
  /** Booked in that time. */
  readonly visits: number;
}

/** The requests that wait for the office and are not over, by their first day; and how many there are. */
export async function findOpenRequests(
  ctx: Context,
  most: number,
): Promise<{ readonly count: number; readonly requests: readonly OpenRequest[] }> {
  const rows = await requests(ctx)
    .where('decidedAt', 'is', null)
    .where('lastDay', '>=', String(todayOf(ctx)))
    .orderBy('firstDay')
    .orderBy('id')
    .execute();
  const shown = rows.slice(0, most);
  const cards = await cleanerCards(ctx, [...new Set(shown.map((row) => row.cleanerID))]);
  const names = new Map(cards.map(({ id, fullname }) => [id, fullname]));
  const found: OpenRequest[] = [];
  for (const row of shown) {
    const cleaner = { id: row.cleanerID, fullname: names.get(row.cleanerID) ?? '' };
    found.push({ request: toRequest(row), cleaner, visits: await countVisits(ctx, row) });
  }
  return { count: rows.length, requests: found };
}

/** The visits that the time off would leave without the cleaner, by the rule that also refuses it. */
async function countVisits(ctx: Context, row: Row): Promise<number> {
  const { first, last } = daysOf(row);
  const zone = ctx.config.BUSINESS_TZ;
  const start = dayBounds(first, zone).start.epochMilliseconds;
  const end = dayBounds(last, zone).end.epochMilliseconds;
  const newTimeOff = [{ start, end }];
  return (await jobsBroken(ctx, row.cleanerID, { before: {}, after: {}, newTimeOff })).length;
}

async function findRequest({ db }: Context, id: string) {
  const row = await db.selectFrom('time_off_request').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

function daysOf({ firstDay, lastDay }: Pick<Row, 'firstDay' | 'lastDay'>) {
  return { first: Temporal.PlainDate.from(firstDay), last: Temporal.PlainDate.from(lastDay) };
}

function stateOf({ decidedAt, timeOffID }: Row): TimeOffRequest['state'] {
  if (decidedAt === null) return 'open';
  return timeOffID === null ? 'declined' : 'accepted';
}

function toRequest(row: Row): TimeOffRequest {
  return {
    id: row.id,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    note: row.note,
    state: stateOf(row),
    createdAt: wireTime(row.createdAt),
  };
}
