import type { z } from 'zod';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { type PreviewWriter, previewWriter } from '#features/messages/messages/server/index.ts';
import type { DataOf, Kind } from '#features/messages/messages/texts/kinds.ts';
import { momentText } from '#features/messages/messages/texts/visit-time.ts';
import { type CleanerCard, cleanerCards } from '#features/people/cleaners/server/index.ts';
import type { CancellationOutcome } from '#features/work/jobs/rules/cancellation.ts';
import { isToldBySms } from '#features/work/jobs/rules/visit-notifications.ts';
import {
  aboutVisit,
  countVisitsOfCleaners,
  customerName,
  findJobs,
  findVisitsOfCleaners,
  type JobRow,
  outcomesOf,
  requirementsOf,
  timesOfVisitsToHomes,
} from '#features/work/jobs/server/index.ts';
import {
  type FreeButForOne,
  findFreeButForOne,
  type Staff,
  type VisitToFill,
} from '#features/work/schedule/rules/fill-visit.ts';
import type { Travel } from '#features/work/schedule/rules/travel.ts';
import {
  findTimesOfCrews,
  loadStaff,
  loadTravel,
  readTimeSettings,
  usualCleanersOf,
  withRatings,
} from '#features/work/schedule/server/index.ts';
import { notFreeMessage } from '#features/work/schedule/texts/not-free-message.ts';
import { instantToWire, readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CoverOption, CoverPlan, planCover as call, VisitToCover } from '../contract.ts';
import { awayFrom, canBeReplaced } from '../rules/away.ts';
import { isSoon, orderOptions } from '../rules/options.ts';
import {
  assignReplacements,
  findReplacements,
  findSwap,
  findUnsuitedReplacements,
  type GivenVisit,
  givenBySwap,
  type OtherVisit,
  type Swap,
} from '../rules/replacements.ts';
import { type Absentees, findOpenAbsences, toAbsence } from './absence-record.ts';
import { findWaiting } from './cover-record.ts';

const MAX_DAYS = 31;
/** As many as a request covers. */
const MAX_VISITS = 100;

/** What can be done about each visit of cleaners who cannot come. Reads only. */
export async function planCover(
  ctx: Context,
  { cleanerIDs = [], jobIDs, ...times }: z.output<typeof call.query>,
): Promise<CoverPlan | Refusal<'not_found' | 'invalid'>> {
  const absentees = readAbsentees(ctx, { cleanerIDs, ...times });
  if (isRefusal(absentees)) return absentees;
  const cards = await cleanerCards(ctx, cleanerIDs);
  if (cards.length < new Set(cleanerIDs).size) return refuse('not_found');
  const { from, until } = absentees;
  const wanted = { cleanerIDs: absentees.cleanerIDs, jobIDs };
  const found = await findVisitsOfCleaners(ctx, wanted, { from, until, most: MAX_VISITS + 1 });
  const [jobs, next] = [found.slice(0, MAX_VISITS), found[MAX_VISITS]];
  const more =
    next === undefined
      ? null
      : await countVisitsOfCleaners(ctx, wanted, { from: readDatabaseTime(next.startsAt), until });
  const waiting = await findWaiting(ctx, jobs);
  const toPlan = jobs.filter(({ id }) => !waiting.has(id));
  const visits = await planVisits(ctx, toPlan, absentees);
  const later = wanted.cleanerIDs && (await countVisitsOfCleaners(ctx, wanted, { from: until }));
  const [absence] = cleanerIDs.length === 1 ? await findOpenAbsences(ctx, cleanerIDs) : [];
  return {
    cleaners: cards.map(({ id, firstname, fullname }) => ({ id, firstname, fullname })),
    visits: visits.toSorted((a, b) => Number(b.isSoon) - Number(a.isSoon)),
    more: more?.count ?? 0,
    later: later && { visits: later.count, from: wireTime(later.firstStart) },
    absence: absence === undefined ? null : toAbsence(ctx, absence),
  };
}

interface SentAbsentees {
  readonly cleanerIDs: readonly string[];
  readonly from: string;
  readonly until: string;
  readonly leaves?: boolean | undefined;
}

/** Who is away, and when: from now on, if the period has begun. */
export function readAbsentees(ctx: Context, sent: SentAbsentees): Absentees | Refusal<'invalid'> {
  const zone = ctx.config.BUSINESS_TZ;
  const [begins, until] = [readInstant(sent.from, zone), readInstant(sent.until, zone)];
  if (begins === null) return refuseField('from', 'Enter when it begins.');
  const now = ctx.clock.now();
  const from = Temporal.Instant.compare(begins, now) < 0 ? now : begins;
  if (until === null || Temporal.Instant.compare(from, until) >= 0) {
    return refuseField('until', 'Enter an end after the beginning, in the future.');
  }
  if (until.since(from).total('days') > MAX_DAYS) {
    return refuseField('until', `Cover at most ${MAX_DAYS} days at once.`);
  }
  const cleanerIDs = sent.cleanerIDs.length === 0 ? null : sent.cleanerIDs;
  return { cleanerIDs, from, until, leaves: sent.leaves === true };
}

/** A cleaner who could come instead, and why. */
interface Replacement {
  readonly cleanerID: string;
  readonly reasons: readonly string[];
  /** They do not match what the home needs, so the office has to say why they come all the same. */
  readonly isUnsuited: boolean;
}

/** What was found for a visit. */
interface Found {
  readonly job: JobRow;
  readonly away: readonly JobRow['crew'][number][];
  /** The only one who cannot come and can be replaced; null if the visit has to move. */
  readonly out: string | null;
  readonly isCovered: boolean;
  /** The assigned one first. */
  readonly replacements: readonly Replacement[];
  readonly swap: Swap | null;
  readonly times: readonly Temporal.Instant[];
  readonly outcome: CancellationOutcome;
}

/** Everything is read for all visits at once; the rules then answer for each of them. */
async function planVisits(
  ctx: Context,
  jobs: readonly JobRow[],
  absentees: Absentees,
): Promise<VisitToCover[]> {
  const { cleanerIDs, leaves, until } = absentees;
  const absent = cleanerIDs ?? [];
  const travel = await loadTravel(ctx, await readTimeSettings(ctx));
  const replaceable = jobs.filter((job) => canBeReplaced(job.crew, cleanerIDs));
  const toFill = await visitsToFill(ctx, replaceable, travel);
  const staff = await loadStaff(ctx, [...toFill.values()]);
  const matches = new Map(
    replaceable.map((job) => [
      job.id,
      findReplacements(visitIn(toFill, job), staff, [...idsOf(job), ...absent]),
    ]),
  );
  const timed = jobs.map((job) => ({
    jobID: job.id,
    start: minutesOf(job.startsAt),
    end: minutesOf(job.endsAt),
    postal: job.addressPostal,
    candidates: matches.get(job.id) ?? [],
  }));
  const assigned = assignReplacements(timed, travel);
  const given = timed.flatMap(({ candidates: _candidates, jobID, ...visit }) => {
    const cleanerID = assigned.get(jobID);
    return cleanerID === undefined ? [] : [{ ...visit, cleanerID }];
  });
  const uncovered = replaceable.filter(({ id }) => !assigned.has(id));
  const swaps = await findSwaps(ctx, uncovered, { toFill, staff, travel, absent, given });
  const times = leaves ? new Map() : await findOtherTimes(ctx, jobs, until);
  const outcomes = await outcomesOf(ctx, jobs, 'company');
  const found = outcomes.map(({ job, outcome }): Found => {
    const by = assigned.get(job.id);
    const own = matches.get(job.id);
    const away = awayFrom(job.crew, cleanerIDs);
    const replacements = (own ?? [])
      .toSorted((a, b) => Number(b.cleanerID === by) - Number(a.cleanerID === by))
      .map(({ cleanerID, reasons }) => {
        return { cleanerID, reasons: reasons.map(({ detail }) => detail), isUnsuited: false };
      });
    const except = [...idsOf(job), ...absent];
    const unsuited =
      own?.length === 0 ? findUnsuitedReplacements(visitIn(toFill, job), staff, { except, given }) : [];
    return {
      job,
      away,
      out: own === undefined ? null : (away[0]?.id ?? null),
      isCovered: by !== undefined,
      replacements: [
        ...replacements,
        ...unsuited.map(({ cleanerID, rules }) => {
          return {
            cleanerID,
            reasons: rules.map((rule) => notFreeMessage(rule).replace(/\.$/, '')),
            isUnsuited: true,
          };
        }),
      ],
      swap: swaps.get(job.id) ?? null,
      times: times.get(job.id) ?? [],
      outcome,
    };
  });
  return showVisits(ctx, found);
}

/** The visits that need somebody, by job. */
async function visitsToFill(
  ctx: Context,
  jobs: readonly JobRow[],
  travel: Travel,
): Promise<ReadonlyMap<string, VisitToFill>> {
  const usual = await usualCleanersOf(
    ctx,
    jobs.map(({ customerID }) => customerID),
  );
  const areaOf = await areaFinder(ctx);
  const visits = new Map<string, VisitToFill>();
  for (const job of jobs) {
    visits.set(job.id, {
      need: { ...(await requirementsOf(ctx, job)), travel },
      start: readDatabaseTime(job.startsAt),
      home: areaOf(job.addressPostal),
      usual: usual.get(job.customerID) ?? [],
    });
  }
  return visits;
}

function visitIn(visits: ReadonlyMap<string, VisitToFill>, job: JobRow): VisitToFill {
  const visit = visits.get(job.id);
  if (visit === undefined) throw new Error(`Job ${job.id} was not read.`);
  return visit;
}

function idsOf(job: JobRow): string[] {
  return job.crew.map(({ id }) => id);
}

function minutesOf(moment: string): number {
  return readDatabaseTime(moment).epochMilliseconds / 60_000;
}

/** How many busy cleaners are considered for a swap. */
const MAX_SWAPS = 5;

interface Swapping {
  readonly toFill: ReadonlyMap<string, VisitToFill>;
  readonly staff: Staff;
  readonly travel: Travel;
  readonly absent: readonly string[];
  /** The replacements of the plan. */
  readonly given: readonly GivenVisit[];
}

/** Cleaners whose own visits at that time can be done by somebody else, by job. */
async function findSwaps(
  ctx: Context,
  jobs: readonly JobRow[],
  { toFill, staff, travel, absent, given }: Swapping,
): Promise<ReadonlyMap<string, Swap>> {
  const busy = new Map<string, readonly FreeButForOne[]>();
  for (const job of jobs) {
    const except = [...absent, ...idsOf(job)];
    const candidates = findFreeButForOne(visitIn(toFill, job), staff);
    busy.set(job.id, candidates.filter(({ cleanerID }) => !except.includes(cleanerID)).slice(0, MAX_SWAPS));
  }
  const otherIDs = [...new Set([...busy.values()].flat().map(({ jobID }) => jobID))];
  if (otherIDs.length === 0) return new Map();
  const otherJobs = await findJobs(ctx, otherIDs);
  const visits = await visitsToFill(ctx, otherJobs, travel);
  const others = new Map<string, OtherVisit>(
    otherJobs.map((job) => [job.id, { visit: visitIn(visits, job), crew: job.crew }]),
  );
  const rated = await withRatings(ctx, staff, [...visits.values()]);
  const swaps = new Map<string, Swap>();
  const allGiven = [...given];
  for (const job of jobs) {
    const visit = visitIn(toFill, job);
    const swap = findSwap(visit, busy.get(job.id) ?? [], { others, staff: rated, absent, given: allGiven });
    if (swap === null) continue;
    swaps.set(job.id, swap);
    allGiven.push(...givenBySwap(swap, visit, others));
  }
  return swaps;
}

/** The next times at which the whole crew of each job is free, from a moment on; by job. */
export async function findOtherTimes(
  ctx: Context,
  jobs: readonly JobRow[],
  from: Temporal.Instant,
): Promise<ReadonlyMap<string, readonly Temporal.Instant[]>> {
  const toHomes = await timesOfVisitsToHomes(ctx, jobs);
  const visits: Parameters<typeof findTimesOfCrews>[1][number][] = [];
  for (const job of jobs) {
    const start = readDatabaseTime(job.startsAt);
    const days = Math.max(1, Math.ceil(from.since(start).total('days')));
    visits.push({
      need: await requirementsOf(ctx, job),
      crew: idsOf(job),
      gone: { start: start.add({ hours: 24 * days }), isLaterDate: job.seriesID !== null },
      own: toHomes.filter(({ jobID, addressID }) => addressID === job.addressID && jobID !== job.id),
    });
  }
  const found = await findTimesOfCrews(ctx, visits, from);
  return new Map(jobs.map((job, i) => [job.id, found[i] ?? []]));
}

/** What the options are shown with. */
interface Planning {
  readonly ctx: Context;
  readonly preview: PreviewWriter;
  readonly cards: ReadonlyMap<string, CleanerCard>;
  /** The jobs with which visits swap. */
  readonly others: ReadonlyMap<string, JobRow>;
}

async function showVisits(ctx: Context, found: readonly Found[]): Promise<VisitToCover[]> {
  const swaps = found.flatMap(({ swap }) => swap ?? []);
  const cleanerIDs = [
    ...found.flatMap(({ replacements }) => replacements.map(({ cleanerID }) => cleanerID)),
    ...swaps.flatMap(({ cleanerID, otherCleanerID }) => [cleanerID, otherCleanerID]),
  ];
  const cards = await cleanerCards(ctx, [...new Set(cleanerIDs)]);
  const others = await findJobs(
    ctx,
    swaps.map(({ otherJobID }) => otherJobID),
  );
  const planning: Planning = {
    ctx,
    preview: await previewWriter(ctx, [...new Set(found.map(({ job }) => job.customerID))]),
    cards: new Map(cards.map((card) => [card.id, card])),
    others: new Map(others.map((job) => [job.id, job])),
  };
  const visits: VisitToCover[] = [];
  for (const one of found) visits.push(await showVisit(planning, one));
  return visits;
}

async function showVisit(planning: Planning, found: Found): Promise<VisitToCover> {
  const { job, away, out, isCovered, swap, times, outcome } = found;
  const replacements: CoverOption[] = [];
  for (const by of found.replacements) {
    if (out !== null) replacements.push(await replaceOption(planning, job, { away: out, by }));
  }
  const moves: CoverOption[] = [];
  for (const time of times) moves.push(await moveOption(planning, job, time));
  return {
    jobID: job.id,
    number: job.number,
    startTime: wireTime(job.startsAt),
    endTime: wireTime(job.endsAt),
    customer: { id: job.customerID, fullname: customerName(job), mobile: job.customerMobile },
    area: job.areaName ?? '',
    away: away.map(personOf),
    crew: job.crew.filter((member) => !away.includes(member)).map(personOf),
    isSoon: isSoon(readDatabaseTime(job.startsAt), planning.ctx.clock.now()),
    options: orderOptions({
      isCovered,
      swap: swap === null || out === null ? null : await swapOption(planning, job, { away: out, swap }),
      replacements,
      moves,
      ask: await askOption(planning, job),
      cancel: await cancelOption(planning, job, outcome),
    }),
  };
}

function personOf(member: JobRow['crew'][number]) {
  return { id: member.id, firstname: member.firstname, fullname: fullnameOf(member) };
}

async function replaceOption(
  planning: Planning,
  job: JobRow,
  { away, by }: { readonly away: string; readonly by: Replacement },
): Promise<CoverOption> {
  const { firstname = '', fullname = '' } = planning.cards.get(by.cleanerID) ?? {};
  return {
    choice: { kind: 'replace', cleanerID: by.cleanerID },
    title: fullname,
    reasons: [...by.reasons],
    needsReason: by.isUnsuited,
    message: await crewMessage(planning, job, { away, name: firstname }),
  };
}

async function swapOption(
  planning: Planning,
  job: JobRow,
  { away, swap }: { readonly away: string; readonly swap: Swap },
): Promise<CoverOption> {
  const { cards, others } = planning;
  const { firstname = '', fullname = '' } = cards.get(swap.cleanerID) ?? {};
  const by = cards.get(swap.otherCleanerID)?.fullname ?? '';
  const customer = others.get(swap.otherJobID)?.customerFirstname ?? '';
  return {
    choice: { kind: 'swap', ...swap },
    title: fullname,
    reasons: [`${by} takes their visit at ${customer}’s instead`],
    needsReason: false,
    message: await crewMessage(planning, job, { away, name: firstname }),
  };
}

async function moveOption(planning: Planning, job: JobRow, start: Temporal.Instant): Promise<CoverOption> {
  const zone = planning.ctx.config.BUSINESS_TZ;
  const length = readDatabaseTime(job.endsAt).since(readDatabaseTime(job.startsAt));
  const { visit, ...about } = aboutVisit(job);
  const moved = { ...visit, startsAt: start.toString(), endsAt: start.add(length).toString() };
  return {
    choice: { kind: 'move', startTime: instantToWire(start, zone) },
    title: momentText({ start, zone }),
    reasons: ['The same cleaner'],
    needsReason: false,
    message: await messageTo(planning, job, 'visit-moved', { ...about, visit: moved }),
  };
}

async function askOption(planning: Planning, job: JobRow): Promise<CoverOption> {
  return {
    choice: { kind: 'ask' },
    title: 'Ask the customer',
    reasons: ['They choose another time or a full refund on a link'],
    needsReason: false,
    message: await messageTo(planning, job, 'visit-uncovered', { ...aboutVisit(job), token: '…' }),
  };
}

async function cancelOption(
  planning: Planning,
  job: JobRow,
  outcome: CancellationOutcome,
): Promise<CoverOption> {
  const sums = { ...outcome, byCompany: true };
  return {
    choice: { kind: 'cancel' },
    title: 'Cancel with a full refund',
    reasons: [],
    needsReason: false,
    message: await messageTo(planning, job, 'visit-cancelled', { ...aboutVisit(job), ...sums }),
  };
}

function crewMessage(
  planning: Planning,
  job: JobRow,
  { away, name }: { readonly away: string; readonly name: string },
): Promise<string> {
  const { visit, ...about } = aboutVisit(job);
  const crew = job.crew.map(({ id, firstname }) => (id === away ? name : firstname));
  return messageTo(planning, job, 'crew-changed', { ...about, visit: { ...visit, crew } });
}

function messageTo<K extends Kind>(
  { ctx, preview }: Planning,
  job: JobRow,
  kind: K,
  data: DataOf[K],
): Promise<string> {
  const now = { now: ctx.clock.now(), zone: ctx.config.BUSINESS_TZ };
  const channel = isToldBySms(readDatabaseTime(job.startsAt), now) ? 'sms' : 'email';
  return preview({ kind, channel, customerID: job.customerID }, data);
}
