import type { z } from 'zod';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import { cleanerExists, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { aboutJob, aboutVisit, customerOf, findJobs, type JobRow } from '#features/work/jobs/server/index.ts';
import { addTimeOff } from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { Cover, startCover as call } from '../contract.ts';
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
import { readAbsence } from './plan-cover.ts';
import { tokenOf } from './visit-choice.ts';

type Body = z.output<typeof call.body>;

/** How long everything can be undone. Messages to customers and cleaners wait as long. */
const UNDO_WINDOW = Temporal.Duration.from({ seconds: 60 });
/** Other times that a customer is offered. */
const MOST_OFFERS = 2;

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Cancels what was to be cancelled, once it can no longer be undone. */
    'finish-cover': { readonly coverId: string };
  }
}

/**
 * Covers the visits of a cleaner who cannot come: first the record with everything that was chosen and the time off, then
 * each visit in a transaction of its own. A repeated request continues where the first one stopped.
 */
export async function startCover(
  ctx: ContextOf<'admin'>,
  body: Body,
): Promise<Cover | Refusal<'not_found' | 'invalid' | 'unavailable'>> {
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
  const absence = readAbsence(ctx, body);
  if (isRefusal(absence)) return absence;
  const offers = await findOffers(ctx, body, absence.until);
  return inTransaction(ctx, async (tx) => {
    const { cleanerID, from, until, timeOff } = body;
    await lockCleaners(tx, [cleanerID]);
    if (!(await cleanerExists(tx, cleanerID))) return refuse('not_found');
    const added =
      timeOff === undefined
        ? null
        : await addTimeOff(tx, cleanerID, {
            startTime: from,
            endTime: until,
            description: timeOff,
            acknowledge: true,
          });
    if (isRefusal(added)) return added as Refusal<'not_found' | 'invalid'>;
    const now = tx.clock.now();
    await tx.db
      .insertInto('cover')
      .values({
        id,
        cleaner_id: cleanerID,
        time_off_id: added?.id ?? null,
        created_by: tx.actor.id,
        created_at: now.toString(),
        undo_until: now.add(UNDO_WINDOW).toString(),
      })
      .execute();
    const jobs = new Map((await findJobs(tx, jobIdsOf(body))).map((job) => [job.id, job]));
    const waiting = await findWaiting(tx, [...jobs.values()]);
    const rows = body.visits.map((visit) =>
      newVisit(tx, { coverId: id, visit, jobs, cleanerID, offers, waiting }),
    );
    await insertCoverVisits(tx, rows);
    await audit(tx, {
      action: 'cover.started',
      subject: { kind: 'cleaner', id: cleanerID },
      after: { from, until, visits: body.visits },
    });
    await tx.outbox.publishAll(tx, [...questions(tx, rows, jobs), ...finishing(id, rows)]);
    return added;
  });
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
      times.slice(0, MOST_OFFERS).map((time) => instantToWire(time, ctx.config.BUSINESS_TZ)),
    );
  }
  return offers;
}

interface NewVisit {
  readonly coverId: string;
  readonly visit: Body['visits'][number];
  readonly jobs: ReadonlyMap<string, JobRow>;
  readonly cleanerID: string;
  readonly offers: Offers;
  readonly waiting: ReadonlySet<string>;
}

function newVisit(tx: Tx, { coverId, visit, jobs, cleanerID, offers, waiting }: NewVisit): CoverVisitRow {
  const { jobID, choice } = visit;
  const ids = choice.kind === 'swap' ? [jobID, choice.otherJobID] : [jobID];
  const found = ids.flatMap((id) => jobs.get(id) ?? []);
  const job = jobs.get(jobID);
  const isTheirs = job?.crew.some((member) => member.id === cleanerID && member.startedAt === null) === true;
  const why = whyNot({ isTheirs, isWaiting: waiting.has(jobID), isFound: found.length === ids.length });
  const state: CoverState = choice.kind === 'ask' || choice.kind === 'cancel' ? 'waiting' : 'open';
  return {
    id: tx.newId(),
    coverId,
    jobId: jobID,
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
function whyNot(visit: { isTheirs: boolean; isWaiting: boolean; isFound: boolean }): string {
  if (!visit.isTheirs) return 'This visit is no longer theirs.';
  if (visit.isWaiting) return 'It is being cancelled, or its customer has been asked. Wait for the answer.';
  return visit.isFound ? '' : 'The other visit no longer exists.';
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
      isUrgent: true,
      delay: UNDO_WINDOW,
      key: questionKey(row.id),
    });
  });
}

export function questionKey(visitId: string): string {
  return `visit-uncovered:${visitId}`;
}

function finishing(coverId: string, rows: readonly CoverVisitRow[]): NewTask[] {
  if (!rows.some(({ choice, state }) => choice.kind === 'cancel' && state === 'waiting')) return [];
  const notBefore = systemClock.now().add(UNDO_WINDOW);
  return [{ task: 'finish-cover', payload: { coverId }, options: { key: finishKey(coverId), notBefore } }];
}

export function finishKey(coverId: string): string {
  return `finish-cover:${coverId}`;
}
