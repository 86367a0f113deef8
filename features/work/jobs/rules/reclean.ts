/** A visit that a customer was not happy with. */
export interface CleanedVisit {
  readonly status: string;
  readonly stage: string;
  readonly isTrashed: boolean;
  /** A visit to make it good is booked and has not been done yet. */
  readonly isRecleanAhead: boolean;
}

/** Why no one can be sent again, free of charge, for this visit; null if someone can. */
export function whyNoReclean(visit: CleanedVisit): 'not_done' | 'already_booked' | null {
  const { status, stage, isTrashed, isRecleanAhead } = visit;
  if (status === 'cancelled' || stage !== 'done' || isTrashed) return 'not_done';
  return isRecleanAhead ? 'already_booked' : null;
}
