import type { z } from 'zod';
import type { availableCleaner } from '#features/work/schedule/contract/shapes.ts';
import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { Job } from '../../contract/shapes.ts';
import { whyOfficeCannotChange } from '../../rules/moving.ts';
import { goesAhead } from '../../rules/status.ts';
import { whyNotTrashable } from '../../rules/trashing.ts';
import { nameOf } from './job-labels.ts';

export type Candidate = z.output<typeof availableCleaner>;

const CREW_FIELDS = ['cleaner1ID', 'cleaner2ID', 'cleaner3ID', 'cleaner4ID', 'cleaner5ID'] as const;

/** The crew in the request format: by position, empty ones omitted. */
export function crewBody(ids: readonly string[]): Partial<Record<(typeof CREW_FIELDS)[number], string>> {
  return Object.fromEntries(ids.map((id, position) => [CREW_FIELDS[position] ?? '', id]));
}

/** The same for one position, from 0; the others keep their cleaners. */
export function crewAt(position: number, id: string): ReturnType<typeof crewBody> {
  return { [CREW_FIELDS[position] ?? '']: id };
}

/** The crew's ids with another cleaner in one position. */
export function withCleanerAt(
  crew: readonly { readonly id: string }[],
  position: number,
  id: string,
): string[] {
  return crew.map((member, at) => (at === position ? id : member.id));
}

type Changeable = Pick<Job, 'trash' | 'status' | 'stage'>;

/** Whether the office may still move the visit or change its crew. */
export function mayChange({ trash, status, stage }: Changeable): boolean {
  return whyOfficeCannotChange({ status, isTrashed: trash === 1, finished: stage === 'done' }) === null;
}

/** Whether the office may clock crew members in or out: from the day of the visit on. */
export function mayClock(job: Changeable & Pick<Job, 'startTime'>, now: Date): boolean {
  return mayChange(job) && goesAhead(job.status) && dayOfWire(job.startTime) <= businessDay(now);
}

/** Whether the office may trash the job: only what came to nothing. */
export function mayTrash(
  job: Pick<Job, 'status' | 'stage' | 'endTime' | 'paidAt' | 'charges'>,
  now: Date,
): boolean {
  const { status, stage, endTime, paidAt, charges = [] } = job;
  const isCharged = charges.some(({ endedAs }) => endedAs !== 'waived');
  const facts = { status, stage, end: Date.parse(endTime), wasPaid: paidAt !== null, isCharged };
  return whyNotTrashable(facts, now.getTime()) === null;
}

/** Why a cleaner cannot be added to this crew; null if they can. */
export function whyNot(candidate: Candidate, crew: readonly { readonly id: string }[]): string | null {
  if (crew.some((member) => member.id === candidate.id)) return t('Already in this crew.');
  return candidate.free ? null : (candidate.reason?.detail ?? t('Not free.'));
}

/** Whether only soft rules exclude a cleaner, so that the office may assign them with a reason. */
export function mayAssignAnyway(candidate: Candidate, crew: readonly { readonly id: string }[]): boolean {
  return candidate.reason?.canOverride === true && crew.every((member) => member.id !== candidate.id);
}

export interface CrewForTime {
  /** Ids, in order. */
  readonly crew: readonly string[];
  /** One sentence for each position that changes. */
  readonly changes: readonly string[];
}

type Member = { readonly id: string; readonly firstname: string; readonly fullname: string };

/**
 * The crew at another time: free members keep their positions, and the best other free cleaners fill the rest. Null if
 * too few are free.
 */
export function crewForTime(crew: readonly Member[], candidates: readonly Candidate[]): CrewForTime | null {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const spares = candidates.filter(({ id, free }) => free && crew.every((member) => member.id !== id));
  const changes: string[] = [];
  const next: string[] = [];
  for (const member of crew) {
    if (known.get(member.id)?.free) {
      next.push(member.id);
      continue;
    }
    const spare = spares.shift();
    if (spare === undefined) return null;
    const why = known.get(member.id)?.reason?.detail ?? t('No longer works here.');
    changes.push(
      t('{{name}} replaces {{name2}}. Reason: {{lower}}', {
        name: nameOf(spare),
        name2: nameOf(member),
        lower: lower(why),
      }),
    );
    next.push(spare.id);
  }
  return { crew: next, changes };
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
