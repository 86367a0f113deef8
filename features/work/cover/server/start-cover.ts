import type { z } from 'zod';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import { cleanerCards, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { aboutJob, aboutVisit, customerOf, findJobs, type JobRow } from '#features/work/jobs/server/index.ts';
import { addTimeOff, timeOffSpans } from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { Cover, CoverChoice, startCover as call } from '../contract.ts';
import { awayFrom } from '../rules/away.ts';
import { closeAbsences, isWithdrawn } from './absence-record.ts';
import { questionKey } from './close-questions.ts';
import { findOtherTimes } from './cover-options.ts';
import {
  type CoverState,
  type CoverVisitRow,
  findCover,
  findCoverVisits,
  findWaiting,
  insertCoverVisits,
  showCover,
} from './cover-record.ts';
import { coverVisit } from './cover-visit.ts';
import { type Absentees, readAbsentees } from './plan-cover.ts';
import { tokenOf } from './visit-choice.ts';

type Body = z.output<typeof call.body>;

/** How long everything can be undone. Messages to customers and cleaners wait as long. */
const UNDO_WINDOW = Temporal.Duration.from({ seconds: 60 });
/** Other times that a customer is offered. */
const MAX_OFFERS = 2;

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Cancels what was to be cancelled, once it can no longer be undone. */
    'finish-cover': { readonly coverId: string };
  }
}

/**
 * Covers the visits of cleaners who cannot come: first the record with everything that was chosen and the time off, then
 * each visit in a transaction of its own. A repeated request continues where the first one stopped.
 */
export async function startCover(
  ctx: ContextOf<'admin'>,
  body: Body,
): Promise<Cover | Refusal<'not_found' | 'invalid' | 'absence_withdrawn' | 'unavailable'>> {
  const id = idOfRequest(ctx) ?? ctx.newId();
  if ((await findCover(ctx, id)) === undefined) {
    const recorded = await recordCover(ctx, id, body);
    if (isRefusal(recorded)) return recorded;
  }
  for (const visit of await findCoverVisits(ctx, id)) {
    if (visit.state === 'open') await coverVisit(ctx, visit.id);
  }
  return (await showCover(ctx, id)) ?? refuse('not_found');
}

async function recordCover(ctx: ContextOf<'admin'>, id: string, body: Body) {
  const absentees = readAbsentees(ctx, body);
  if (isRefusal(absentees)) return absentees;
  const { cleanerIDs, timeOff } = body;
  const [from, until] = [absentees.from.toString(), absentees.until.toString()];
  const [cleanerId] = cleanerIDs.length === 1 ? cleanerIDs : [];
  if (timeOff !== undefined && cleanerId === undefined) {
    return refuseField('timeOff', 'Set time off for one cleaner at a time.');
  }
  const offers: Offers = absentees.leaves ? new Map() : await findOffers(ctx, body, absentees.until);
  return inTransaction(ctx, async (tx) => {
    await lockCleaners(tx, cleanerIDs);
    const jobs = new Map((await findJobs(tx, jobIdsOf(body))).map((job) => [job.id, job]));
    const refused = await whyNotRecorded(tx, body, jobs);
    if (refused !== null) return refused;
    const timeOffId =
      timeOff === undefined || cleanerId === undefined
        ? null
        : await setTimeOff(tx, { cleanerId, description: timeOff, absentees });
    if (isRefusal(timeOffId)) return timeOffId;
    const now = tx.clock.now();
    await tx.db
      .insertInto('cover')
      .values({
        id,
        cleaner_id: cleanerId ?? null,
        time_off_id: timeOffId,
        created_by: tx.actor.id,
        created_at: now.toString(),
        undo_until: now.add(UNDO_WINDOW).toString(),
      })
      .execute();
    const waiting = await findWaiting(tx, [...jobs.values()]);
    const rows = body.visits.map((visit) =>
      newVisit(tx, { coverId: id, visit, jobs, absentees, offers, waiting }),
    );
    await insertCoverVisits(tx, rows);
    await closeAbsences(tx, id, absentees);
    await audit(tx, {
      action: cleanerId === undefined ? 'cover.several-started' : 'cover.started',
      subject: { kind: 'cleaner', id: cleanerId ?? null },
      after: { from, until, cleanerIDs, visits: body.visits },
    });
    await tx.outbox.publishAll(tx, [...questions(tx, rows, jobs), ...finishing(id, rows)]);
    return null;
  });
}

interface OwnTimeOff {
  readonly cleanerId: string;
  readonly description: string;
  readonly absentees: Absentees;
}

/** The id of the new time off; null if other time off covers the whole period, for example after a second press. */
async function setTimeOff(
  tx: Tx,
  { cleanerId, description, absentees: { from, until } }: OwnTimeOff,
): Promise<string | null | Refusal<'not_found' | 'invalid'>> {
  const isOff = (await timeOffSpans(tx, cleanerId)).some(
    ({ start, end }) => start <= from.epochMilliseconds && until.epochMilliseconds <= end,
  );
  if (isOff) return null;
  const [startTime, endTime] = [from.toString(), until.toString()];
  const added = await addTimeOff(tx, cleanerId, { startTime, endTime, description, acknowledge: true });
  return isRefusal(added) ? (added as Refusal<'not_found' | 'invalid'>) : added.id;
}

/** The cleaners are locked. */
async function whyNotRecorded(
  tx: Tx,
  { cleanerIDs, absenceID, visits }: Body,
  jobs: ReadonlyMap<string, JobRow>,
): Promise<Refusal<'not_found' | 'invalid' | 'absence_withdrawn'> | null> {
  const cards = await cleanerCards(tx, cleanerIDs);
  if (cards.length < new Set(cleanerIDs).size) return refuse('not_found');
  const ids = visits.map(({ jobID }) => jobID);
  if (new Set(ids).size < ids.length) return refuseField('visits', 'List each visit once.');
  if (ids.some((id) => !jobs.has(id))) {
    return refuseField('visits', 'One of these visits no longer exists. Load the page again.');
  }
  if (absenceID !== undefined && (await isWithdrawn(tx, absenceID))) return refuse('absence_withdrawn');
  return null;
}

/** The visits, and those with which they swap. */
function jobIdsOf({ visits }: Body): string[] {
  return visits.flatMap(({ jobID, choice }) =>
    choice.kind === 'swap' ? [jobID, choice.otherJobID] : [jobID],
  );
}

type Offers = ReadonlyMap<string, readonly string[]>;

/** Other times for the visits whose customers are asked. */
async function findOffers(ctx: Context, { visits }: Body, from: Temporal.Instant): Promise<Offers> {
  const asked = visits.filter(({ choice }) => choice.kind === 'ask').map(({ jobID }) => jobID);
  const offers = new Map<string, readonly string[]>();
  for (const job of await findJobs(ctx, asked)) {
    const times = await findOtherTimes(ctx, job, from);
    offers.set(
      job.id,
      times.slice(0, MAX_OFFERS).map((time) => instantToWire(time, ctx.config.BUSINESS_TZ)),
    );
  }
  return offers;
}

interface NewVisit {
  readonly coverId: string;
  readonly visit: Body['visits'][number];
  readonly jobs: ReadonlyMap<string, JobRow>;
  readonly absentees: Absentees;
  readonly offers: Offers;
  readonly waiting: ReadonlySet<string>;
}

function newVisit(tx: Tx, { coverId, visit, jobs, absentees, offers, waiting }: NewVisit): CoverVisitRow {
  const { jobID, choice } = visit;
  const ids = choice.kind === 'swap' ? [jobID, choice.otherJobID] : [jobID];
  const found = ids.flatMap((id) => jobs.get(id) ?? []);
  const job = jobs.get(jobID);
  const away = awayFrom(job?.crew ?? [], absentees.cleanerIds);
  const awayIds = away.map((member) => member.id);
  const [awayId = null] = awayIds.length === 1 ? awayIds : [];
  const isFound = found.length === ids.length;
  const isWaiting = waiting.has(jobID);
  const why = whyNot({ choice, absent: absentees.cleanerIds, away: away.length, isWaiting, isFound });
  const state: CoverState = choice.kind === 'ask' || choice.kind === 'cancel' ? 'waiting' : 'open';
  return {
    id: tx.newId(),
    coverId,
    jobId: jobID,
    awayIds,
    awayId,
    choice,
    state: why === '' ? state : 'failed',
    detail: why,
    crews: Object.fromEntries(found.map(({ id, crew }) => [id, crew.map((member) => member.id)])),
    startsAt: job?.starts_at ?? tx.clock.now().toString(),
    versions: {},
    offers: offers.get(jobID) ?? [],
    chosen: null,
  };
}

/** Why a visit is not covered; empty if it is. */
function whyNot({ choice, absent, away, isWaiting, isFound }: Chosen): string {
  if (away === 0) return 'This visit is no longer theirs.';
  if (isWaiting) return 'It is being cancelled, or its customer has been asked. Wait for the answer.';
  const replacing = replacingIn(choice);
  if (replacing.length > 0 && away > 1)
    return 'Several of its crew cannot come. Choose another time, or ask the customer.';
  if (replacing.some((id) => absent === null || absent.includes(id)))
    return 'The cleaner who was chosen cannot come either.';
  return isFound ? '' : 'The other visit no longer exists.';
}

/** Who comes instead of somebody else. */
function replacingIn(choice: CoverChoice): string[] {
  if (choice.kind === 'replace') return [choice.cleanerID];
  return choice.kind === 'swap' ? [choice.cleanerID, choice.otherCleanerID] : [];
}

interface Chosen {
  readonly choice: CoverChoice;
  /** Everyone who cannot come; null: nobody can. */
  readonly absent: Absentees['cleanerIds'];
  /** How many of the crew cannot come. */
  readonly away: number;
  readonly isWaiting: boolean;
  /** The visit exists, and the one with which it swaps. */
  readonly isFound: boolean;
}

/** The messages that ask customers what to do. */
function questions(tx: Tx, rows: readonly CoverVisitRow[], jobs: ReadonlyMap<string, JobRow>): NewTask[] {
  return rows.flatMap((row) => {
    const job = jobs.get(row.jobId);
    if (job === undefined || row.choice.kind !== 'ask' || row.state !== 'waiting') return [];
    return messageTasks(tx, {
      kind: 'visit-uncovered',
      to: customerOf(job),
      ...aboutJob(job),
      data: { ...aboutVisit(job), token: tokenOf(tx, row.id) },
      startsAt: readDatabaseTime(job.starts_at),
      notAfter: readDatabaseTime(job.starts_at),
      isUrgent: true,
      delay: UNDO_WINDOW,
      key: questionKey(row.id),
    });
  });
}

function finishing(coverId: string, rows: readonly CoverVisitRow[]): NewTask[] {
  if (!rows.some(({ choice, state }) => choice.kind === 'cancel' && state === 'waiting')) return [];
  const notBefore = systemClock.now().add(UNDO_WINDOW);
  return [{ task: 'finish-cover', payload: { coverId }, options: { key: finishKey(coverId), notBefore } }];
}

export function finishKey(coverId: string): string {
  return `finish-cover:${coverId}`;
}
