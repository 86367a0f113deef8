/** The states of a job; how far the visit is stands in its stage. */
export const JOB_STATUSES = ['pending', 'confirmed', 'paid', 'expired', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The visit takes place: it is paid, or the office lets the customer pay later. */
export const GOING_AHEAD = ['confirmed', 'paid'] as const satisfies readonly JobStatus[];

export function goesAhead(status: string): boolean {
  return GOING_AHEAD.some((one) => one === status);
}

/** Money is still to come: the time is held for it, or the visit is to be paid later. */
export const UNPAID = ['pending', 'confirmed'] as const satisfies readonly JobStatus[];

export function isUnpaid(status: string): boolean {
  return UNPAID.some((one) => one === status);
}

/** Whether the office and the customer may pay for it now. A hold that has ended is renewed where the time is free. */
export function isPayable(status: string): boolean {
  return isUnpaid(status) || status === 'expired';
}
