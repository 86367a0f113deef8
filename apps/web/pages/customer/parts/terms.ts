import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { keptOf } from '#features/work/jobs/rules/cancellation.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';

type Agreed = Pick<Job, 'startTime' | 'policy' | 'amountToPay' | 'creditsUsed' | 'hasChangedDate'>;

const HOUR_MS = 3_600_000;

/** What the frozen terms mean for one visit, at one moment. */
export interface Terms {
  /** Until this moment nothing is kept. Wire time. */
  readonly freeUntil: string;
  readonly isFree: boolean;
  readonly freeHours: number;
  readonly feePercent: number;
  /** What is kept after that, cents. */
  readonly fee: Cents;
  /** Hours of credit that are kept after that. */
  readonly forfeited: Hours;
  /** The customer's one move is still theirs. */
  readonly mayMove: boolean;
  /** It was made already. */
  readonly hasMoved: boolean;
}

/** The terms of a visit in amounts and moments; null where none were agreed. The rule itself: rules/policy. */
export function termsOf(job: Agreed, now: Date): Terms | null {
  if (job.policy === undefined) return null;
  const { freeHours, lateFeePercent } = job.policy;
  const until = new Date(Date.parse(job.startTime) - freeHours * HOUR_MS);
  const isFree = now.getTime() <= until.getTime();
  const kept = keptOf({ paid: job.amountToPay ?? 0, credits: job.creditsUsed ?? 0 }, lateFeePercent);
  return {
    freeUntil: until.toISOString(),
    isFree,
    freeHours,
    feePercent: lateFeePercent,
    fee: kept.fee,
    forfeited: kept.creditsForfeited,
    mayMove: isFree && !job.hasChangedDate,
    hasMoved: job.hasChangedDate,
  };
}

export interface Shares {
  /** Where the free time ends, 0 to 1. */
  readonly freeShare: number;
  /** Where now stands, 0 to 1. */
  readonly nowShare: number;
}

/** Free time takes this much of the line at least, and the fee's window never less than this. */
const LEAST_SHARE = 0.37;
const MOST_SHARE = 0.42;
/** The visit's own tile ends the line: now never stands on it before the start. Its label needs room on the left. */
const MOST_NOW = 0.9;
const LEAST_NOW = 0.06;
/** The last free hours of a booking of weeks ago are no width at all: they must not look as if they were over. */
const STILL_FREE = 0.05;

/**
 * Where to draw the end of the free time and now: each of the two spans in its own scale, because weeks and hours
 * do not fit one line. `since` is when the visit was booked.
 */
export function sharesOf(job: Agreed & { readonly createdAt: string }, now: Date): Shares | null {
  const terms = termsOf(job, now);
  if (terms === null) return null;
  const [booked, turn, start] = [job.createdAt, terms.freeUntil, job.startTime].map((at) => Date.parse(at));
  if (booked === undefined || turn === undefined || start === undefined || booked >= start) return null;
  const freeShare = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, (turn - booked) / (start - booked)));
  const within = (from: number, to: number) =>
    Math.min(1, Math.max(0, (now.getTime() - from) / Math.max(1, to - from)));
  const nowShare = terms.isFree
    ? within(booked, turn) * (freeShare - STILL_FREE)
    : freeShare + within(turn, start) * (MOST_NOW - freeShare);
  return { freeShare, nowShare: Math.max(LEAST_NOW, nowShare) };
}
