/** What a customer was asked about: a visit at a time, with cleaners who cannot come. */
export interface Question {
  readonly startsAt: string;
  readonly awayIDs: readonly string[];
}

/** The visit as it is now. */
export interface AskedVisit {
  readonly startsAt: string;
  readonly crew: readonly string[];
  readonly numCleaners: number;
  /** Agreed, and neither cancelled nor in the trash. */
  readonly takesPlace: boolean;
  /** The start has passed, or one of the crew has clocked in. */
  readonly hasBegun: boolean;
}

/**
 * Why the customer can no longer choose another time or a refund; null while they can. `covered`: there is a full crew
 * again.
 */
export function whyClosed(question: Question, visit: AskedVisit): 'covered' | 'changed' | 'begun' | null {
  if (!visit.takesPlace || visit.startsAt !== question.startsAt) return 'changed';
  if (visit.hasBegun) return 'begun';
  return isCovered(question, visit) ? 'covered' : null;
}

function isCovered({ awayIDs }: Question, { crew, numCleaners }: AskedVisit): boolean {
  return crew.length >= numCleaners && !crew.some((id) => awayIDs.includes(id));
}
