import type { z } from 'zod';
import type { availableCleaner } from '#features/work/schedule/contract/shapes.ts';
import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import type { Job } from '../../../../contract/shapes.ts';
import { goesAhead } from '../../../../rules/status.ts';
import { isVisitAhead } from '../../../../rules/trashing.ts';
import { nameOf } from '../job-words.ts';

export type Candidate = z.output<typeof availableCleaner>;

const PLACES = ['cleaner1ID', 'cleaner2ID', 'cleaner3ID', 'cleaner4ID', 'cleaner5ID'] as const;

/** A crew as the call wants it: in its places, the others left out. */
export function crewBody(ids: readonly string[]): Partial<Record<(typeof PLACES)[number], string>> {
  return Object.fromEntries(ids.map((id, place) => [PLACES[place] ?? '', id]));
}

/** The crew's ids with another cleaner in one place. */
export function withPlace(crew: readonly { readonly id: string }[], place: number, id: string): string[] {
  return crew.map((member, at) => (at === place ? id : member.id));
}

type Changeable = Pick<Job, 'trash' | 'status' | 'stage'>;

/** Whether the office may still move the visit or change who comes: the server's rule, for what to show. */
export function mayChange({ trash, status, stage }: Changeable): boolean {
  return trash === 0 && (status === 'pending' || goesAhead(status)) && stage !== 'done';
}

/** Whether the office may clock somebody of the crew in or out: from the day of the visit on. */
export function mayClock(job: Changeable & Pick<Job, 'startTime'>, now: Date): boolean {
  return mayChange(job) && goesAhead(job.status) && dayOfWire(job.startTime) <= businessDay(now);
}

/** Whether the office may put the job into the trash: a visit that goes ahead is cancelled instead. */
export function mayTrash(
  { status, stage, endTime }: Pick<Job, 'status' | 'stage' | 'endTime'>,
  now: Date,
): boolean {
  return !isVisitAhead({ status, stage, end: Date.parse(endTime) }, now.getTime());
}

/** Why somebody cannot be put into this crew; null when they can. */
export function whyNot(candidate: Candidate, crew: readonly { readonly id: string }[]): string | null {
  if (crew.some((member) => member.id === candidate.id)) return 'Already in this crew.';
  return candidate.free ? null : (candidate.reason?.detail ?? 'Not free.');
}

/** Whether only soft rules keep somebody from this crew: the office may put them into it with a reason. */
export function mayAssignAnyway(candidate: Candidate, crew: readonly { readonly id: string }[]): boolean {
  return candidate.reason?.canOverride === true && crew.every((member) => member.id !== candidate.id);
}

export interface CrewForTime {
  /** Ids, in places. */
  readonly crew: readonly string[];
  /** Who would come, in a sentence for each place that changes. */
  readonly changes: readonly string[];
}

type Member = { readonly id: string; readonly firstname: string; readonly fullname: string };

/**
 * Who would come at another time: those of the crew who are free keep their places, the best of the others who are
 * free take the rest. Null when there are too few.
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
    const why = known.get(member.id)?.reason?.detail ?? 'No longer works here.';
    changes.push(`${nameOf(spare)} replaces ${nameOf(member)}. Reason: ${lower(why)}`);
    next.push(spare.id);
  }
  return { crew: next, changes };
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
