/** The terms that are frozen on a job when it is booked. */
export interface CancellationPolicy {
  /** Cancelling or moving costs nothing from this many hours before the start on. */
  readonly freeHours: number;
  /** Inside that, this share of the price is kept, whole percent. */
  readonly lateFeePercent: number;
  /** The company calls it off: this share is given back, whole percent. */
  readonly companyRefundPercent: number;
}

/** Free 24 hours ahead, half inside that, all back when the company cancels. Source: DOMAIN.md 2.2. */
export const STANDARD_POLICY: CancellationPolicy = {
  freeHours: 24,
  lateFeePercent: 50,
  companyRefundPercent: 100,
};

/** True while nothing is kept: exactly `freeHours` ahead still is. */
export function isFree(policy: CancellationPolicy, start: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now.add({ hours: policy.freeHours }), start) <= 0;
}
