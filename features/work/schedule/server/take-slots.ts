import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { NO_PREFERENCE, type Preference } from '../rules/choose-crew.ts';
import type { Diary } from '../rules/diary.ts';
import { type PlannedVisit, planVisit, preferringCrew } from '../rules/plan-visit.ts';
import type { VisitRequirements } from '../rules/visit-need.ts';
import { loadCrewDiaries } from './crew-diaries.ts';
import { momentsOf } from './diaries.ts';
import { type Freed, fillFreed, releaseLapsed, writeJobTimes } from './occupation.ts';
import { readTimeSettings } from './time-settings.ts';

/** One visit that needs a crew. Its job's row is written and locked. */
export interface VisitToTake {
  readonly jobId: string;
  readonly customerId: string;
  readonly start: Temporal.Instant;
  /** For how many cleaners, those who stay not counted. */
  readonly need: VisitRequirements;
  /** Exactly these, in this order; the system finds the rest. */
  readonly named: readonly string[];
  /** Soft rules do not keep the named ones; that nobody is in two places always holds. */
  readonly overridesSoftRules?: boolean;
  /** Who has this visit at this time already: not asked again, and left alone. */
  readonly staying?: readonly string[];
  /** The job has just been written: nothing of it is in a diary yet. */
  readonly isNew?: boolean;
}

export interface SlotsToTake {
  readonly visits: readonly VisitToTake[];
  /** Who may come besides those who are named, best first. */
  readonly candidates?: readonly string[];
  /** Null: the time is firm at once. */
  readonly heldUntil: Temporal.Instant | null;
  /** Ends the holds of these jobs: they had run out, and their time was released. */
  onLapsed(tx: Tx, jobIds: readonly string[]): Promise<void>;
}

/** A visit with those of its crew who were found; who stays is not among them. */
export type TakenVisit = PlannedVisit & { readonly jobId: string };

const slotTaken = refuse('slot_taken');

/** What it means when the database has the last word: for the transaction, or the savepoint, around `takeSlots`. */
export const slotConstraints = {
  cleaner_occupation_no_overlap: slotTaken,
  cleaner_occupation_travel: slotTaken,
};

/**
 * The one way to take time in diaries: locks all cleaners once, in id order; ends the holds that have run out;
 * decides by the one rule on the diaries as they are now; writes. All visits are taken, or none. After a
 * refusal somebody else was quicker: the caller may plan again on fresh diaries.
 */
export async function takeSlots(
  tx: Tx,
  slots: SlotsToTake,
): Promise<readonly TakenVisit[] | Refusal<'slot_taken'>> {
  const wanted = [...(slots.candidates ?? []), ...slots.visits.flatMap((visit) => visit.named)];
  const cleanerIds = [...new Set(wanted)];
  const moments = momentsOf(slots.visits.map((visit) => visit.start));
  await lockCleaners(tx, cleanerIds);
  const freed = await endLapsed(tx, cleanerIds, slots);
  // Read under the locks: others may have changed the diaries or the buffer before them.
  const { travelBufferMinutes } = await readTimeSettings(tx);
  const diaries = await loadCrewDiaries(tx, cleanerIds, moments);
  const { visits, heldUntil } = slots;
  const inOrder = preferringCrew(NO_PREFERENCE, slots.candidates ?? []);
  const taken = planAll(tx, visits, { diaries, inOrder, travelBufferMinutes });
  if (isRefusal(taken)) return taken;
  const times = timesOf(visits, taken).map((time) => ({ ...time, heldUntil, travelBufferMinutes }));
  const left = await writeJobTimes(tx, times);
  await fillFreed(tx, [...freed, ...left]);
  return taken;
}

async function endLapsed(tx: Tx, cleanerIds: readonly string[], slots: SlotsToTake): Promise<Freed[]> {
  if (cleanerIds.length === 0) return [];
  const own = slots.visits.map((visit) => visit.jobId);
  const lapsed = await releaseLapsed(tx, cleanerIds, own);
  const jobIds = new Set(lapsed.flatMap((entry) => entry.job_id ?? []));
  if (jobIds.size > 0) await slots.onLapsed(tx, [...jobIds]);
  return lapsed;
}

interface Planning {
  readonly diaries: readonly Diary[];
  readonly inOrder: Preference;
  readonly travelBufferMinutes: number;
}

/** The crew of the first visit is asked first for the later ones. */
function planAll(tx: Tx, visits: readonly VisitToTake[], planning: Planning) {
  const { diaries, inOrder, travelBufferMinutes } = planning;
  const taken: TakenVisit[] = [];
  for (const { need: required, named, overridesSoftRules, start, jobId } of visits) {
    const preference = preferringCrew(inOrder, taken[0]?.crew ?? []);
    const need = { ...required, travelBufferMinutes };
    const crew = { diaries, need, named, overridesSoftRules, preference, zone: tx.config.BUSINESS_TZ };
    const planned = planVisit(crew, start);
    if (planned === null) return slotTaken;
    taken.push({ ...planned, jobId });
  }
  return taken;
}

function timesOf(visits: readonly VisitToTake[], taken: readonly TakenVisit[]) {
  return visits.map(({ jobId, customerId, start, need, staying = [], isNew = false }, i) => {
    const { crew = [], end = start } = taken[i] ?? {};
    return { jobId, customerId, start, end, crew: [...staying, ...crew], postal: need.postal, isNew };
  });
}
