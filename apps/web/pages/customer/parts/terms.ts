import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { outcomeKeeping } from '#features/work/jobs/rules/cancellation.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';

type Agreed = Pick<Job, 'startTime' | 'policy' | 'amountToPay' | 'creditsUsed' | 'hasChangedDate'>;

const HOUR_MS = 3_600_000;

/** The frozen terms applied to one visit at one moment. */
export interface Terms {
  /** Until this time nothing is kept. API time. */
  readonly freeUntil: string;
  readonly isFree: boolean;
  readonly freeHours: number;
  readonly feePercent: number;
  /** What is kept after that, cents. */
  readonly fee: Cents;
  /** Credit hours that are kept after that. */
  readonly forfeited: Hours;
  /** The customer's one free move is still available. */
  readonly mayMove: boolean;
  /** The free move has been used. */
  readonly hasMoved: boolean;
}

/** A visit's terms as amounts and times; null if none were agreed. The rule itself: work/jobs/rules/cancellation.ts. */
export function termsOf(job: Agreed, now: Date): Terms | null {
  if (job.policy === undefined) return null;
  const { freeHours, lateFeePercent } = job.policy;
  const until = new Date(Date.parse(job.startTime) - freeHours * HOUR_MS);
  const isFree = now.getTime() <= until.getTime();
  const kept = outcomeKeeping({ paid: job.amountToPay ?? 0, credits: job.creditsUsed ?? 0 }, lateFeePercent);
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
  /** The end of the free period on the line, 0 to 1. */
  readonly freeShare: number;
  /** The current time on the line, 0 to 1. */
  readonly nowShare: number;
}

/** The minimum width of the free period and of the fee period. */
const MIN_SHARE = 0.37;
const MAX_SHARE = 0.42;
/**
 * The visit's tile is at the end of the line, so before the start, the current time never reaches it. Its label needs
 * space on the left.
 */
const MAX_NOW = 0.9;
const MIN_NOW = 0.06;
/**
 * For a booking made weeks ago the last free hours would have no width: this keeps them from looking as if they were
 * over.
 */
const STILL_FREE = 0.05;

/**
 * The positions of the end of the free period and of the current time. Each of the two spans has its own scale, because
 * weeks and hours do not fit on one line. `since` is when the visit was booked.
 */
export function sharesOf(job: Agreed & { readonly createdAt: string }, now: Date): Shares | null {
  const terms = termsOf(job, now);
  if (terms === null) return null;
  const [booked, turn, start] = [job.createdAt, terms.freeUntil, job.startTime].map((at) => Date.parse(at));
  if (booked === undefined || turn === undefined || start === undefined || booked >= start) return null;
  const freeShare = Math.min(MAX_SHARE, Math.max(MIN_SHARE, (turn - booked) / (start - booked)));
  const within = (from: number, to: number) =>
    Math.min(1, Math.max(0, (now.getTime() - from) / Math.max(1, to - from)));
  const nowShare = terms.isFree
    ? within(booked, turn) * (freeShare - STILL_FREE)
    : freeShare + within(turn, start) * (MAX_NOW - freeShare);
  return { freeShare, nowShare: Math.max(MIN_NOW, nowShare) };
}
