import type { z } from 'zod';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { customerName, findVisitsOfCleaner, type JobRow } from '#features/work/jobs/server/index.ts';
import { loadTravel, readTimeSettings } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CoverOption, CoverPlan, planCover as call, VisitToCover } from '../contract.ts';
import { assignReplacements } from '../rules/assign-replacements.ts';
import {
  askOption,
  cancelOption,
  findOtherTimes,
  findReplacements,
  findSwap,
  moveOption,
  type Replacement,
  replaceOption,
} from './cover-options.ts';
import { findWaiting } from './cover-record.ts';

const SOON = { minutes: 60 };
/** Each visit takes some forty reads. */
const MOST_DAYS = 31;

interface Absence {
  readonly cleanerId: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** What can be done about each visit of a cleaner who cannot come. Reads only. */
export async function planCover(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<CoverPlan | Refusal<'not_found' | 'invalid'>> {
  const [card] = await cleanerCards(ctx, [query.cleanerID]);
  if (card === undefined) return refuse('not_found');
  const absence = readAbsence(ctx, query);
  if ('refusal' in absence) return absence;
  const theirs = await findVisitsOfCleaner(ctx, query.cleanerID, absence);
  const waiting = await findWaiting(ctx, theirs);
  const jobs = theirs.filter(({ id }) => !waiting.has(id));
  const visits = await planVisits(ctx, jobs, absence);
  const { id, firstname, fullname } = card;
  return {
    cleaner: { id, firstname, fullname },
    visits: visits.toSorted((a, b) => Number(b.isSoon) - Number(a.isSoon)),
  };
}

/** The period in which a cleaner is away. */
export function readAbsence(
  ctx: Context,
  { cleanerID, ...times }: { readonly cleanerID: string; readonly from: string; readonly until: string },
): Absence | Refusal<'invalid'> {
  const zone = ctx.config.BUSINESS_TZ;
  const [from, until] = [readInstant(times.from, zone), readInstant(times.until, zone)];
  if (from === null) return refuseField('from', 'Enter when it begins.');
  if (until === null || Temporal.Instant.compare(from, until) >= 0) {
    return refuseField('until', 'Enter an end after the beginning.');
  }
  if (until.since(from).total('days') > MOST_DAYS) {
    return refuseField('until', `Cover at most ${MOST_DAYS} days at once.`);
  }
  return { cleanerId: cleanerID, from, until };
}

async function planVisits(ctx: Context, jobs: readonly JobRow[], absence: Absence): Promise<VisitToCover[]> {
  const replacements = new Map<string, readonly Replacement[]>();
  for (const job of jobs) replacements.set(job.id, await findReplacements(ctx, job));
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
  const taken = [...assigned.values()];
  const visits: VisitToCover[] = [];
  for (const job of jobs) {
    const by = assigned.get(job.id);
    const found = replacements.get(job.id) ?? [];
    const ordered = found.toSorted((a, b) => Number(b.id === by) - Number(a.id === by));
    visits.push(
      await showVisit(ctx, job, { absence, replacements: ordered, isCovered: by !== undefined, taken }),
    );
  }
  return visits;
}

interface Planned {
  readonly absence: Absence;
  /** The assigned one first. */
  readonly replacements: readonly Replacement[];
  readonly isCovered: boolean;
  /** Cleaners who replace her at other visits. */
  readonly taken: readonly string[];
}

async function showVisit(ctx: Context, job: JobRow, planned: Planned): Promise<VisitToCover> {
  const { absence, replacements, isCovered, taken } = planned;
  const away = absence.cleanerId;
  const start = readDatabaseTime(job.starts_at);
  const options: CoverOption[] = [];
  for (const by of replacements) options.push(await replaceOption(ctx, job, { away, by }));
  const swap = isCovered ? null : await findSwap(ctx, job, { away, taken });
  if (swap !== null) options.unshift(swap);
  for (const time of await findOtherTimes(ctx, job, absence.until)) {
    options.push(await moveOption(ctx, job, time));
  }
  const askOrCancel = [await askOption(ctx, job), await cancelOption(ctx, job)];
  // Moving without asking is never the proposal: the customer may not be at home.
  const mayStay = isCovered || swap !== null;
  return {
    jobID: job.id,
    number: job.number,
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    customer: { id: job.customer_id, fullname: customerName(job), mobile: job.customer_mobile },
    area: job.area_name ?? '',
    crew: job.crew
      .filter(({ id }) => id !== away)
      .map((member) => ({
        id: member.id,
        firstname: member.firstname,
        fullname: fullnameOf(member),
      })),
    isSoon: Temporal.Instant.compare(start, ctx.clock.now().add(SOON)) <= 0,
    options: mayStay
      ? [...options, ...askOrCancel]
      : [...askOrCancel.slice(0, 1), ...options, ...askOrCancel.slice(1)],
  };
}

function minutesOf(moment: string): number {
  return readDatabaseTime(moment).epochMilliseconds / 60_000;
}
