import { type Cents, type Hours, roundToCents } from '#platform/kernel/money.ts';

/** Prepaid hours of one tier, bought or given at once. */
export interface Lot {
  readonly id: string;
  /** Whole dollars: the tier's name. */
  readonly perHour: number;
  readonly remaining: Hours;
  /** Cents that were paid for what remains. */
  readonly costLeft: Cents;
  /** Null: never. */
  readonly expiresAt: Temporal.Instant | null;
  readonly purchasedAt: Temporal.Instant;
}

/** So many hours of a lot, and the cents that were paid for them. */
export interface LotPart {
  readonly lotId: string;
  readonly perHour: number;
  readonly hours: Hours;
  readonly cost: Cents;
}

/**
 * Which lots so many hours come from: the named lot first, then soonest expiry, then free hours, then the oldest.
 * Fewer hours than asked for where the lots do not hold as many. Source: API.md 5, DOMAIN.md 2.1.
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
    parts.push({ lotId: lot.id, perHour: lot.perHour, hours, cost: costOf(lot, hours) });
    missing -= hours;
  }
  return parts;
}

/** Hours that can be spent now. */
export function hoursIn(lots: readonly Lot[], now: Temporal.Instant): Hours {
  return lots.reduce((sum, lot) => sum + (isLive(lot, now) ? lot.remaining : 0), 0);
}

export function hoursOf(parts: readonly LotPart[]): Hours {
  return parts.reduce((sum, part) => sum + part.hours, 0);
}

/** True while something of it can be spent: until its very instant of expiry. */
function isLive(lot: Lot, now: Temporal.Instant): boolean {
  return lot.remaining > 0 && (lot.expiresAt === null || Temporal.Instant.compare(lot.expiresAt, now) > 0);
}

/** The share of what was paid that so many of a lot's remaining hours stand for. All of it with the last hour. */
function costOf(lot: Lot, hours: Hours): Cents {
  return hours === lot.remaining ? lot.costLeft : roundToCents((lot.costLeft * hours) / lot.remaining);
}

function inSpendingOrder(lots: readonly Lot[], first: string | undefined): Lot[] {
  return [...lots].sort(
    (a, b) =>
      Number(b.id === first) - Number(a.id === first) ||
      byExpiry(a, b) ||
      Number(a.perHour !== 0) - Number(b.perHour !== 0) ||
      Temporal.Instant.compare(a.purchasedAt, b.purchasedAt) ||
      (a.id < b.id ? -1 : 1),
  );
}

function byExpiry(a: Lot, b: Lot): number {
  if (a.expiresAt === null || b.expiresAt === null) {
    return Number(a.expiresAt === null) - Number(b.expiresAt === null);
  }
  return Temporal.Instant.compare(a.expiresAt, b.expiresAt);
}
