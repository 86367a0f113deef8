import { lockCleaners } from '#features/cleaners/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { atSavepoint } from '#platform/server/database/transaction.ts';
import { NO_PREFERENCE, type Preference } from '../rules/choose-crew.ts';
import type { Diary } from '../rules/diary.ts';
import { type PlannedVisit, planVisit, preferringCrew } from '../rules/plan-visit.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import { diariesAround } from './load-plan.ts';
import { type Freed, fillFreed, releaseLapsed, writeJobTime } from './occupation.ts';

/** One visit that needs a crew. Its job's row is written and locked. */
export interface VisitToTake {
  readonly jobId: string;
  readonly customerId: string;
  readonly start: Temporal.Instant;
  /** For how many cleaners, those who stay not counted. */
  readonly need: VisitNeed;
  /** Exactly these, in this order; the system finds the rest. */
  readonly named: readonly string[];
  /** Who has this visit at this time already: not asked again, and left alone. */
  readonly staying?: readonly string[];
}

export interface SlotsToTake {
  readonly visits: readonly VisitToTake[];
  /** Who may come besides those who are named. */
  readonly candidates?: readonly string[];
  readonly preference?: Preference;
  /** Null: the time is firm at once. */
  readonly heldUntil: Temporal.Instant | null;
  /** Ends the holds of these jobs: they had run out, and their time was released. */
  onLapsed(tx: Tx, jobIds: readonly string[]): Promise<void>;
}

/** A visit with those of its crew who were found; who stays is not among them. */
export type TakenVisit = PlannedVisit & { readonly jobId: string };

const slotTaken = refuse('slot_taken');

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
  const cleanerIds = await lockCleaners(tx, [...new Set(wanted)]);
  const freed = await endLapsed(tx, cleanerIds, slots);
  const taken = planAll(
    tx,
    slots,
    await diariesAround(tx, { starts: slots.visits.map((visit) => visit.start), cleanerIds }),
  );
  if (isRefusal(taken)) return taken;
  const left = await atSavepoint(tx, () => writeAll(tx, slots, taken), {
    cleaner_occupation_no_overlap: slotTaken,
    cleaner_occupation_travel: slotTaken,
  });
  if (isRefusal(left)) return left;
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

/** The crew of the first visit is asked first for the later ones. */
function planAll(tx: Tx, slots: SlotsToTake, diaries: readonly Diary[]) {
  const taken: TakenVisit[] = [];
  for (const { need, named, start, jobId } of slots.visits) {
    const preference = preferringCrew(slots.preference ?? NO_PREFERENCE, taken[0]?.crew ?? []);
    const planned = planVisit({ diaries, need, named, preference, zone: tx.config.BUSINESS_TZ }, start);
    if (planned === null) return slotTaken;
    taken.push({ ...planned, jobId });
  }
  return taken;
}

async function writeAll(tx: Tx, slots: SlotsToTake, taken: readonly TakenVisit[]): Promise<Freed[]> {
  const freed: Freed[] = [];
  for (const [i, visit] of slots.visits.entries()) {
    const { crew = [], end = visit.start } = taken[i] ?? {};
    const job = { jobId: visit.jobId, customerId: visit.customerId, start: visit.start, end };
    const time = { ...job, crew: [...(visit.staying ?? []), ...crew], postal: visit.need.postal };
    freed.push(...(await writeJobTime(tx, { ...time, heldUntil: slots.heldUntil })));
  }
  return freed;
}
