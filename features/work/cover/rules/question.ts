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

/** What the customer can still choose. */
export interface OpenChoice {
  /** `cancel`, or the start time that they have chosen already. */
  readonly chosen: string | null;
  /** Why nothing can be chosen any more; null while it can. */
  readonly closed: string | null;
  /** Start times that were offered and are still ahead. */
  readonly offers: readonly string[];
}

/**
 * What becomes of a choice: choosing the same again changes nothing; something else is refused, and so is a time that was
 * not offered. A refund is always offered.
 *
 * @param wanted `cancel` or a start time; null if it is no time
 */
export function judgeChoice(
  { chosen, closed, offers }: OpenChoice,
  wanted: string | null,
): 'take' | 'repeat' | 'refuse' {
  if (chosen !== null) return chosen === wanted ? 'repeat' : 'refuse';
  if (closed !== null || wanted === null) return 'refuse';
  return wanted === 'cancel' || offers.includes(wanted) ? 'take' : 'refuse';
}
