import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { NO_PREFERENCE, type Preference } from '../rules/choose-crew.ts';
import { type Diary, whySpanIsInTheWay } from '../rules/diary.ts';
import { type PlannedVisit, planVisit, preferringCrew } from '../rules/plan-visit.ts';
import type { Travel } from '../rules/travel.ts';
import { slotQuery, type VisitRequirements } from '../rules/visit-need.ts';
import { loadCrewDiaries } from './crew-diaries.ts';
import { momentsOf } from './diaries.ts';
import { loadTravel, readTimeSettings } from './load-opening.ts';
import { type Freed, fillFreed, releaseExpired, writeJobTimes } from './occupation.ts';
import { fillTimeOff, spanOf } from './time-off.ts';

/** A visit that needs a crew. Its job's row is inserted and locked. */
export interface VisitToTake {
  readonly jobID: string;
  readonly customerID: string;
  readonly start: Temporal.Instant;
  /** Requirements for the cleaners to be found, not counting those who stay. */
  readonly need: VisitRequirements;
  /** Exactly these, in this order; the system finds the rest. */
  readonly named: readonly string[];
  /** Soft rules do not exclude the named cleaners; double booking is always excluded. */
  readonly overridesSoftRules?: boolean;
  /** Cleaners who already have this visit at this time: not checked again and left unchanged. */
  readonly staying?: readonly string[];
  /** The job has just been inserted and has no diary entries yet. */
  readonly isNew?: boolean;
}

interface SlotsToTake {
  readonly visits: readonly VisitToTake[];
  /** Possible cleaners besides the named ones, best first. */
  readonly candidates?: readonly string[];
  /** Null: the time is taken for good at once. */
  readonly heldUntil: Temporal.Instant | null;
  /** Ends the holds of these jobs, which had expired and whose time was released. */
  onExpired(tx: Tx, jobIDs: readonly string[]): Promise<void>;
}

/** A visit with the crew members that were found, without those who stay. */
type TakenVisit = PlannedVisit & { readonly jobID: string };

const slotTaken = refuse('slot_taken');

/** Maps constraint violations to refusals, for the transaction or savepoint around `takeSlots`. */
export const slotConstraints = {
  cleaner_occupation_no_overlap: slotTaken,
  cleaner_occupation_travel: slotTaken,
};

/**
 * The only way to take time in diaries: locks all cleaners once, in id order; ends expired holds; applies the rule to
 * the current diaries; writes. All visits are taken, or none. A refusal means that someone else was faster: the caller
 * may plan again on fresh diaries.
 */
export async function takeSlots(
  tx: Tx,
  slots: SlotsToTake,
): Promise<readonly TakenVisit[] | Refusal<'slot_taken'>> {
  const wanted = [...(slots.candidates ?? []), ...slots.visits.flatMap((visit) => visit.named)];
  const cleanerIDs = [...new Set(wanted)];
  const moments = momentsOf(slots.visits.map((visit) => visit.start));
  await lockCleaners(tx, cleanerIDs);
  const freed = await endExpired(tx, cleanerIDs, slots);
  // Read under the locks, as the diaries or the buffer may have changed before.
  const settings = await readTimeSettings(tx);
  const { travelBufferMinutes } = settings;
  const travel = await loadTravel(tx, settings);
  const diaries = await loadCrewDiaries(tx, cleanerIDs, moments);
  const { visits, heldUntil } = slots;
  const inOrder = preferringCrew(NO_PREFERENCE, slots.candidates ?? []);
  const taken = planAll(tx, visits, { diaries, inOrder, travel });
  if (isRefusal(taken)) return taken;
  const times = timesOf(visits, taken).map((time) => ({ ...time, heldUntil, travelBufferMinutes }));
  const left = await writeJobTimes(tx, times);
  await fillFreed(tx, [...freed, ...left]);
  return taken;
}

async function endExpired(tx: Tx, cleanerIDs: readonly string[], slots: SlotsToTake): Promise<Freed[]> {
  if (cleanerIDs.length === 0) return [];
  const own = slots.visits.map((visit) => visit.jobID);
  const expired = await releaseExpired(tx, cleanerIDs, own);
  const jobIDs = new Set(expired.flatMap((entry) => entry.jobID ?? []));
  if (jobIDs.size > 0) await slots.onExpired(tx, [...jobIDs]);
  return expired;
}

interface Planning {
  readonly diaries: readonly Diary[];
  readonly inOrder: Preference;
  readonly travel: Travel;
}

/** Prefers the crew of the first visit for the later ones. */
function planAll(tx: Tx, visits: readonly VisitToTake[], planning: Planning) {
  const { diaries, inOrder, travel } = planning;
  const taken: TakenVisit[] = [];
  for (const { need: required, named, overridesSoftRules, start, jobID } of visits) {
    const preference = preferringCrew(inOrder, taken[0]?.crew ?? []);
    const need = { ...required, travel };
    const crew = { diaries, need, named, overridesSoftRules, preference, zone: tx.config.BUSINESS_TZ };
    const planned = planVisit(crew, start);
    if (planned === null) return slotTaken;
    taken.push({ ...planned, jobID });
  }
  return taken;
}

function timesOf(visits: readonly VisitToTake[], taken: readonly TakenVisit[]) {
  return visits.map(({ jobID, customerID, start, need, staying = [], isNew = false }, i) => {
    const { crew = [], end = start } = taken[i] ?? {};
    return { jobID, customerID, start, end, crew: [...staying, ...crew], postal: need.postal, isNew };
  });
}

/** A visit as it was before a change that is undone. Its job's row is locked. */
interface ReturnedVisit {
  readonly jobID: string;
  readonly customerID: string;
  readonly start: Temporal.Instant;
  readonly need: VisitRequirements;
  /** The whole crew. */
  readonly crew: readonly string[];
  /** Null: the time is taken for good. */
  readonly heldUntil: Temporal.Instant | null;
}

/**
 * Gives a visit back the crew and time that it had. Time off, blocks, holidays and working hours do not matter, because it
 * was booked despite them; other visits do, travel included. Time off takes the time again once the visit has left:
 * `fillFreed`.
 */
export async function returnTime(tx: Tx, visit: ReturnedVisit): Promise<Refusal<'slot_taken'> | null> {
  const { jobID, customerID, start, need, crew, heldUntil } = visit;
  const end = start.add({ minutes: need.minutes });
  await lockCleaners(tx, crew);
  // Read under the locks.
  const settings = await readTimeSettings(tx);
  const slot = slotQuery({ ...need, travel: await loadTravel(tx, settings) }, start, tx.config.BUSINESS_TZ);
  const isAtAnotherVisit = ({ busy }: Diary) =>
    busy.some((span) => span.kind === 'job' && whySpanIsInTheWay(span, slot) !== null);
  const diaries = await loadCrewDiaries(tx, crew, momentsOf([start]));
  if (diaries.some(isAtAnotherVisit)) return refuse('slot_taken');
  const cleared = await clearTimeOff(tx, crew, { start, end });
  const { postal } = need;
  const { travelBufferMinutes } = settings;
  const freed = await writeJobTimes(tx, [
    { jobID, customerID, crew, start, end, postal, travelBufferMinutes, heldUntil },
  ]);
  await fillFreed(tx, freed);
  for (const entry of cleared) await fillTimeOff(tx, entry.cleanerID, spanOf(entry));
  return null;
}

interface Time {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/** Ends the diary entries of time off and blocks that overlap a time; the time off itself stays. */
function clearTimeOff(tx: Tx, crew: readonly string[], { start, end }: Time) {
  return tx.db
    .updateTable('cleaner_occupation')
    .set({ releasedAt: tx.clock.now().toString() })
    .where('cleanerID', 'in', [...crew])
    .where('kind', '<>', 'job')
    .where('releasedAt', 'is', null)
    .where('startsAt', '<', end.toString())
    .where('endsAt', '>', start.toString())
    .returning(['cleanerID', 'startsAt', 'endsAt'])
    .execute();
}
