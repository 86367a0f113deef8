import { CREDIT_TIERS } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

/** Prepaid hours of one tier, bought or granted at once. */
export interface Lot {
  readonly id: string;
  /** Whole dollars, the tier. */
  readonly perHour: number;
  readonly remaining: Hours;
  /** Cents that were paid for the remaining hours. */
  readonly costLeft: Cents;
  /** Null: never. */
  readonly expiresAt: Temporal.Instant | null;
  readonly purchasedAt: Temporal.Instant;
}

/** Hours of a lot, and the cents that were paid for them. */
export interface LotPart {
  readonly lotID: string;
  readonly perHour: number;
  readonly hours: Hours;
  readonly cost: Cents;
}

/**
 * The lots that the wanted hours come from: the named lot first, then in spending order. Returns fewer hours
 * than requested if the lots do not hold enough.
 */
export function takeFrom(
  lots: readonly Lot[],
  wanted: Hours,
  at: { readonly now: Temporal.Instant; readonly first?: string | undefined },
): LotPart[] {
  const parts: LotPart[] = [];
  let missing = wanted;
  for (const lot of inSpendingOrder(lots, at.first)) {
    if (missing === 0) break;
    if (!isLive(lot, at.now)) continue;
    const hours = Math.min(missing, lot.remaining);
    parts.push({ lotID: lot.id, perHour: lot.perHour, hours, cost: costOf(lot, hours) });
    missing -= hours;
  }
  return parts;
}

/** Lots whose hours can be used: their payment is not disputed. */
export function usableLots<L extends Lot & { readonly isDisputed: boolean }>(lots: readonly L[]): L[] {
  return lots.filter((lot) => !lot.isDisputed);
}

/** The lots with hours that can be spent now, in spending order. */
export function liveLots<L extends Lot>(lots: readonly L[], now: Temporal.Instant): L[] {
  return inSpendingOrder(lots, undefined).filter((lot) => isLive(lot, now));
}

/** The remaining hours of expired lots. */
export function expiredParts(lots: readonly Lot[], now: Temporal.Instant): LotPart[] {
  return lots
    .filter((lot) => lot.remaining > 0 && !isLive(lot, now))
    .map(({ id, perHour, remaining, costLeft }) => ({
      lotID: id,
      perHour,
      hours: remaining,
      cost: costLeft,
    }));
}

/** Hours of one tier. */
export interface Tier {
  readonly perHour: number;
  readonly numCredits: Hours;
}

/** The tiers with hours that can be spent now, most expensive first. */
export function tiersOf(lots: readonly Lot[], now: Temporal.Instant): Tier[] {
  const tiers = [...new Set(lots.map((lot) => lot.perHour))].sort((a, b) => b - a);
  return tiers
    .map((perHour) => ({ perHour, numCredits: hoursOfTier(lots, perHour, now) }))
    .filter(({ numCredits }) => numCredits > 0);
}

export function hoursOfTier(lots: readonly Lot[], perHour: number, now: Temporal.Instant): Hours {
  return hoursIn(
    lots.filter((lot) => lot.perHour === perHour),
    now,
  );
}

/**
 * Which lots of a tier the office takes hours back from: unpaid ones first, so that a mistaken grant is
 * undone without touching what was bought; then in spending order.
 */
export function takeBack(lots: readonly Lot[], of: Tier, at: { readonly now: Temporal.Instant }): LotPart[] {
  const ofTier = lots.filter((lot) => lot.perHour === of.perHour);
  const free = takeFrom(
    ofTier.filter((lot) => lot.costLeft === 0),
    of.numCredits,
    at,
  );
  const paid = ofTier.filter((lot) => lot.costLeft > 0);
  return [...free, ...takeFrom(paid, of.numCredits - hoursOf(free), at)];
}

/** Hours that can be spent now. */
export function hoursIn(lots: readonly Lot[], now: Temporal.Instant): Hours {
  return lots.reduce((sum, lot) => sum + (isLive(lot, now) ? lot.remaining : 0), 0);
}

export function costOfParts(parts: readonly { readonly cost: Cents }[]): Cents {
  return parts.reduce((sum, part) => sum + part.cost, 0);
}

/** The lowest price that an hour is sold for: what a free hour counts for. Cents. */
const FREE_HOUR = Math.min(...CREDIT_TIERS.filter((tier) => tier > 0));

/** What hours count for where the difference in price is paid by card: the price of their tier. Cents. */
export function worthOfHours(parts: readonly Pick<LotPart, 'perHour' | 'hours'>[]): Cents {
  return parts.reduce(
    (sum, { perHour, hours }) => sum + roundToCents(hours * (perHour === 0 ? FREE_HOUR : perHour * 100)),
    0,
  );
}

export function hoursOf(parts: readonly LotPart[]): Hours {
  return parts.reduce((sum, part) => sum + part.hours, 0);
}

/** The earliest expiry; null if nothing expires. */
export function earliestExpiry(
  lots: readonly { readonly expiresAt: Temporal.Instant | null }[],
): Temporal.Instant | null {
  const expiries = lots.flatMap(({ expiresAt }) => expiresAt ?? []);
  return expiries.sort(Temporal.Instant.compare)[0] ?? null;
}

/** True until the very instant of expiry, while hours are left. */
function isLive(lot: Lot, now: Temporal.Instant): boolean {
  return lot.remaining > 0 && (lot.expiresAt === null || Temporal.Instant.compare(lot.expiresAt, now) > 0);
}

/** The share of the cost that these hours stand for, in cents. The last hour takes the remainder. */
function costOf(lot: Lot, hours: Hours): Cents {
  return hours === lot.remaining ? lot.costLeft : roundToCents((lot.costLeft * hours) / lot.remaining);
}

/** The hours of a lot that a job uses: the lot's dates, and the cents that were paid for the hours. */
export interface LotUse extends LotPart {
  readonly expiresAt: Temporal.Instant | null;
  readonly purchasedAt: Temporal.Instant;
}

/**
 * Distributes returned hours over the uses in reverse spending order: the forfeited hours are those that
 * would have been spent first. Each use comes with its returned hours and cents, possibly zero.
 */
export function shareReturn<U extends LotUse>(uses: readonly U[], hours: Hours): U[] {
  let left = hours;
  const spendingOrder = [...uses].sort((a, b) =>
    compareSpending({ ...a, id: a.lotID, costLeft: a.cost }, { ...b, id: b.lotID, costLeft: b.cost }),
  );
  return spendingOrder.reverse().map((use) => {
    const back = Math.min(left, use.hours);
    left -= back;
    return { ...use, hours: back, cost: roundToCents((use.cost * back) / use.hours) };
  });
}

function inSpendingOrder<L extends Lot>(lots: readonly L[], first: string | undefined): L[] {
  return [...lots].sort((a, b) => Number(b.id === first) - Number(a.id === first) || compareSpending(a, b));
}

/**
 * Spending order: soonest expiry, then free hours, then unpaid ones, then the oldest, then the cheaper tier,
 * so that the most valuable hours last longest. Ids break remaining ties: they are random within a
 * millisecond.
 */
function compareSpending(a: Omit<Lot, 'remaining'>, b: Omit<Lot, 'remaining'>): number {
  return (
    byExpiry(a, b) ||
    Number(a.perHour !== 0) - Number(b.perHour !== 0) ||
    Number(a.costLeft !== 0) - Number(b.costLeft !== 0) ||
    Temporal.Instant.compare(a.purchasedAt, b.purchasedAt) ||
    a.perHour - b.perHour ||
    (a.id < b.id ? -1 : 1)
  );
}

function byExpiry(a: Pick<Lot, 'expiresAt'>, b: Pick<Lot, 'expiresAt'>): number {
  if (a.expiresAt === null || b.expiresAt === null) {
    return Number(a.expiresAt === null) - Number(b.expiresAt === null);
  }
  return Temporal.Instant.compare(a.expiresAt, b.expiresAt);
}
