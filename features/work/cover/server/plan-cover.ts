import type { z } from 'zod';
import { previewWriter } from '#features/messages/messages/server/index.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import {
  countVisitsOfCleaners,
  customerName,
  findVisitsOfCleaners,
  type JobRow,
} from '#features/work/jobs/server/index.ts';
import { loadTravel, readTimeSettings } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CoverOption, CoverPlan, planCover as call, VisitToCover } from '../contract.ts';
import { assignReplacements } from '../rules/assign-replacements.ts';
import { awayFrom, canBeReplaced } from '../rules/away.ts';
import { findOpenAbsences, toAbsence } from './absence-record.ts';
import {
  askOption,
  cancelOption,
  findOtherTimes,
  findReplacements,
  findSwap,
  findUnsuited,
  moveOption,
  type Planning,
  type Replacement,
  replaceOption,
} from './cover-options.ts';
import { findWaiting } from './cover-record.ts';

const SOON = { minutes: 60 };
const MAX_DAYS = 31;
/** As many as a request covers. Each takes some 25 reads, so a month of a cleaner takes about two seconds. */
const MAX_VISITS = 100;

export interface Absentees {
  /** Null: nobody can come. */
  readonly cleanerIds: readonly string[] | null;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** They do not come back. */
  readonly leaves: boolean;
}

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
  const wanted = { cleanerIds: absentees.cleanerIds, jobIds: jobIDs };
  const found = await findVisitsOfCleaners(ctx, wanted, { from, until, most: MAX_VISITS + 1 });
  const [jobs, next] = [found.slice(0, MAX_VISITS), found[MAX_VISITS]];
  const more =
    next === undefined
      ? null
      : await countVisitsOfCleaners(ctx, wanted, { from: readDatabaseTime(next.starts_at), until });
  const waiting = await findWaiting(ctx, jobs);
  const toPlan = jobs.filter(({ id }) => !waiting.has(id));
  const visits = await planVisits(ctx, toPlan, absentees);
  const later = wanted.cleanerIds && (await countVisitsOfCleaners(ctx, wanted, { from: until }));
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
  const cleanerIds = sent.cleanerIDs.length === 0 ? null : sent.cleanerIDs;
  return { cleanerIds, from, until, leaves: sent.leaves === true };
}

async function planVisits(ctx: Context, jobs: readonly JobRow[], absentees: Absentees) {
  const { cleanerIds } = absentees;
  const replacements = new Map<string, readonly Replacement[]>();
  for (const job of jobs) {
    if (!canBeReplaced(job.crew, cleanerIds)) continue;
    replacements.set(job.id, await findReplacements(ctx, job, cleanerIds ?? []));
  }
  const travel = await loadTravel(ctx, await readTimeSettings(ctx));
  const assigned = assignReplacements(
    jobs.map((job) => ({
      jobId: job.id,
      start: minutesOf(job.starts_at),
      end: minutesOf(job.ends_at),
      postal: job.address_postal,
      candidates: (replacements.get(job.id) ?? []).map(({ id, score }) => ({ cleanerId: id, score })),
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
  const away = awayFrom(job.crew, absentees.cleanerIds);
  const [first] = canBeReplaced(job.crew, absentees.cleanerIds) ? away : [];
  const start = readDatabaseTime(job.starts_at);
  const options: CoverOption[] = [];
  if (first !== undefined) {
    for (const by of replacements) options.push(await replaceOption(planning, job, { away: first.id, by }));
  }
  const absent = absentees.cleanerIds ?? [];
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
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    customer: { id: job.customer_id, fullname: customerName(job), mobile: job.customer_mobile },
    area: job.area_name ?? '',
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
