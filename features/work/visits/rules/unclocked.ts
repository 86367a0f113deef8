import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** A visit of which it may be unknown whether it took place. */
export interface EndedVisit {
  readonly status: string;
  readonly end: Temporal.Instant;
  /** Someone has clocked in. */
  readonly begun: boolean;
}

export type NotUnclocked = 'not_paid' | 'not_over' | 'someone_came';

/** Why nobody asks whether a visit took place: only if it has ended and no one has clocked in. */
export function whyNotUnclocked(visit: EndedVisit, now: Temporal.Instant): NotUnclocked | null {
  if (!goesAhead(visit.status)) return 'not_paid';
  if (Temporal.Instant.compare(now, visit.end) < 0) return 'not_over';
  return visit.begun ? 'someone_came' : null;
}
