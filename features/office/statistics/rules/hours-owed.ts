import { CREDIT_TIERS } from '#features/catalogue/packages/rules/package.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { type UsedHours, worthOf } from './visits.ts';

/** Hours that moved into customers' lots (positive) or out of them, of one tier and kind. */
export interface Moved extends UsedHours {
  readonly kind: string;
}

/** Cents at the price of the tier. */
export interface Amount {
  readonly hours: Hours;
  readonly value: number;
}

export interface TierBridge {
  /** Whole dollars. */
  readonly perHour: number;
  readonly opening: Amount;
  readonly changes: readonly (Amount & { readonly kind: string })[];
  readonly closing: Amount;
  /** The same balance by the ledger. */
  readonly ledger: Amount;
}

interface Balances {
  /** What customers hold now. */
  readonly now: readonly UsedHours[];
  /** What has moved since the end of the range. */
  readonly since: readonly UsedHours[];
  /** What moved within the range. */
  readonly moved: readonly Moved[];
  /** The balance of customers' accounts in the ledger at the end of the range. */
  readonly ledger: readonly UsedHours[];
}

/**
 * For each tier, how the hours that customers hold changed over a range: opening + changes = closing. The closing balance
 * is what they hold now less what has moved since; the ledger's is added up independently.
 */
export function bridgesOf({ now, since, moved, ledger }: Balances): TierBridge[] {
  return CREDIT_TIERS.map((centsPerHour) => {
    const perHour = centsPerHour / 100;
    const of = (rows: readonly UsedHours[]) => amountOf(rows.filter((row) => row.perHour === perHour));
    const changes = [...Map.groupBy(moved, ({ kind }) => kind)]
      .map(([kind, rows]) => ({ kind, ...of(rows) }))
      .filter(({ hours }) => hours !== 0);
    const closing = minus(of(now), of(since));
    return { perHour, opening: minus(closing, of(moved)), changes, closing, ledger: of(ledger) };
  });
}

/** Whether the two ways to add up the balances agree for every tier. */
export function isReconciled(bridges: readonly TierBridge[]): boolean {
  return bridges.every(({ closing, ledger }) => closing.hours === ledger.hours);
}

export function amountOf(rows: readonly UsedHours[]): Amount {
  return { hours: rows.reduce((sum, { hours }) => sum + hours, 0), value: worthOf(rows) };
}

export function plus(one: Amount, other: Amount): Amount {
  return { hours: one.hours + other.hours, value: one.value + other.value };
}

export function minus(one: Amount, other: Amount): Amount {
  return { hours: one.hours - other.hours, value: one.value - other.value };
}
