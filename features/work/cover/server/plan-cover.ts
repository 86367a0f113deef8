import type { z } from 'zod';
import type { DataOf, Kind } from '#features/messages/messages/rules/kinds.ts';
import { momentText } from '#features/messages/messages/rules/visit-time.ts';
import { type PreviewWriter, previewWriter } from '#features/messages/messages/server/index.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import {
  aboutVisit,
  countVisitsOfCleaners,
  customerName,
  findJobs,
  findVisitsOfCleaners,
  isToday,
  type JobRow,
  outcomeOf,
  requirementsOf,
  timesOfOtherVisits,
} from '#features/work/jobs/server/index.ts';
import {
  findAlternatives,
  findFreeButForOne,
  listAvailable,
  loadTravel,
  readTimeSettings,
  suggestCleaners,
} from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CoverOption, CoverPlan, planCover as call, VisitToCover } from '../contract.ts';
import { assignReplacements } from '../rules/assign-replacements.ts';
import { awayFrom, canBeReplaced } from '../rules/away.ts';
import { type Absentees, findOpenAbsences, toAbsence } from './absence-record.ts';
import { findWaiting } from './cover-record.ts';

const SOON = { minutes: 60 };
const MAX_DAYS = 31;
/** As many as a request covers. Each takes some 25 reads, so a month of a cleaner takes about two seconds. */
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

async function planVisits(ctx: Context, jobs: readonly JobRow[], absentees: Absentees) {
  const { cleanerIDs } = absentees;
  const replacements = new Map<string, readonly Replacement[]>();
  for (const job of jobs) {
    if (!canBeReplaced(job.crew, cleanerIDs)) continue;
    replacements.set(job.id, await findReplacements(ctx, job, cleanerIDs ?? []));
  }
  const travel = await loadTravel(ctx, await readTimeSettings(ctx));
  const assigned = assignReplacements(
    jobs.map((job) => ({
      jobID: job.id,
      start: minutesOf(job.startsAt),
      end: minutesOf(job.endsAt),
      postal: job.addressPostal,
      candidates: (replacements.get(job.id) ?? []).map(({ id, score }) => ({ cleanerID: id, score })),
    })),
    travel,
  );
  const planning = { ctx, preview: previewWriter(ctx) };
  const taken = [...assigned.values()];
  const visits: VisitToCover[] = [];
  for (const job of jobs) {
    const by = assigned.get(job.id);
    const found = replacements.get(job.id) ?? [];
    const ordered = found.toSorted((a, b) => Number(b.id === by) - Number(a.id === by));
    const planned = { absentees, replacements: ordered, isCovered: by !== undefined, taken };
    visits.push(await showVisit(planning, job, planned));
  }
  return visits;
}

interface Planned {
  readonly absentees: Absentees;
  /** The assigned one first. */
  readonly replacements: readonly Replacement[];
  readonly isCovered: boolean;
  /** Cleaners who replace someone at other visits. */
  readonly taken: readonly string[];
}

async function showVisit(planning: Planning, job: JobRow, planned: Planned): Promise<VisitToCover> {
  const { ctx } = planning;
  const { absentees, replacements, isCovered, taken } = planned;
  const away = awayFrom(job.crew, absentees.cleanerIDs);
  const [first] = canBeReplaced(job.crew, absentees.cleanerIDs) ? away : [];
  const start = readDatabaseTime(job.startsAt);
  const options: CoverOption[] = [];
  if (first !== undefined) {
    for (const by of replacements) options.push(await replaceOption(planning, job, { away: first.id, by }));
  }
  const absent = absentees.cleanerIDs ?? [];
  const swap =
    isCovered || first === undefined
      ? null
      : await findSwap(planning, job, { away: first.id, absent, taken });
  if (swap !== null) options.unshift(swap);
  if (first !== undefined && replacements.length === 0) {
    for (const by of await findUnsuited(ctx, job, [...absent, ...taken]))
      options.push(await replaceOption(planning, job, { away: first.id, by }));
  }
  const times = absentees.leaves ? [] : await findOtherTimes(ctx, job, absentees.until);
  for (const time of times) {
    options.push(await moveOption(planning, job, time));
  }
  const askOrCancel = [await askOption(planning, job), await cancelOption(planning, job)];
  // Moving without asking is never the proposal: the customer may not be at home.
  const mayStay = isCovered || swap !== null;
  return {
    jobID: job.id,
    number: job.number,
    startTime: wireTime(job.startsAt),
    endTime: wireTime(job.endsAt),
    customer: { id: job.customerID, fullname: customerName(job), mobile: job.customerMobile },
    area: job.areaName ?? '',
    away: away.map(personOf),
    crew: job.crew.filter((member) => !away.includes(member)).map(personOf),
    isSoon: Temporal.Instant.compare(start, ctx.clock.now().add(SOON)) <= 0,
    options: mayStay
      ? [...options, ...askOrCancel]
      : [...askOrCancel.slice(0, 1), ...options, ...askOrCancel.slice(1)],
  };
}

function personOf(member: JobRow['crew'][number]) {
  return { id: member.id, firstname: member.firstname, fullname: fullnameOf(member) };
}

function minutesOf(moment: string): number {
  return readDatabaseTime(moment).epochMilliseconds / 60_000;
}

/** A cleaner who could come instead, and why. */
interface Replacement {
  readonly id: string;
  readonly firstname: string;
  readonly fullname: string;
  readonly score: number;
  readonly reasons: readonly string[];
  /** They do not match what the home needs, so the office has to say why they come all the same. */
  readonly isUnsuited?: boolean;
}

/** The context of a plan, and the writer of its messages. */
interface Planning {
  readonly ctx: Context;
  readonly preview: PreviewWriter;
}

const MAX_REPLACEMENTS = 5;
/** How many busy cleaners are considered for a swap. */
const MAX_SWAPS = 5;

const GENDERS = ['female', 'male'] as const;

function requirementsForSchedule(job: JobRow) {
  return {
    startTime: wireTime(job.startsAt),
    endTime: wireTime(job.endsAt),
    postal: job.addressPostal,
    jobType: job.jobType,
    language: job.addressLanguagePreference,
    gender: GENDERS.find((gender) => gender === job.addressGenderPreference) ?? ('' as const),
    hasPets: job.addressHasPets,
    excludeJobID: job.id,
  };
}

/** Free cleaners for a visit who are not in its crew, best first. */
export async function findReplacements(
  ctx: Context,
  job: JobRow,
  except: readonly string[] = [],
): Promise<Replacement[]> {
  const not = [...job.crew.map(({ id }) => id), ...except];
  const found = await suggestCleaners(ctx, {
    ...requirementsForSchedule(job),
    customerID: job.customerID,
    size: MAX_REPLACEMENTS + not.length,
  });
  if (isRefusal(found)) return [];
  return found.items
    .filter(({ id }) => !not.includes(id))
    .slice(0, MAX_REPLACEMENTS)
    .map(({ id, firstname, fullname = firstname, score = 0, reasons = [] }) => {
      return { id, firstname, fullname, score, reasons: reasons.map(({ detail }) => detail) };
    });
}

/** Cleaners who are free at that time, but no match for the home: not in their region, of the other gender. */
async function findUnsuited(ctx: Context, job: JobRow, except: readonly string[]): Promise<Replacement[]> {
  const found = await listAvailable(ctx, { ...requirementsForSchedule(job), explain: '1' });
  if (isRefusal(found)) return [];
  const not = [...job.crew.map(({ id }) => id), ...except];
  return found.items
    .flatMap(({ id, firstname, fullname = firstname, reason }): Replacement[] => {
      if (!reason?.canOverride || not.includes(id)) return [];
      const reasons = reason.detail.split(/(?<=\.) /).map((sentence) => sentence.replace(/\.$/, ''));
      return [{ id, firstname, fullname, score: 0, reasons, isUnsuited: true }];
    })
    .toSorted((a, b) => a.reasons.length - b.reasons.length)
    .slice(0, MAX_REPLACEMENTS);
}

async function replaceOption(
  planning: Planning,
  job: JobRow,
  { away, by }: { readonly away: string; readonly by: Replacement },
): Promise<CoverOption> {
  return {
    choice: { kind: 'replace', cleanerID: by.id },
    title: by.fullname,
    reasons: [...by.reasons],
    needsReason: by.isUnsuited === true,
    message: await crewMessage(planning, job, { away, name: by.firstname }),
  };
}

interface Away {
  readonly away: string;
  /** Everyone who cannot come. */
  readonly absent: readonly string[];
  /** Those who replace somebody at other visits: they may swap, but are not given a third one. */
  readonly taken: readonly string[];
}

/** A cleaner whose own visit at that time can be done by somebody else; null if there is none. */
async function findSwap(
  planning: Planning,
  job: JobRow,
  { away, absent, taken }: Away,
): Promise<CoverOption | null> {
  const { ctx } = planning;
  const query = { ...requirementsForSchedule(job), explain: '0' as const };
  const busy = await findFreeButForOne(ctx, query, job.customerID);
  if (isRefusal(busy)) return null;
  const possible = busy.filter(
    ({ cleanerID }) => !absent.includes(cleanerID) && job.crew.every(({ id }) => id !== cleanerID),
  );
  for (const { cleanerID, jobID } of possible.slice(0, MAX_SWAPS)) {
    const [other] = await findJobs(ctx, [jobID]);
    const member = other?.crew.find(({ id }) => id === cleanerID);
    if (other === undefined || member === undefined || member.startedAt !== null) continue;
    const [by] = await findReplacements(ctx, other, [...absent, ...taken]);
    if (by === undefined) continue;
    return {
      choice: { kind: 'swap', cleanerID, otherJobID: jobID, otherCleanerID: by.id },
      title: `${member.firstname} ${member.lastname}`.trim(),
      reasons: [`${by.fullname} takes their visit at ${other.customerFirstname}’s instead`],
      needsReason: false,
      message: await crewMessage(planning, job, { away, name: member.firstname }),
    };
  }
  return null;
}

/** The next times at which the whole crew is free, from a moment on. */
export async function findOtherTimes(
  ctx: Context,
  job: JobRow,
  from: Temporal.Instant,
): Promise<Temporal.Instant[]> {
  const start = readDatabaseTime(job.startsAt);
  const days = Math.max(1, Math.ceil(from.since(start).total('days')));
  const found = await findAlternatives(
    ctx,
    {
      need: await requirementsOf(ctx, job),
      settings: await readTimeSettings(ctx),
      customerID: job.customerID,
      home: null,
      named: job.crew.map(({ id }) => id),
      who: 'named-only',
      own: await timesOfOtherVisits(ctx, job),
    },
    { start: start.add({ hours: 24 * days }), isLaterDate: job.seriesID !== null },
  );
  return found
    .flatMap(({ startTime }) => readInstant(startTime, ctx.config.BUSINESS_TZ) ?? [])
    .filter((time) => Temporal.Instant.compare(time, from) >= 0);
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

async function cancelOption(planning: Planning, job: JobRow): Promise<CoverOption> {
  const sums = { ...(await outcomeOf(planning.ctx, job, 'company')), byCompany: true };
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
  const channel = isToday(ctx, readDatabaseTime(job.startsAt)) ? 'sms' : 'email';
  return preview({ kind, channel, customerID: job.customerID }, data);
}
