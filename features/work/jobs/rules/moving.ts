import { type CancellationTerms, isFree } from './cancellation.ts';
import { goesAhead } from './status.ts';

/** Screens ask these rules too, so times are milliseconds since 1970. */
export interface MovableJob {
  readonly status: string;
  readonly isTrashed: boolean;
  readonly start: number;
  readonly hasChangedDate: boolean;
  readonly terms: Pick<CancellationTerms, 'freeHours'>;
  /** A crew member has clocked in. */
  readonly begun: boolean;
  /** All crew members have clocked out. */
  readonly finished: boolean;
}

export type NotMovable = 'not_changeable' | 'change_used' | 'change_too_late';

type OfficeJob = Pick<MovableJob, 'status' | 'isTrashed' | 'finished'>;

export function whyOfficeCannotChange(job: OfficeJob): 'not_changeable' | null {
  return isLive(job) && !job.finished ? null : 'not_changeable';
}

/**
 * Whether the customer may move the visit: once, and only while the frozen terms allow it. A held, unpaid visit moves
 * freely because nothing has been agreed yet.
 */
export function whyCustomerCannotMove(job: MovableJob, now: number): NotMovable | null {
  if (!isLive(job) || job.begun || job.start <= now) return 'not_changeable';
  if (job.status === 'pending') return null;
  if (!isFree(job.terms, job.start, now)) return 'change_too_late';
  return job.hasChangedDate ? 'change_used' : null;
}

/** What a change of a visit is about. */
export interface ChangedParts {
  readonly moves: boolean;
  readonly recrews: boolean;
  /** A field of the booking changes. */
  readonly rebooks: boolean;
  /** A cleaner who has clocked in would leave the crew. */
  readonly dropsWorker: boolean;
}

/**
 * Whether a visit may be changed like this; notes may always be changed, except in the trash. For a customer, a move is
 * bound by the terms. So is correcting the home, but it does not use up their one move. For the office, a cleaner who has
 * clocked in was there; the record must keep them.
 */
export function whyNotChangeable(
  job: MovableJob,
  { moves, recrews, rebooks, dropsWorker }: ChangedParts,
  { isOffice, now }: { readonly isOffice: boolean; readonly now: number },
): NotMovable | null {
  if (job.isTrashed) return 'not_changeable';
  if (isOffice) {
    if (!moves && !recrews && !rebooks) return null;
    return dropsWorker ? 'not_changeable' : whyOfficeCannotChange(job);
  }
  if (moves) return whyCustomerCannotMove(job, now);
  return rebooks ? whyCustomerCannotMove({ ...job, hasChangedDate: false }, now) : null;
}

function isLive({ status, isTrashed }: Pick<MovableJob, 'status' | 'isTrashed'>): boolean {
  return !isTrashed && (status === 'pending' || goesAhead(status));
}
