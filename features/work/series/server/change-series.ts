import type { z } from 'zod';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import {
  cancelVisits,
  findJobs,
  findPendingRefunds,
  findSeries,
  isBeingPaid,
  isCancellable,
  type JobRow,
  lockJobs,
  lockSeries,
  outcomesOf,
  type SeriesRow,
  changeSeries as saveSeries,
} from '#features/work/jobs/server/index.ts';
import type { Pattern } from '#features/work/schedule/rules/recurrence.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import {
  dayOf,
  instantToWire,
  readDatabaseTime,
  wireTime,
  wireTimeOrNull,
} from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { CancelledVisits, PatternPlan, SeriesReply } from '../contract/shapes.ts';
import type { changePattern as patternCall, pauseSeries as pauseCall } from '../contract.ts';
import { addUntil, datesToAdd, isIn, later, type Pause } from '../rules/endless.ts';
import { addVisits, endSeries, takenDays } from './add-visits.ts';
import { isAsShown, seriesCancelledMail, sumsReply } from './cancel-following.ts';
import { planFor, usualCrewOf } from './new-visits.ts';
import { dropQuestions, showQuestions } from './series-questions.ts';
import { findPauses, isEndless, isOwnSeries, visitsOfSeries } from './series-rows.ts';

type NotThere = Refusal<'not_found'>;
type NotPaused = Refusal<
  'not_found' | 'invalid' | 'not_endless' | 'cancellation_changed' | 'payment_in_progress' | 'unavailable'
>;

export async function readSeries(ctx: Context, id: string): Promise<SeriesReply | NotThere> {
  const series = await findOwnSeries(ctx, id);
  if (series === null) return refuse('not_found');
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  const pauses = await findPauses(ctx, id);
  const visits = await visitsOfSeries(ctx, id, ctx.clock.now());
  const last = visits.findLast(({ status }) => goesAhead(status));
  return {
    id,
    interval: series.interval,
    weekdays: weekdaysOfSeries(ctx, series),
    firstTime: wireTime(series.firstAt),
    isEndless: isEndless(series),
    endedAt: wireTimeOrNull(series.endedAt),
    bookedUntil: wireTimeOrNull(last?.startsAt ?? null),
    pauses: pauses
      .filter(({ lastDay }) => Temporal.PlainDate.compare(lastDay, today) >= 0)
      .map(({ firstDay, lastDay }) => ({ firstDay: String(firstDay), lastDay: String(lastDay) })),
    questions: isEndless(series) ? await showQuestions(ctx, series) : [],
  };
}

/** All of them, that of the regular date included; none if there is one visit a month. */
function weekdaysOfSeries({ config }: Context, { interval, weekdays, firstAt }: SeriesRow): number[] {
  if (interval === 'monthly') return [];
  const own = readDatabaseTime(firstAt).toZonedDateTimeISO(config.BUSINESS_TZ).dayOfWeek;
  return [...new Set([own, ...weekdays])].toSorted((one, other) => one - other);
}

async function findOwnSeries(ctx: Context, id: string): Promise<SeriesRow | null> {
  const series = await findSeries(ctx, id);
  return series !== null && isOwnSeries(ctx, series) ? series : null;
}

type PauseBody = z.output<typeof pauseCall.body>;

/** What a pause would cancel, and what that keeps and gives back. */
export async function previewPause(
  ctx: Context,
  id: string,
  days: { readonly firstDay: string; readonly lastDay: string },
): Promise<CancelledVisits | Refusal<'not_found' | 'not_endless' | 'invalid'>> {
  const series = await findOwnSeries(ctx, id);
  if (series === null) return refuse('not_found');
  if (!isEndless(series)) return refuse('not_endless');
  const pause = pauseOf(ctx, days);
  if (isRefusal(pause)) return pause;
  const visits = await judge(ctx, await visitsIn(ctx, series, pause));
  return sumsReply(ctx, visits, await findPendingRefunds(ctx, visits));
}

/** Cancels the visits of a pause by their own terms, and adds none on its days. */
export function pauseSeries(ctx: Context, id: string, body: PauseBody): Promise<CancelledVisits | NotPaused> {
  return inTransaction(ctx, async (tx) => {
    const series = await lockOwnSeries(tx, id);
    if (isRefusal(series)) return series;
    const pause = pauseOf(tx, body);
    if (isRefusal(pause)) return pause;
    const visits = await visitsIn(tx, series, pause);
    const cancelled = await cancel(tx, visits, body.shown);
    if (isRefusal(cancelled)) return cancelled;
    const { firstDay, lastDay } = body;
    await tx.db
      .insertInto('series_pause')
      .values({ id: tx.newID(), seriesID: id, firstDay, lastDay, createdAt: tx.clock.now().toString() })
      .execute();
    await dropQuestions(tx, id, (start) => isIn(pause, dayOf(start, tx.config.BUSINESS_TZ)));
    await audit(tx, {
      action: 'series.paused',
      subject: { kind: 'series', id },
      after: { firstDay, lastDay, visits: cancelled.visits.length },
    });
    return saveIdempotentReply(tx, cancelled);
  });
}

const MAX_PAUSE_DAYS = 366;

function pauseOf(
  { clock, config }: Context,
  body: { readonly firstDay: string; readonly lastDay: string },
): Pause | Refusal<'invalid'> {
  const [firstDay, lastDay] = [Temporal.PlainDate.from(body.firstDay), Temporal.PlainDate.from(body.lastDay)];
  const today = dayOf(clock.now(), config.BUSINESS_TZ);
  if (Temporal.PlainDate.compare(firstDay, today) < 0)
    return refuseField('firstDay', 'Choose today or a later day.');
  if (Temporal.PlainDate.compare(lastDay, firstDay) < 0)
    return refuseField('lastDay', 'Choose the first day or a later one.');
  if (firstDay.until(lastDay).days >= MAX_PAUSE_DAYS)
    return refuseField('lastDay', 'A pause lasts at most a year.');
  return { firstDay, lastDay };
}

async function visitsIn(ctx: Context, series: SeriesRow, pause: Pause): Promise<JobRow[]> {
  const visits = await comingVisits(ctx, series);
  return visits.filter(({ startsAt }) =>
    isIn(pause, dayOf(readDatabaseTime(startsAt), ctx.config.BUSINESS_TZ)),
  );
}

/** Its visits that go ahead and can still be cancelled, earliest first. */
async function comingVisits(ctx: Context, series: SeriesRow): Promise<JobRow[]> {
  const visits = await visitsOfSeries(ctx, series.id, ctx.clock.now());
  return visits.filter((job) => goesAhead(job.status) && isCancellable(ctx, job));
}

type PatternBody = Omit<z.output<typeof patternCall.body>, 'shown'>;

/** How other dates would change the visits from one on. */
export async function previewPattern(
  ctx: Context,
  id: string,
  body: PatternBody,
): Promise<PatternPlan | Refusal<'not_found' | 'not_endless' | 'not_cancellable'>> {
  const series = await findOwnSeries(ctx, id);
  if (series === null) return refuse('not_found');
  if (!isEndless(series)) return refuse('not_endless');
  const plan = await planPattern(ctx, series, body);
  return isRefusal(plan) ? plan : plan.shown;
}

/**
 * Changes how often the visits of a series take place, from one of them on: those on other days are cancelled by their
 * terms, missing ones added with the same cleaners.
 */
export function changePattern(
  ctx: Context,
  id: string,
  { shown, ...body }: z.output<typeof patternCall.body>,
): Promise<PatternPlan | NotPaused | Refusal<'not_cancellable' | 'slot_taken'>> {
  return inTransaction(
    ctx,
    async (tx) => {
      const series = await lockOwnSeries(tx, id);
      if (isRefusal(series)) return series;
      const plan = await planPattern(tx, series, body);
      if (isRefusal(plan)) return plan;
      const ids = new Set(plan.shown.cancelled.visits.map(({ jobID }) => jobID));
      const visits = (await comingVisits(tx, series)).filter((job) => ids.has(job.id));
      const cancelled = await cancel(tx, visits, shown);
      if (isRefusal(cancelled)) return cancelled;
      await dropQuestions(tx, id, (start) => Temporal.Instant.compare(start, plan.from) >= 0);
      await saveSeries(tx, id, {
        interval: body.interval,
        weekdays: [...(weekdaysOf(body) ?? [])],
        firstAt: plan.from.toString(),
        addedUntil: plan.from.toString(),
      });
      const added = await addVisits(tx, id, { afresh: true, until: plan.until });
      if (isRefusal(added)) return added;
      await audit(tx, {
        action: 'series.dates-changed',
        subject: { kind: 'series', id },
        before: { interval: series.interval, weekdays: series.weekdays },
        after: { interval: body.interval, weekdays: weekdaysOf(body) ?? [] },
      });
      return saveIdempotentReply(tx, { ...plan.shown, cancelled });
    },
    slotConstraints,
  );
}

function weekdaysOf({ interval, weekdays }: Pick<PatternBody, 'interval' | 'weekdays'>) {
  return interval === 'monthly' ? [] : weekdays;
}

async function planPattern(ctx: Context, series: SeriesRow, body: PatternBody) {
  const zone = ctx.config.BUSINESS_TZ;
  const now = ctx.clock.now();
  const coming = await comingVisits(ctx, series);
  const first = coming.find(({ id }) => id === body.fromJobID);
  const last = coming.at(-1);
  if (first === undefined || last === undefined) return refuse('not_cancellable');
  const from = readDatabaseTime(first.startsAt);
  const pattern: Pattern = { interval: body.interval, weekdays: weekdaysOf(body) };
  // A series whose first visit was far ahead is booked for longer than twelve weeks.
  const until = later(addUntil(now), readDatabaseTime(last.startsAt));
  const days = datesToAdd(
    { firstAt: from, pattern, addedUntil: from, pauses: await findPauses(ctx, series.id), days: new Set() },
    now,
    zone,
    until,
  );
  const dayOfVisit = (job: JobRow) => String(dayOf(readDatabaseTime(job.startsAt), zone));
  const wanted = new Set([from, ...days].map((start) => String(dayOf(start, zone))));
  const following = coming.filter(
    ({ startsAt }) => Temporal.Instant.compare(readDatabaseTime(startsAt), from) >= 0,
  );
  const off = following.filter((job) => !wanted.has(dayOfVisit(job)));
  const taken = await takenDays(ctx, series.id, { afresh: true });
  const dates = days.filter((start) => !taken.has(String(dayOf(start, zone))));
  const crew = usualCrewOf(coming, now);
  const planned = await planFor(ctx, { series, last, crew, dates });
  const visits = await judge(ctx, off);
  return {
    from,
    until,
    shown: {
      cancelled: sumsReply(ctx, visits, await findPendingRefunds(ctx, visits)),
      added: planned.map(({ start, crew: found }) => ({
        startTime: instantToWire(start, zone),
        isFree: found !== null,
      })),
    },
  };
}

/** No more visits are added. Those that are booked stay: they are cancelled like any others. Idempotent. */
export function stopSeries(
  ctx: Context,
  id: string,
): Promise<{ readonly id: string } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const series = await lockSeries(tx, id);
    if (series === null || !isOwnSeries(tx, series)) return refuse('not_found');
    if (!isEndless(series)) {
      noChange(tx);
      return { id };
    }
    await endSeries(tx, series);
    await audit(tx, { action: 'series.ended', subject: { kind: 'series', id } });
    return { id };
  });
}

async function lockOwnSeries(tx: Tx, id: string): Promise<SeriesRow | Refusal<'not_found' | 'not_endless'>> {
  const series = await lockSeries(tx, id);
  if (series === null || !isOwnSeries(tx, series)) return refuse('not_found');
  return isEndless(series) ? series : refuse('not_endless');
}

/** The dates of a series are changed for the customer, also by the office. */
function judge(ctx: Context, jobs: readonly JobRow[]) {
  return outcomesOf(ctx, jobs, 'customer');
}

/** Cancels visits of a series whose row is locked. */
async function cancel(
  tx: Tx,
  seen: readonly JobRow[],
  shown: PauseBody['shown'],
): Promise<CancelledVisits | Refusal<'cancellation_changed' | 'payment_in_progress'>> {
  const versions = new Map(
    (
      await lockJobs(
        tx,
        seen.map(({ id }) => id),
      )
    ).map(({ id, version }) => [id, version]),
  );
  if (seen.some((job) => versions.get(job.id) !== job.version)) return refuse('cancellation_changed');
  // A charge that has begun since does not raise the version.
  const locked = await findJobs(
    tx,
    seen.map(({ id }) => id),
  );
  if (locked.some(isBeingPaid)) return refuse('payment_in_progress');
  const visits = await judge(tx, locked);
  const reply = sumsReply(tx, visits, await findPendingRefunds(tx, visits));
  if (shown !== undefined && !isAsShown(reply, shown))
    return refuse('cancellation_changed', { extensions: { ...reply } });
  const [first] = seen;
  if (first === undefined) return reply;
  const also = await seriesCancelledMail(tx, seen, { ...reply, byCompany: false });
  await cancelVisits(tx, visits, { onBehalfOf: 'customer', reason: '', firstJobID: first.id, also });
  return reply;
}
