import type { z } from 'zod';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import { findOfficeRole } from '#features/people/accounts/server/index.ts';
import { cleanerCards, lockCleaners } from '#features/people/cleaners/server/index.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { cancelForCompany, changeOutsideTerms, chooseCrew } from '#features/work/jobs/rules/policy.ts';
import {
  aboutJob,
  aboutVisit,
  cancelJob,
  changeCrew,
  changeVisit,
  customerOf,
  findJobs,
  type JobRow,
  lockJob,
  lockJobs,
} from '#features/work/jobs/server/index.ts';
import { addTimeOff, slotConstraints, timeOffSpans } from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { Cover, CoverChoice, startCover as call, VisitChoice } from '../contract.ts';
import { awayFrom } from '../rules/away.ts';
import { judgeChoice } from '../rules/question.ts';
import type { Absentees } from './absence-record.ts';
import { closeAbsences, isWithdrawn } from './absence-record.ts';
import {
  type CoverState,
  type CoverVisitRow,
  findCover,
  findCoverVisit,
  findCoverVisits,
  findWaiting,
  insertCoverVisits,
  lockCoverVisit,
  offersAhead,
  questionKey,
  saveCoverVisit,
  showCover,
  whyQuestionClosed,
} from './cover-record.ts';
import { findOtherTimes, readAbsentees } from './plan-cover.ts';

type Body = z.output<typeof call.body>;

/** How long everything can be undone. Messages to customers and cleaners wait as long. */
const UNDO_WINDOW = Temporal.Duration.from({ seconds: 60 });
/** Other times that a customer is offered. */
const MAX_OFFERS = 2;

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Cancels what was to be cancelled, once it can no longer be undone. */
    'finish-cover': { readonly coverID: string };
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
  const id = idOfRequest(ctx) ?? ctx.newID();
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
  const [cleanerID] = cleanerIDs.length === 1 ? cleanerIDs : [];
  if (timeOff !== undefined && cleanerID === undefined) {
    return refuseField('timeOff', 'Set time off for one cleaner at a time.');
  }
  const offers: Offers = absentees.leaves ? new Map() : await findOffers(ctx, body, absentees.until);
  return inTransaction(ctx, async (tx) => {
    await lockCleaners(tx, cleanerIDs);
    const jobs = new Map((await findJobs(tx, jobIDsOf(body))).map((job) => [job.id, job]));
    const refused = await whyNotRecorded(tx, body, jobs);
    if (refused !== null) return refused;
    const timeOffID =
      timeOff === undefined || cleanerID === undefined
        ? null
        : await setTimeOff(tx, { cleanerID, description: timeOff, absentees });
    if (isRefusal(timeOffID)) return timeOffID;
    const now = tx.clock.now();
    await tx.db
      .insertInto('cover')
      .values({
        id,
        cleanerID: cleanerID ?? null,
        timeOffID,
        createdBy: tx.actor.id,
        createdAt: now.toString(),
        undoUntil: now.add(UNDO_WINDOW).toString(),
      })
      .execute();
    const waiting = await findWaiting(tx, [...jobs.values()]);
    const rows = body.visits.map((visit) =>
      newVisit(tx, { coverID: id, visit, jobs, absentees, offers, waiting }),
    );
    await insertCoverVisits(tx, rows);
    await closeAbsences(tx, id, absentees);
    await audit(tx, {
      action: cleanerID === undefined ? 'cover.several-started' : 'cover.started',
      subject: { kind: 'cleaner', id: cleanerID ?? null },
      after: { from, until, cleanerIDs, visits: body.visits },
    });
    await tx.outbox.publishAll(tx, [...questions(tx, rows, jobs), ...finishing(id, rows)]);
    return null;
  });
}

interface OwnTimeOff {
  readonly cleanerID: string;
  readonly description: string;
  readonly absentees: Absentees;
}

/** The id of the new time off; null if other time off covers the whole period, for example after a second press. */
async function setTimeOff(
  tx: Tx,
  { cleanerID, description, absentees: { from, until } }: OwnTimeOff,
): Promise<string | null | Refusal<'not_found' | 'invalid'>> {
  const isOff = (await timeOffSpans(tx, cleanerID)).some(
    ({ start, end }) => start <= from.epochMilliseconds && until.epochMilliseconds <= end,
  );
  if (isOff) return null;
  const period = { start: from, end: until };
  const added = await addTimeOff(tx, cleanerID, { ...period, description, acknowledge: true });
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
function jobIDsOf({ visits }: Body): string[] {
  return visits.flatMap(({ jobID, choice }) =>
    choice.kind === 'swap' ? [jobID, choice.otherJobID] : [jobID],
  );
}

type Offers = ReadonlyMap<string, readonly string[]>;

/** Other times for the visits whose customers are asked. */
async function findOffers(ctx: Context, { visits }: Body, from: Temporal.Instant): Promise<Offers> {
  const asked = visits.filter(({ choice }) => choice.kind === 'ask').map(({ jobID }) => jobID);
  const found = await findOtherTimes(ctx, await findJobs(ctx, asked), from);
  const offersOf = (times: readonly Temporal.Instant[]) =>
    times.slice(0, MAX_OFFERS).map((time) => instantToWire(time, ctx.config.BUSINESS_TZ));
  return new Map([...found].map(([jobID, times]) => [jobID, offersOf(times)]));
}

interface NewVisit {
  readonly coverID: string;
  readonly visit: Body['visits'][number];
  readonly jobs: ReadonlyMap<string, JobRow>;
  readonly absentees: Absentees;
  readonly offers: Offers;
  readonly waiting: ReadonlySet<string>;
}

function newVisit(tx: Tx, { coverID, visit, jobs, absentees, offers, waiting }: NewVisit): CoverVisitRow {
  const { jobID, choice } = visit;
  const ids = choice.kind === 'swap' ? [jobID, choice.otherJobID] : [jobID];
  const found = ids.flatMap((id) => jobs.get(id) ?? []);
  const job = jobs.get(jobID);
  const away = awayFrom(job?.crew ?? [], absentees.cleanerIDs);
  const awayIDs = away.map((member) => member.id);
  const [awayID = null] = awayIDs.length === 1 ? awayIDs : [];
  const isFound = found.length === ids.length;
  const isWaiting = waiting.has(jobID);
  const why = whyNot({ choice, absent: absentees.cleanerIDs, away: away.length, isWaiting, isFound });
  const state: CoverState = choice.kind === 'ask' || choice.kind === 'cancel' ? 'waiting' : 'open';
  return {
    id: tx.newID(),
    coverID,
    jobID,
    awayIDs,
    awayID,
    choice,
    state: why === '' ? state : 'failed',
    detail: why,
    crews: Object.fromEntries(found.map(({ id, crew }) => [id, crew.map((member) => member.id)])),
    startsAt: job?.startsAt ?? tx.clock.now().toString(),
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
  readonly absent: Absentees['cleanerIDs'];
  /** How many of the crew cannot come. */
  readonly away: number;
  readonly isWaiting: boolean;
  /** The visit exists, and the one with which it swaps. */
  readonly isFound: boolean;
}

/** The messages that ask customers what to do. */
function questions(tx: Tx, rows: readonly CoverVisitRow[], jobs: ReadonlyMap<string, JobRow>): NewTask[] {
  return rows.flatMap((row) => {
    const job = jobs.get(row.jobID);
    if (job === undefined || row.choice.kind !== 'ask' || row.state !== 'waiting') return [];
    return messageTasks(tx, {
      kind: 'visit-uncovered',
      to: customerOf(job),
      ...aboutJob(job),
      data: { ...aboutVisit(job), token: tokenOf(tx, row.id) },
      startsAt: readDatabaseTime(job.startsAt),
      notAfter: readDatabaseTime(job.startsAt),
      isUrgent: true,
      delay: UNDO_WINDOW,
      key: questionKey(row.id),
    });
  });
}

function finishing(coverID: string, rows: readonly CoverVisitRow[]): NewTask[] {
  if (!rows.some(({ choice, state }) => choice.kind === 'cancel' && state === 'waiting')) return [];
  const notBefore = systemClock.now().add(UNDO_WINDOW);
  return [{ task: 'finish-cover', payload: { coverID }, options: { key: finishKey(coverID), notBefore } }];
}

export function finishKey(coverID: string): string {
  return `finish-cover:${coverID}`;
}

/**
 * Does what was chosen for one visit, in one transaction, through the use case that the office uses for a single visit. If
 * it is refused, the visit stays as it is and the reason is recorded. Does nothing if it has been done.
 */
async function coverVisit(ctx: Context, id: string): Promise<void> {
  const done = await inTransaction(
    ctx,
    async (tx) => {
      const found = await findCoverVisit(tx, id);
      if (found !== null) await lockJobs(tx, Object.keys(found.crews));
      const visit = await lockCoverVisit(tx, id);
      const cover = visit && (await findCover(tx, visit.coverID));
      if (!visit || !cover || visit.state !== 'open' || cover.undoneAt !== null) {
        noChange(tx);
        return null;
      }
      const changed = await change(tx, visit);
      if (isRefusal(changed)) return changed;
      await saveCoverVisit(tx, id, { state: 'done', versions: await versionsOf(tx, visit) });
      return null;
    },
    slotConstraints,
  );
  if (isRefusal(done)) await saveCoverVisit(ctx, id, { state: 'failed', detail: sentenceOf(done) });
}

/** The jobs are locked. */
async function change(tx: Tx, { jobID, awayID, choice }: CoverVisitRow): Promise<Refusal | null> {
  if (choice.kind === 'move') return moveVisit(tx, jobID, choice.startTime);
  if (awayID === null) throw new Error(`Nobody to replace at visit ${jobID}.`);
  if (choice.kind === 'swap') {
    const other = { jobID: choice.otherJobID, out: choice.cleanerID, by: choice.otherCleanerID };
    const given = await replaceInCrew(tx, other);
    if (isRefusal(given)) return given;
    return replaceInCrew(tx, { jobID, out: awayID, by: choice.cleanerID });
  }
  if (choice.kind === 'replace') {
    const { cleanerID: by, overrideReason } = choice;
    return replaceInCrew(tx, { jobID, out: awayID, by, overrideReason });
  }
  throw new Error(`A visit to ${choice.kind} is never open.`);
}

interface Replaced {
  readonly jobID: string;
  readonly out: string;
  readonly by: string;
  readonly overrideReason?: string | undefined;
}

async function replaceInCrew(tx: Tx, { jobID, out, by, overrideReason }: Replaced): Promise<Refusal | null> {
  const [job] = await findJobs(tx, [jobID]);
  const crew = job?.crew.map(({ id }) => id) ?? [];
  if (!crew.includes(out)) return refuse('not_changeable', { detail: 'The crew has changed since.' });
  const changed = await changeCrew(tx, jobID, {
    crew: crew.map((id) => (id === out ? by : id)),
    overrideReason,
  });
  return isRefusal(changed) ? changed : null;
}

async function moveVisit(tx: Tx, jobID: string, startTime: string): Promise<Refusal | null> {
  const start = readInstant(startTime, tx.config.BUSINESS_TZ);
  if (start === null) throw new Error(`${startTime} is no time.`);
  const moved = await changeVisit(tx, jobID, { start });
  return isRefusal(moved) ? moved : null;
}

/** The versions of the visit's jobs, by job. */
async function versionsOf(tx: Tx, { crews }: Pick<CoverVisitRow, 'crews'>) {
  const jobs = await findJobs(tx, Object.keys(crews));
  return Object.fromEntries(jobs.map(({ id, version }) => [id, version]));
}

/** Why a visit could not be changed, for the office. */
export function sentenceOf({ refusal, detail, errors }: Refusal): string {
  if (refusal === 'slot_taken') return detail ?? 'They are no longer free at that time.';
  const known: Readonly<Record<string, { readonly detail: string }>> = jobErrors;
  return detail ?? errors?.[0]?.message ?? known[refusal]?.detail ?? 'It could not be changed. Try again.';
}

/** 96 bits: nobody guesses them, and the link fits into a message. */
const MAC_LENGTH = 24;

/** The token of the link that is sent to the customer. It allows this choice and nothing else. */
function tokenOf({ keys }: Context, visitID: string): string {
  return `${visitID}.${keys.mac('visit-choice', visitID).slice(0, MAC_LENGTH)}`;
}

export async function readVisitChoice(
  ctx: Context,
  token: string,
): Promise<VisitChoice | Refusal<'bad_choice_link'>> {
  const visit = await findByToken(ctx, token);
  return visit === null ? refuse('bad_choice_link') : show(ctx, visit);
}

async function findByToken(ctx: Context, token: string): Promise<CoverVisitRow | null> {
  const [id = ''] = token.split('.');
  if (!isSameSecret(token, tokenOf(ctx, id))) return null;
  return findCoverVisit(ctx, id);
}

async function show(ctx: Context, visit: CoverVisitRow): Promise<VisitChoice | Refusal<'bad_choice_link'>> {
  const [job] = await findJobs(ctx, [visit.jobID]);
  if (job === undefined || visit.state === 'undone') return refuse('bad_choice_link');
  const closed = visit.chosen === null ? await whyQuestionClosed(ctx, visit, job) : null;
  return {
    startTime: wireTime(job.startsAt),
    endTime: wireTime(job.endsAt),
    label: job.label,
    times: closed === null ? offersAhead(ctx, visit) : [],
    chosen: visit.chosen,
    closed,
  };
}

type NotChosen = Refusal<'bad_choice_link' | 'choice_closed' | 'slot_taken' | 'unavailable'>;

/**
 * Does what the customer chose, whose own terms do not apply: the office has left this decision to them. Choosing the
 * same again changes nothing; something else is refused, and so is a choice about a visit that has changed or begun since.
 */
export async function chooseForVisit(
  ctx: Context,
  token: string,
  choice: string,
): Promise<VisitChoice | NotChosen> {
  const found = await findByToken(ctx, token);
  const [asked] = found === null ? [] : await findJobs(ctx, [found.jobID]);
  if (found === null || asked === undefined) return refuse('bad_choice_link');
  const chosen = choice === 'cancel' ? choice : wireChoice(ctx, choice);
  const outcome = await inTransaction(
    asCustomer(ctx, asked.customerID),
    async (tx) => {
      await lockJob(tx, found.jobID);
      const visit = await lockCoverVisit(tx, found.id);
      const [job] = await findJobs(tx, [found.jobID]);
      if (visit === null || job === undefined) return refuse('bad_choice_link');
      const closed = await whyQuestionClosed(tx, visit, job);
      const outcome = judgeChoice({ chosen: visit.chosen, closed, offers: offersAhead(tx, visit) }, chosen);
      if (outcome === 'repeat') return null;
      if (outcome === 'refuse' || chosen === null) return refuse('choice_closed');
      await saveCoverVisit(tx, visit.id, { state: 'done', chosen });
      const done =
        chosen === 'cancel'
          ? await cancelJob(tx, visit.jobID, { reason: 'Nobody could come.', onBehalfOf: 'company' })
          : await moveVisit(tx, visit.jobID, chosen);
      return isRefusal(done) ? done : null;
    },
    slotConstraints,
  );
  if (isRefusal(outcome)) return refusalOf(outcome);
  return show(ctx, { ...found, chosen });
}

/** The customer, who may for this choice do what only the office may otherwise. */
function asCustomer(ctx: Context, id: string): ContextOf<'customer'> {
  const granted = [cancelForCompany, changeOutsideTerms, chooseCrew].map(({ name }) => name);
  return { ...ctx, actor: { role: 'customer', id, sessionID: '', granted } };
}

function wireChoice({ config }: Context, choice: string): string | null {
  const start = readInstant(choice, config.BUSINESS_TZ);
  return start === null ? null : instantToWire(start, config.BUSINESS_TZ);
}

function refusalOf({ refusal }: Refusal): NotChosen {
  if (refusal === 'slot_taken' || refusal === 'bad_choice_link' || refusal === 'unavailable') {
    return refuse(refusal);
  }
  return refuse('choice_closed');
}

/** The task: cancels the visits that were to be cancelled, once it can no longer be undone. */
export async function finishCover(ctx: Context, { coverID }: { readonly coverID: string }): Promise<void> {
  const cover = await findCover(ctx, coverID);
  if (cover === undefined || cover.undoneAt !== null) return;
  const admin = await asAdmin(ctx, cover.createdBy);
  for (const visit of await findCoverVisits(ctx, coverID)) {
    if (visit.choice.kind !== 'cancel') continue;
    if (admin === null) await saveCoverVisit(ctx, visit.id, { state: 'failed', detail: NO_ADMIN });
    else await cancelVisit(admin, visit);
  }
}

const NO_ADMIN = 'The account of the person who cancelled it no longer exists. Cancel it again.';

/** A context that acts for the person who decided it; null if they no longer have an account. */
async function asAdmin(ctx: Context, id: string): Promise<ContextOf<'admin'> | null> {
  const officeRole = await findOfficeRole(ctx, id);
  if (officeRole === null) return null;
  return { ...ctx, actor: { role: 'admin', id, sessionID: '', officeRole } };
}

async function cancelVisit(
  admin: ContextOf<'admin'>,
  { id, jobID }: Pick<CoverVisitRow, 'id' | 'jobID'>,
): Promise<void> {
  const done = await inTransaction(admin, async (tx) => {
    await lockJob(tx, jobID);
    const visit = await lockCoverVisit(tx, id);
    if (visit?.state !== 'waiting') return null;
    await saveCoverVisit(tx, id, { state: 'done' });
    const reason = 'Nobody could come.';
    const cancelled = await cancelJob(tx, jobID, { reason, onBehalfOf: 'company' });
    if (isRefusal(cancelled)) return cancelled;
    return null;
  });
  if (isRefusal(done)) await saveCoverVisit(admin, id, { state: 'failed', detail: sentenceOf(done) });
}
