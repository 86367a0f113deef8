import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import type { Job } from '../../../contract/shapes.ts';
import { whyCustomerCannotMove } from '../../../rules/moving.ts';
import { goesAhead } from '../../../rules/status.ts';

type Timed = Pick<Job, 'status' | 'stage' | 'startTime' | 'endTime'> & Partial<Pick<Job, 'came'>>;
type Held = Timed & Pick<Job, 'holdExpiresAt'>;
type Reviewable = Timed & Pick<Job, 'reviewedAt'>;

/** The state of a visit from the customer's point of view. Ended: its time has passed, but no one has clocked in. */
export type VisitState = 'held' | 'upcoming' | 'now' | 'done' | 'ended' | 'cancelled' | 'expired';

/**
 * A paid visit is over when the crew has finished or its end has passed. A visit in progress past its end is over only
 * at the end of its day, as a cleaner may forget to clock out.
 */
export function isOver(job: Timed, now: Date): boolean {
  if (job.stage === 'done') return true;
  if (Date.parse(job.endTime) > now.getTime()) return false;
  return job.stage === 'upcoming' || dayOfWire(job.endTime) < businessDay(now);
}

/** The visit's state at `now`. An expired hold counts as expired even before the server has processed it. */
export function stateOf(job: Held, now: Date): VisitState {
  if (job.status === 'cancelled' || job.status === 'expired') return job.status;
  if (job.status === 'pending') return secondsHeld(job, now) > 0 ? 'held' : 'expired';
  if (isOver(job, now)) return tookPlace(job) ? 'done' : 'ended';
  return job.stage === 'in-progress' ? 'now' : 'upcoming';
}

/** Remaining whole seconds of the hold; 0 if there is none. */
export function secondsHeld(job: Pick<Job, 'holdExpiresAt'>, now: Date): number {
  if (job.holdExpiresAt === null) return 0;
  return Math.max(0, Math.ceil((Date.parse(job.holdExpiresAt) - now.getTime()) / 1000));
}

/** Paid visits in progress or upcoming, next one first. */
export function comingVisits<J extends Timed>(jobs: readonly J[], now: Date): J[] {
  return jobs.filter((job) => goesAhead(job.status) && !isOver(job, now)).toSorted(byStart);
}

/** Past visits, latest first. */
export function pastVisits<J extends Timed>(jobs: readonly J[], now: Date): J[] {
  return jobs.filter((job) => goesAhead(job.status) && isOver(job, now)).toSorted((a, b) => byStart(b, a));
}

/** As far as we know: someone has clocked in, or the customer says that we came. */
function tookPlace({ stage, came }: Timed): boolean {
  return stage !== 'upcoming' || came === true;
}

/** Whether the customer may review the visit, once it is known to have taken place. */
export function mayReview(job: Reviewable, now: Date): boolean {
  const ended = job.stage === 'done' || (Date.parse(job.endTime) <= now.getTime() && tookPlace(job));
  return goesAhead(job.status) && job.reviewedAt === null && ended;
}

/** Whether to ask "Did we come?": the visit has ended, no one has clocked in, and the customer has not said. */
export function mayAnswerCame(job: Timed, now: Date): boolean {
  const ended = Date.parse(job.endTime) <= now.getTime();
  return goesAhead(job.status) && job.stage === 'upcoming' && ended && (job.came ?? null) === null;
}

type Movable = Timed & Pick<Job, 'policy' | 'hasChangedDate'>;

/** Whether the customer may still move an agreed visit: once, and within the terms. */
export function mayMove({ status, stage, startTime, policy, hasChangedDate }: Movable, now: Date): boolean {
  if (!goesAhead(status) || policy === undefined) return false;
  const job = {
    status,
    isTrashed: false,
    start: Date.parse(startTime),
    hasChangedDate: hasChangedDate === true,
    terms: policy,
    begun: stage !== 'upcoming',
    finished: stage === 'done',
  };
  return whyCustomerCannotMove(job, now.getTime()) === null;
}

/** Reviews are not requested for visits older than this many days. */
const ASK_WITHIN_DAYS = 30;
const DAY_MS = 86_400_000;

/** The visit to request a review for: the latest past one, unless it was reviewed or is too long ago. */
export function visitToReview<J extends Reviewable>(jobs: readonly J[], now: Date): J | null {
  const [newest] = pastVisits(jobs, now);
  if (newest === undefined || !mayReview(newest, now)) return null;
  return now.getTime() - Date.parse(newest.endTime) <= ASK_WITHIN_DAYS * DAY_MS ? newest : null;
}

/** The visit of which to ask whether it took place: the latest past one, unless that is long ago. */
export function visitToConfirm<J extends Timed>(jobs: readonly J[], now: Date): J | null {
  const [newest] = pastVisits(jobs, now);
  if (newest === undefined || !mayAnswerCame(newest, now)) return null;
  return now.getTime() - Date.parse(newest.endTime) <= ASK_WITHIN_DAYS * DAY_MS ? newest : null;
}

/** Bookings that wait for payment, earliest expiry first; visits of one series are grouped. */
export function heldBookings<J extends Held & Pick<Job, 'id' | 'seriesID'>>(
  jobs: readonly J[],
  now: Date,
): readonly (readonly [J, ...J[]])[] {
  const bookings = new Map<string, [J, ...J[]]>();
  for (const job of jobs.filter((one) => stateOf(one, now) === 'held').toSorted(byStart)) {
    const key = job.seriesID ?? job.id;
    const booking = bookings.get(key);
    if (booking) booking.push(job);
    else bookings.set(key, [job]);
  }
  return [...bookings.values()].toSorted(([a], [b]) => secondsHeld(a, now) - secondsHeld(b, now));
}

/** Whole days from today to the day of the visit; 0 is today, negative is past. */
export function daysUntil(job: Pick<Job, 'startTime'>, now: Date): number {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
  return Math.round((day(dayOfWire(job.startTime)) - day(businessDay(now))) / DAY_MS);
}

function byStart(a: Pick<Job, 'startTime'>, b: Pick<Job, 'startTime'>): number {
  return Date.parse(a.startTime) - Date.parse(b.startTime);
}
