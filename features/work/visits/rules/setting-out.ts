import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** Maximum hours of travel across the island, including the end of a previous visit. */
export const SET_OUT_HOURS = 3;

export interface SettingOut {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** When this crew member set out and clocked in. */
  readonly onTheWayAt: Temporal.Instant | null;
  readonly startedAt: Temporal.Instant | null;
}

/** Handles "on the way": only the first one counts, and after the start it is ignored. */
export function decideSetOut(
  visit: SettingOut,
  at: Temporal.Instant,
): 'save' | 'keep' | 'not_paid' | 'too_early_to_leave' {
  if (!goesAhead(visit.status)) return 'not_paid';
  if (visit.onTheWayAt !== null || visit.startedAt !== null) return 'keep';
  const opens = visit.start.subtract({ hours: SET_OUT_HOURS });
  return Temporal.Instant.compare(at, opens) < 0 ? 'too_early_to_leave' : 'save';
}
