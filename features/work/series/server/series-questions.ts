import type { z } from 'zod';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import {
  aboutJob,
  aboutVisit,
  customerOf,
  type JobRow,
  lockSeries,
  type SeriesRow,
} from '#features/work/jobs/server/index.ts';
import { visitMinutes } from '#features/work/schedule/rules/visit-length.ts';
import {
  findAlternativesOfAll,
  readTimeSettings,
  slotConstraints,
} from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { eachAlone } from '#platform/server/recover-each.ts';
import type { SeriesReply } from '../contract/shapes.ts';
import type { answerQuestion } from '../contract.ts';
import { answerBy } from '../rules/endless.ts';
import { insertVisits, needOf, type PlannedDate, planFor, usualCrewOf } from './new-visits.ts';
import { isEndless, isOwnSeries, visitsOfSeries } from './series-rows.ts';

type Answer = z.output<typeof answerQuestion.body>;

interface Asked {
  readonly series: SeriesRow;
  readonly last: JobRow;
  readonly crew: readonly string[];
  readonly dates: readonly PlannedDate[];
}

/** Records the dates, and asks the customer once about all of them. */
export async function askCustomer(tx: Tx, { series, last, crew, dates }: Asked): Promise<void> {
  const now = tx.clock.now();
  const [first] = dates;
  if (first === undefined) return;
  const answerBefore = answerBy(first.start, now);
  await tx.db
    .insertInto('series_question')
    .values(
      dates.map(({ start }) => ({
        id: tx.newID(),
        seriesID: series.id,
        startsAt: start.toString(),
        createdAt: now.toString(),
        answerBy: answerBefore.toString(),
      })),
    )
    .execute();
  const cards = await cleanerCards(tx, [...crew]);
  const minutes = visitMinutes(series.visit);
  const [visit, ...others] = dates.map(({ start }) => ({
    ...aboutVisit(last).visit,
    startsAt: start.toString(),
    endsAt: start.add({ minutes }).toString(),
    crew: [],
  }));
  if (visit === undefined) return;
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'series-question',
      to: customerOf(last),
      ...aboutJob(last),
      data: {
        firstname: last.customerFirstname,
        jobID: last.id,
        visits: [visit, ...others],
        who: dates.every(({ isClosed }) => isClosed) ? [] : cards.map(({ firstname }) => firstname),
        until: answerBefore.toString(),
      },
      startsAt: first.start,
    }),
  );
}

function openQuestions({ db }: Context) {
  return db.selectFrom('series_question').selectAll().where('answer', 'is', null).orderBy('startsAt');
}

/** The open questions of a series: who else could come, and other times of its own cleaners. */
export async function showQuestions(ctx: Context, series: SeriesRow): Promise<SeriesReply['questions']> {
  const rows = await openQuestions(ctx).where('seriesID', '=', series.id).execute();
  if (rows.length === 0) return [];
  const now = ctx.clock.now();
  const visits = await visitsOfSeries(ctx, series.id, now);
  const last = visits.at(-1);
  if (last === undefined) return [];
  const dates = rows.map(({ startsAt }) => readDatabaseTime(startsAt));
  const crew = usualCrewOf(visits, now);
  const others = await planFor(ctx, { series, last, crew: [], dates });
  const need = await needOf(ctx, series, last);
  const times = await findAlternativesOfAll(
    ctx,
    {
      need,
      settings: await readTimeSettings(ctx),
      customerID: series.customerID,
      home: null,
      named: crew,
      who: 'named-only',
      own: visits.map(({ startsAt, endsAt }) => ({
        from: readDatabaseTime(startsAt),
        until: readDatabaseTime(endsAt),
      })),
    },
    dates.map((start) => ({ start, isLaterDate: true })),
  );
  const cards = await cleanerCards(ctx, [
    ...new Set([...crew, ...others.flatMap((date) => date.crew ?? [])]),
  ]);
  const people = (ids: readonly string[]) => cards.filter(({ id }) => ids.includes(id));
  return rows.map((row, index) => {
    const start = readDatabaseTime(row.startsAt);
    return {
      id: row.id,
      startTime: wireTime(row.startsAt),
      endTime: instantToWire(start.add({ minutes: need.minutes }), ctx.config.BUSINESS_TZ),
      answerBy: wireTime(row.answerBy),
      isClosed: others[index]?.isClosed ?? false,
      usual: people(crew),
      others: people(others[index]?.crew ?? []),
      alternatives: times[index] ?? [],
    };
  });
}

type NotAnswered = Refusal<'not_found' | 'invalid' | 'slot_taken' | 'already_answered' | 'unavailable'>;

/** The customer, or the office for them, chooses what happens on a date. */
export async function answerSeriesQuestion(
  ctx: Context,
  questionID: string,
  answer: Answer,
): Promise<{ readonly jobID: string | null } | NotAnswered> {
  const own = await ctx.db
    .selectFrom('series_question')
    .innerJoin('job_series', 'job_series.id', 'series_question.seriesID')
    .select('customerID')
    .where('series_question.id', '=', questionID)
    .executeTakeFirst();
  if (own === undefined || !isOwnSeries(ctx, own)) return refuse('not_found');
  return inTransaction(ctx, (tx) => decide(tx, questionID, answer), slotConstraints);
}

async function decide(
  tx: Tx,
  questionID: string,
  answer: Answer,
): Promise<{ readonly jobID: string | null } | NotAnswered> {
  const found = await tx.db
    .selectFrom('series_question')
    .select('seriesID')
    .where('id', '=', questionID)
    .executeTakeFirst();
  const series = found === undefined ? null : await lockSeries(tx, found.seriesID);
  if (series === null) return refuse('not_found');
  const question = await tx.db
    .selectFrom('series_question')
    .selectAll()
    .where('id', '=', questionID)
    .executeTakeFirstOrThrow();
  if (question.answer !== null) {
    if (question.answer !== answer.answer) return refuse('already_answered');
    noChange(tx);
    return { jobID: question.jobID };
  }
  if (!isEndless(series) || !(await keepAccountOpen(tx, series.customerID)))
    return refuse('already_answered');
  const start = startOf(tx, readDatabaseTime(question.startsAt), answer);
  if (start === 'wrong') return refuseField('startTime', 'Choose a time within a week of this date.');
  const jobID = start === null ? null : await addOne(tx, series, { start, answer: answer.answer });
  if (isRefusal(jobID)) return jobID;
  await tx.db
    .updateTable('series_question')
    .set({ answer: answer.answer, answeredAt: tx.clock.now().toString(), jobID })
    .where('id', '=', questionID)
    .execute();
  await audit(tx, {
    action: 'series.question-answered',
    subject: { kind: 'series', id: series.id },
    after: { date: wireTime(question.startsAt), answer: answer.answer },
  });
  return { jobID };
}

const WEEK_HOURS = 7 * 24;

/** When the visit begins; null for none. */
function startOf(
  { clock, config }: Context,
  date: Temporal.Instant,
  { answer, startTime }: Answer,
): Temporal.Instant | null | 'wrong' {
  if (answer === 'no-visit') return null;
  if (answer === 'another-cleaner') return date;
  const start = readInstant(startTime ?? '', config.BUSINESS_TZ);
  if (start === null || Temporal.Instant.compare(start, clock.now()) <= 0) return 'wrong';
  return Math.abs(start.since(date).total('hours')) < WEEK_HOURS ? start : 'wrong';
}

interface One {
  readonly start: Temporal.Instant;
  readonly answer: 'another-cleaner' | 'another-time' | 'no-visit';
}

/** Adds the visit: with its own cleaners at another time, or with anybody who is free. */
async function addOne(
  tx: Tx,
  series: SeriesRow,
  { start, answer }: One,
): Promise<string | Refusal<'slot_taken'>> {
  const now = tx.clock.now();
  const visits = await visitsOfSeries(tx, series.id, now);
  const last = visits.at(-1);
  if (last === undefined) return refuse('slot_taken');
  const usual = { series, last, crew: usualCrewOf(visits, now), dates: [start] };
  let [planned] = await planFor(tx, usual);
  // The usual cleaners may have become free meanwhile.
  if (planned?.crew == null && answer === 'another-cleaner')
    [planned] = await planFor(tx, { ...usual, crew: [] });
  if (planned?.crew == null) return refuse('slot_taken');
  const ids = await insertVisits(tx, { series, last, visits: [{ start, crew: planned.crew }] });
  return isRefusal(ids) ? ids : (ids[0] ?? refuse('slot_taken'));
}

/** Takes back questions about dates that have changed. */
export async function dropQuestions(
  tx: Tx,
  seriesID: string,
  isGone: (start: Temporal.Instant) => boolean,
): Promise<void> {
  const open = await openQuestions(tx).where('seriesID', '=', seriesID).execute();
  const ids = open.filter(({ startsAt }) => isGone(readDatabaseTime(startsAt))).map(({ id }) => id);
  if (ids.length > 0) await tx.db.deleteFrom('series_question').where('id', 'in', ids).execute();
}

interface Moved {
  readonly after: Temporal.Instant;
  movedTo(start: Temporal.Instant): Temporal.Instant;
}

/** Moves open questions along with their series. */
export async function moveQuestions(tx: Tx, seriesID: string, { after, movedTo }: Moved): Promise<void> {
  const open = await openQuestions(tx)
    .where('seriesID', '=', seriesID)
    .where('startsAt', '>', after.toString())
    .execute();
  const starts = open.map(({ id, startsAt }) => ({ id, start: movedTo(readDatabaseTime(startsAt)) }));
  // From the far end, so that none meets another on its way.
  const isLater = starts[0] !== undefined && Temporal.Instant.compare(starts[0].start, after) > 0;
  for (const { id, start } of isLater ? starts.toReversed() : starts)
    await tx.db
      .updateTable('series_question')
      .set({ startsAt: start.toString() })
      .where('id', '=', id)
      .execute();
}

/** Questions answered in one run. */
const MAX_QUESTIONS = 200;

/** Cron job: what was announced happens on the dates about which the customer has not answered in time. */
export async function answerOverdue(ctx: Context): Promise<void> {
  const due = await openQuestions(ctx)
    .where('answerBy', '<=', ctx.clock.now().toString())
    .where('seriesID', 'in', (of) => of.selectFrom('job_series').select('id').where('endedAt', 'is', null))
    .limit(MAX_QUESTIONS)
    .execute();
  await eachAlone(due, {
    async act({ id }) {
      const answered = (answer: Answer) =>
        inTransaction(ctx, (tx) => decide(tx, id, answer), slotConstraints);
      const other = await answered({ answer: 'another-cleaner' });
      if (isRefusal(other) && other.refusal === 'slot_taken') await answered({ answer: 'no-visit' });
    },
    report: (err, { id }) =>
      ctx.log.error({ err, questionID: id, wake: true }, 'date of a series could not be decided'),
  });
}

/** For the office: the questions that wait, the first date on top. */
export async function findOpenQuestions(
  ctx: Context,
  limit: number,
): Promise<{ readonly count: number; readonly rows: readonly OpenQuestion[] }> {
  const rows = await ctx.db
    .selectFrom('series_question')
    .innerJoin('job_series', 'job_series.id', 'series_question.seriesID')
    .select(({ fn, selectFrom }) => [
      'series_question.id',
      'series_question.startsAt',
      'series_question.answerBy',
      fn.agg<string>('count', ['series_question.id']).over().as('count'),
      selectFrom('job')
        .select('job.id')
        .whereRef('job.seriesID', '=', 'series_question.seriesID')
        .where('job.status', '<>', 'expired')
        .orderBy('job.startsAt', 'desc')
        .limit(1)
        .as('jobID'),
    ])
    .where('series_question.answer', 'is', null)
    .where('job_series.endedAt', 'is', null)
    .orderBy('series_question.startsAt')
    .orderBy('series_question.id')
    .limit(limit)
    .execute();
  return {
    count: Number(rows[0]?.count ?? 0),
    rows: rows.flatMap(({ id, jobID, startsAt, answerBy: by }) =>
      jobID === null ? [] : [{ id, jobID, startTime: wireTime(startsAt), answerBy: wireTime(by) }],
    ),
  };
}

interface OpenQuestion {
  readonly id: string;
  /** A visit of the series, on whose page it can be answered. */
  readonly jobID: string;
  readonly startTime: string;
  readonly answerBy: string;
}
