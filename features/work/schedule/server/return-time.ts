import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { type Diary, whySpanIsInTheWay } from '../rules/diary.ts';
import { slotQuery, type VisitRequirements } from '../rules/visit-need.ts';
import { loadCrewDiaries } from './crew-diaries.ts';
import { momentsOf } from './diaries.ts';
import { loadTravel } from './load-travel.ts';
import { fillFreed, writeJobTimes } from './occupation.ts';
import { fillTimeOff, spanOf } from './time-off.ts';
import { readTimeSettings } from './time-settings.ts';

/** A visit as it was before a change that is undone. Its job's row is locked. */
export interface ReturnedVisit {
  readonly jobId: string;
  readonly customerId: string;
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
  const { jobId, customerId, start, need, crew, heldUntil } = visit;
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
    { jobId, customerId, crew, start, end, postal, travelBufferMinutes, heldUntil },
  ]);
  await fillFreed(tx, freed);
  for (const entry of cleared) await fillTimeOff(tx, entry.cleaner_id, spanOf(entry));
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
    .set({ released_at: tx.clock.now().toString() })
    .where('cleaner_id', 'in', [...crew])
    .where('kind', '<>', 'job')
    .where('released_at', 'is', null)
    .where('starts_at', '<', end.toString())
    .where('ends_at', '>', start.toString())
    .returning(['cleaner_id', 'starts_at', 'ends_at'])
    .execute();
}
