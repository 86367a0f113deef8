import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** Nobody is longer than this on the way across the island, with another visit's end before it. Hours. */
export const SET_OUT_HOURS = 3;

export interface SettingOut {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** When this crew member said so already, and when they clocked in. */
  readonly onTheWayAt: Temporal.Instant | null;
  readonly startedAt: Temporal.Instant | null;
}

/** What becomes of "on the way": the first press counts, and after the start it says nothing new. */
export function decideSetOut(
  visit: SettingOut,
  at: Temporal.Instant,
): 'save' | 'keep' | 'not_paid' | 'too_early_to_leave' {
  if (!goesAhead(visit.status)) return 'not_paid';
  if (visit.onTheWayAt !== null || visit.startedAt !== null) return 'keep';
  const opens = visit.start.subtract({ hours: SET_OUT_HOURS });
  return Temporal.Instant.compare(at, opens) < 0 ? 'too_early_to_leave' : 'save';
}
