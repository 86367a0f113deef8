import type { DataOf, Kind } from '#features/messages/messages/rules/kinds.ts';
import { momentText } from '#features/messages/messages/rules/visit-time.ts';
import type { PreviewWriter } from '#features/messages/messages/server/index.ts';
import {
  aboutVisit,
  findJobs,
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
  readTimeSettings,
  suggestCleaners,
} from '#features/work/schedule/server/index.ts';
import { instantToWire, readDatabaseTime, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CoverOption } from '../contract.ts';

/** A cleaner who could come instead, and why. */
export interface Replacement {
  readonly id: string;
  readonly firstname: string;
  readonly fullname: string;
  readonly score: number;
  readonly reasons: readonly string[];
  /** They do not match what the home needs, so the office has to say why they come all the same. */
  readonly isUnsuited?: boolean;
}

/** The context of a plan, and the writer of its messages. */
export interface Planning {
  readonly ctx: Context;
  readonly preview: PreviewWriter;
}

const MAX_REPLACEMENTS = 5;
/** How many busy cleaners are considered for a swap. */
const MAX_SWAPS = 5;

const GENDERS = ['female', 'male'] as const;

function requirementsForSchedule(job: JobRow) {
  return {
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    postal: job.address_postal,
    jobType: job.job_type,
    language: job.address_language_preference,
    gender: GENDERS.find((gender) => gender === job.address_gender_preference) ?? ('' as const),
    hasPets: job.address_has_pets,
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
    customerID: job.customer_id,
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
export async function findUnsuited(
  ctx: Context,
  job: JobRow,
  except: readonly string[],
): Promise<Replacement[]> {
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

export async function replaceOption(
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
export async function findSwap(
  planning: Planning,
  job: JobRow,
  { away, absent, taken }: Away,
): Promise<CoverOption | null> {
  const { ctx } = planning;
  const query = { ...requirementsForSchedule(job), explain: '0' as const };
  const busy = await findFreeButForOne(ctx, query, job.customer_id);
  if (isRefusal(busy)) return null;
  const possible = busy.filter(
    ({ cleanerId }) => !absent.includes(cleanerId) && job.crew.every(({ id }) => id !== cleanerId),
  );
  for (const { cleanerId, jobId } of possible.slice(0, MAX_SWAPS)) {
    const [other] = await findJobs(ctx, [jobId]);
    const member = other?.crew.find(({ id }) => id === cleanerId);
    if (other === undefined || member === undefined || member.startedAt !== null) continue;
    const [by] = await findReplacements(ctx, other, [...absent, ...taken]);
    if (by === undefined) continue;
    return {
      choice: { kind: 'swap', cleanerID: cleanerId, otherJobID: jobId, otherCleanerID: by.id },
      title: `${member.firstname} ${member.lastname}`.trim(),
      reasons: [`${by.fullname} takes their visit at ${other.customer_firstname}’s instead`],
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
  const start = readDatabaseTime(job.starts_at);
  const days = Math.max(1, Math.ceil(from.since(start).total('days')));
  const found = await findAlternatives(
    ctx,
    {
      need: await requirementsOf(ctx, job),
      settings: await readTimeSettings(ctx),
      customerId: job.customer_id,
      home: null,
      named: job.crew.map(({ id }) => id),
      who: 'named-only',
      own: await timesOfOtherVisits(ctx, job),
    },
    { start: start.add({ hours: 24 * days }), isLaterDate: job.series_id !== null },
  );
  return found
    .flatMap(({ startTime }) => readInstant(startTime, ctx.config.BUSINESS_TZ) ?? [])
    .filter((time) => Temporal.Instant.compare(time, from) >= 0);
}

export async function moveOption(
  planning: Planning,
  job: JobRow,
  start: Temporal.Instant,
): Promise<CoverOption> {
  const zone = planning.ctx.config.BUSINESS_TZ;
  const length = readDatabaseTime(job.ends_at).since(readDatabaseTime(job.starts_at));
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

export async function askOption(planning: Planning, job: JobRow): Promise<CoverOption> {
  return {
    choice: { kind: 'ask' },
    title: 'Ask the customer',
    reasons: ['They choose another time or a full refund on a link'],
    needsReason: false,
    message: await messageTo(planning, job, 'visit-uncovered', { ...aboutVisit(job), token: '…' }),
  };
}

export async function cancelOption(planning: Planning, job: JobRow): Promise<CoverOption> {
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
  const channel = isToday(ctx, readDatabaseTime(job.starts_at)) ? 'sms' : 'email';
  return preview({ kind, channel, customerId: job.customer_id }, data);
}
