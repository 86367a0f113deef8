/** A slot is kept this long for payment. Source: API.md 6. */
export const HOLD_MINUTES = 15;
/** Live holds of one customer; a series counts as one. Source: API.md 9. */
export const MOST_LIVE_HOLDS = 5;

/**
 * Cleaner-minutes that one customer may hold without paying, because whatever they hold nobody else can book. A customer
 * who has never paid holds the largest single visit: five cleaners for twelve hours.
 */
const MOST_HELD_BY_NEW_CUSTOMER = 60 * 60;
const MOST_HELD_BY_KNOWN_CUSTOMER = 240 * 60;
/** A person who goes back to change a size or a date begins a hold each time; a script begins hundreds. */
export const MOST_HOLDS_PER_HOUR = 20;
/** Of a series, only the visits of these first weeks are held until it is paid. */
const HELD_WEEKS = 4;

/** A declined payment leaves the person at least this long to try another card. Source: DOMAIN.md 3.4. */
const RETRY_MINUTES = 10;
/** Declines lengthen a hold so far beyond its first end and no further, or declined cards would block a slot for ever. */
const MOST_LENGTHENING_MINUTES = 30;

/** When a hold that begins now ends. */
export function holdUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}

/** When a hold of the office ends that begins now: after some hours, but before the visit starts where it can. */
export function officeHoldUntil(
  now: Temporal.Instant,
  { hours, firstStart }: { readonly hours: number; readonly firstStart: Temporal.Instant },
): Temporal.Instant {
  const [until, least] = [now.add({ hours }), holdUntil(now)];
  const beforeVisit = Temporal.Instant.compare(until, firstStart) < 0 ? until : firstStart;
  return Temporal.Instant.compare(beforeVisit, least) < 0 ? least : beforeVisit;
}

/** When a hold ends after a declined card: a little later where little time is left, up to a bound; never earlier. */
export function holdAfterDecline(
  hold: { readonly expiresAt: Temporal.Instant; readonly bookedAt: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant {
  const wanted = now.add({ minutes: RETRY_MINUTES });
  const bound = holdUntil(hold.bookedAt).add({ minutes: MOST_LENGTHENING_MINUTES });
  const until = Temporal.Instant.compare(wanted, bound) < 0 ? wanted : bound;
  return Temporal.Instant.compare(hold.expiresAt, until) < 0 ? until : hold.expiresAt;
}

/** True once a hold has run out: at its very instant. */
export function isHoldOver(holdExpiresAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(holdExpiresAt, now) <= 0;
}

/** Whether the office began a hold: it lasts longer than a customer's own. */
export function isHoldOfOffice(beganAt: Temporal.Instant, firstExpiresAt: Temporal.Instant): boolean {
  return Temporal.Instant.compare(firstExpiresAt, holdUntil(beganAt)) > 0;
}

/** What a customer holds without having paid for it. */
export interface UnpaidHolds {
  readonly live: number;
  /** Cleaner-minutes of the visits in the live holds. */
  readonly heldMinutes: number;
  /** Start times of the unpaid holds begun in the last hour, the earliest first. */
  readonly begunInHour: readonly Temporal.Instant[];
  readonly hasPaid: boolean;
}

/** Seconds until a customer may begin one more hold; 0 when they may now. */
export function secondsUntilNextHold(
  begunInHour: readonly Temporal.Instant[],
  now: Temporal.Instant,
): number {
  const blocking = begunInHour.at(-MOST_HOLDS_PER_HOUR);
  if (blocking === undefined) return 0;
  return Math.max(1, Math.ceil(blocking.add({ hours: 1 }).since(now).total('seconds')));
}

interface VisitTime {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/**
 * The visits of a booking whose time is held before it is paid: those of its first weeks, as far as the customer's
 * allowance goes. The time of the others is taken when the payment begins.
 *
 * @param visits the earliest first.
 * @returns none when even the first visit exceeds what the customer may still hold.
 */
export function visitsToHold<V extends VisitTime>(
  visits: readonly V[],
  { numCleaners, holds }: { readonly numCleaners: number; readonly holds: UnpaidHolds },
): V[] {
  const most = holds.hasPaid ? MOST_HELD_BY_KNOWN_CUSTOMER : MOST_HELD_BY_NEW_CUSTOMER;
  let left = most - holds.heldMinutes;
  const held: V[] = [];
  for (const visit of firstWeeksOf(visits)) {
    left -= visit.end.since(visit.start).total('minutes') * numCleaners;
    if (left < 0) break;
    held.push(visit);
  }
  return held;
}

/** The visits that start in the first weeks of a series. The earliest visit comes first. */
function firstWeeksOf<V extends Pick<VisitTime, 'start'>>(visits: readonly V[]): V[] {
  const [first] = visits;
  if (first === undefined) return [];
  const until = first.start.add({ hours: HELD_WEEKS * 7 * 24 });
  return visits.filter(({ start }) => Temporal.Instant.compare(start, until) < 0);
}
