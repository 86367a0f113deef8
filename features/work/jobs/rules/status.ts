/** The states of a job. Its progress during the visit is the stage. */
export const JOB_STATUSES = ['pending', 'confirmed', 'paid', 'expired', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The visit takes place: it is paid, or the office lets the customer pay later. */
export const GOING_AHEAD = ['confirmed', 'paid'] as const satisfies readonly JobStatus[];

export function goesAhead(status: string): boolean {
  return GOING_AHEAD.some((one) => one === status);
}

/** Payment is outstanding: the time is held, or the visit is to be paid later. */
export const UNPAID = ['pending', 'confirmed'] as const satisfies readonly JobStatus[];

export function isUnpaid(status: string): boolean {
  return UNPAID.some((one) => one === status);
}

/** Whether it can be paid now. An expired hold is renewed if the time is still free. */
export function isPayable(status: string): boolean {
  return isUnpaid(status) || status === 'expired';
}

/** Whether the saved card is going to be charged for a visit: the first time, or again after a decline. */
export function isChargePlanned(charge: {
  readonly declines: number;
  readonly againAt: string | null;
}): boolean {
  return charge.declines === 0 || charge.againAt !== null;
}
