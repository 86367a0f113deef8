/** How long a slot is held for payment (`server/holds.ts` opens and ends holds). */
export const HOLD_MINUTES = 15;
/** How long a time that became free is held for a customer of the waiting list: they have to see the message first. */
export const OFFER_MINUTES = 30;
/** Maximum live holds per customer; a series counts as one. */
export const MAX_LIVE_HOLDS = 5;

/**
 * Cleaner-minutes that a customer may hold without paying, because nobody else can book held time. A customer who has
 * never paid may hold the largest single visit: five cleaners for twelve hours.
 */
const MAX_HELD_BY_NEW_CUSTOMER = 60 * 60;
const MAX_HELD_BY_KNOWN_CUSTOMER = 240 * 60;
/**
 * Going back to change a size or a date begins a new hold each time, so a person needs several; a script would begin
 * hundreds.
 */
export const MAX_HOLDS_PER_HOUR = 20;
/** Only the visits in these first weeks of a series are held until it is paid. */
const HELD_WEEKS = 4;

/** After a declined payment, the customer has at least this long to try another card. */
const RETRY_MINUTES = 10;
/** Maximum extension of a hold beyond its first end. Without it, declined cards could block a slot forever. */
const MAX_EXTENSION_MINUTES = 30;

/** The end of a hold that begins now. */
export function holdUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}

/** The end of an office hold that begins now: after the given hours, but before the visit starts if possible. */
export function officeHoldUntil(
  now: Temporal.Instant,
  { hours, firstStart }: { readonly hours: number; readonly firstStart: Temporal.Instant },
): Temporal.Instant {
  const [until, least] = [now.add({ hours }), holdUntil(now)];
  const beforeVisit = Temporal.Instant.compare(until, firstStart) < 0 ? until : firstStart;
  return Temporal.Instant.compare(beforeVisit, least) < 0 ? least : beforeVisit;
}

/**
 * The end of a hold after a declined card: extended a little if little time is left, up to the maximum; never
 * shortened.
 */
export function holdAfterDecline(
  hold: { readonly expiresAt: Temporal.Instant; readonly bookedAt: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant {
  const wanted = now.add({ minutes: RETRY_MINUTES });
  const bound = holdUntil(hold.bookedAt).add({ minutes: MAX_EXTENSION_MINUTES });
  const until = Temporal.Instant.compare(wanted, bound) < 0 ? wanted : bound;
  return Temporal.Instant.compare(hold.expiresAt, until) < 0 ? until : hold.expiresAt;
}

/** True from the exact moment the hold expires. In milliseconds since 1970, because browsers ask it too. */
export function isHoldOver(holdExpiresAt: number, now: number): boolean {
  return holdExpiresAt <= now;
}

interface HeldJob {
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly holdExpiresAt: number | null;
  readonly isBeingPaid: boolean;
}

/** True while a pending job's time is held: until its hold expires, or during payment. */
export function isHeld({ status, holdExpiresAt, isBeingPaid }: HeldJob, now: number): boolean {
  if (status !== 'pending' || holdExpiresAt === null) return false;
  return isBeingPaid || !isHoldOver(holdExpiresAt, now);
}

/** Whether the office began the hold: it lasts longer than a customer's own, and than an offer. */
export function isHoldOfOffice(beganAt: Temporal.Instant, firstExpiresAt: Temporal.Instant): boolean {
  return Temporal.Instant.compare(firstExpiresAt, beganAt.add({ minutes: OFFER_MINUTES })) > 0;
}

/** A customer's unpaid holds. */
export interface UnpaidHolds {
  readonly live: number;
  /** Cleaner-minutes of the visits in the live holds. */
  readonly heldMinutes: number;
  /** Start times of the unpaid holds begun in the last hour, earliest first. */
  readonly begunInHour: readonly Temporal.Instant[];
  readonly hasPaid: boolean;
}

/** Seconds until a customer may begin another hold; 0 if they may now. */
export function secondsUntilNextHold(
  begunInHour: readonly Temporal.Instant[],
  now: Temporal.Instant,
): number {
  const blocking = begunInHour.at(-MAX_HOLDS_PER_HOUR);
  if (blocking === undefined) return 0;
  return Math.max(1, Math.ceil(blocking.add({ hours: 1 }).since(now).total('seconds')));
}

interface VisitTime {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/**
 * The visits of a booking whose time is held before payment: those in the first weeks that fit the customer's
 * allowance. The time of the others is taken when the payment begins.
 *
 * @param visits earliest first.
 * @returns an empty list if even the first visit exceeds the allowance.
 */
export function visitsToHold<V extends VisitTime>(
  visits: readonly V[],
  { numCleaners, holds }: { readonly numCleaners: number; readonly holds: UnpaidHolds },
): V[] {
  const most = holds.hasPaid ? MAX_HELD_BY_KNOWN_CUSTOMER : MAX_HELD_BY_NEW_CUSTOMER;
  let left = most - holds.heldMinutes;
  const held: V[] = [];
  for (const visit of firstWeeksOf(visits)) {
    left -= visit.end.since(visit.start).total('minutes') * numCleaners;
    if (left < 0) break;
    held.push(visit);
  }
  return held;
}

type Chosen<V> =
  | { readonly held: readonly V[] }
  | { readonly why: 'too_many_holds' }
  | { readonly why: 'throttled'; readonly retryAfter: number };

/**
 * The visits of a new booking whose time is held before payment, or why none may be. The office holds all of them,
 * because it knows the customer.
 */
export function chooseHeld<V extends VisitTime>(
  visits: readonly V[],
  {
    isOffice,
    numCleaners,
    holds,
    now,
  }: {
    readonly isOffice: boolean;
    readonly numCleaners: number;
    readonly holds: UnpaidHolds;
    readonly now: Temporal.Instant;
  },
): Chosen<V> {
  if (holds.live >= MAX_LIVE_HOLDS) return { why: 'too_many_holds' };
  if (isOffice) return { held: visits };
  const retryAfter = secondsUntilNextHold(holds.begunInHour, now);
  if (retryAfter > 0) return { why: 'throttled', retryAfter };
  const held = visitsToHold(visits, { numCleaners, holds });
  return held.length > 0 ? { held } : { why: 'too_many_holds' };
}

/**
 * The visits of a booking that stay held after a declined payment, which had taken the time of all of them: those that
 * were held before it. A hold of the office keeps all. The first visit was held in any case.
 *
 * @param holds the customer's unpaid holds, with this booking
 */
export function keptAfterDecline<V extends VisitTime>(
  visits: readonly V[],
  {
    isOfOffice,
    numCleaners,
    holds,
  }: { readonly isOfOffice: boolean; readonly numCleaners: number; readonly holds: UnpaidHolds },
): readonly V[] {
  if (isOfOffice) return visits;
  const own = visits.reduce(
    (sum, { start, end }) => sum + end.since(start).total('minutes') * numCleaners,
    0,
  );
  const others = { ...holds, heldMinutes: Math.max(0, holds.heldMinutes - own) };
  const kept = visitsToHold(visits, { numCleaners, holds: others });
  return kept.length > 0 ? kept : visits.slice(0, 1);
}

/** The visits that start in the first weeks of a series; expects the earliest visit first. */
function firstWeeksOf<V extends Pick<VisitTime, 'start'>>(visits: readonly V[]): V[] {
  const [first] = visits;
  if (first === undefined) return [];
  const until = first.start.add({ hours: HELD_WEEKS * 7 * 24 });
  return visits.filter(({ start }) => Temporal.Instant.compare(start, until) < 0);
}
