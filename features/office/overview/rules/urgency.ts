/** What can wait for the office, in no order. */
export const NEED_KINDS = [
  'cannot-come',
  'no-crew',
  'away',
  'late',
  'said-no',
  'lost-work',
  'not-finished',
  'unpaid',
  'payment-problem',
  'time-off',
  'message',
  'contact-request',
  'application',
  'review',
  'undelivered',
  'series-question',
  'series-ending',
  'card-expiring',
  'hours-expiring',
] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

export interface Need {
  readonly kind: NeedKind;
  /**
   * When it happens or happened: the start of a visit without crew, the end of a hold, the bank's deadline, the time a
   * message was written.
   */
  readonly when: Temporal.Instant;
}

/** A visit that begins this soon without its crew is an emergency: a cleaner needs the time to get there. */
const CREW_EMERGENCY_MS = 4 * 3_600_000;
/** Deadlines this close come before people who wait for an answer. */
const DEADLINE_NEAR = { hours: 24 };

/** What cannot be put off. @param ahead ms until its `when` */
export function isEmergency(kind: NeedKind, ahead: number): boolean {
  if (kind === 'cannot-come' || kind === 'late') return true;
  return (kind === 'no-crew' || kind === 'away') && ahead <= CREW_EMERGENCY_MS;
}

/**
 * How urgent a need is: 0 for an emergency to 4 for what can wait for days. A cleaner who has just said that they cannot
 * come is above all, because the time left for each of their visits is running.
 */
export function urgencyOf({ kind, when }: Need, now: Temporal.Instant): number {
  const isWithin = (time: { readonly hours: number }) => Temporal.Instant.compare(when, now.add(time)) <= 0;
  switch (kind) {
    case 'cannot-come':
      return -1;
    case 'late':
      return 0;
    case 'no-crew':
    case 'away':
      if (isEmergency(kind, when.epochMilliseconds - now.epochMilliseconds)) return 0;
      return isWithin(DEADLINE_NEAR) ? 1 : 2;
    case 'unpaid':
    case 'payment-problem':
      return isWithin(DEADLINE_NEAR) ? 1 : 2;
    case 'undelivered':
    case 'said-no':
      return 1;
    case 'message':
    case 'time-off':
    case 'lost-work':
    case 'not-finished':
      return 2;
    case 'contact-request':
    case 'application':
    case 'review':
      return 3;
    case 'series-question':
    case 'series-ending':
    case 'card-expiring':
    case 'hours-expiring':
      return 4;
  }
}

/** The most urgent first; equally urgent ones by time, the earliest first. */
export function byUrgency<N extends Need>(needs: readonly N[], now: Temporal.Instant): N[] {
  return needs.toSorted(
    (a, b) => urgencyOf(a, now) - urgencyOf(b, now) || Temporal.Instant.compare(a.when, b.when),
  );
}
