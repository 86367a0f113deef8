import type { LedgerEntry } from '#features/money/ledger/rules/ledger.ts';
import { DEFERRED_REVENUE } from '#features/money/payments/rules/accounts.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { LotPart } from './lots.ts';

/** Ledger accounts of hours outside lots. */
export const HOURS = {
  /** The company's side of every hour that it owes. */
  issued: 'company:credits_issued',
  /** Reserved for a held, unpaid job. */
  held: 'credits_held',
  used: 'credits_used',
  expired: 'credits_expired',
  /** Sent and not claimed yet. */
  escrow: 'gift_escrow',
} as const;
export type HoursAccount = (typeof HOURS)[keyof typeof HOURS];

/** Revenue from hours that expired. */
export const EXPIRED_REVENUE = 'revenue:expired-credits';

export function lotAccount(customerID: string, part: Pick<LotPart, 'lotID' | 'perHour'>): string {
  return `customer:${customerID}:credits:${part.perHour}:${part.lotID}`;
}

/** Hours between lots and another account, in tenths of an hour by tier; `into` lots or out of them. */
export function hoursEntries(
  customerID: string,
  parts: readonly LotPart[],
  to: { readonly account: HoursAccount; readonly direction: 'into-lots' | 'out-of-lots' },
): LedgerEntry[] {
  const sign = to.direction === 'into-lots' ? 1 : -1;
  return parts.flatMap((part) => {
    const commodity = `H${part.perHour}`;
    const amount = sign * tenths(part.hours);
    return [
      { account: lotAccount(customerID, part), commodity, amount },
      { account: to.account, commodity, amount: -amount },
    ];
  });
}

/** Hours between two accounts that are not lots. */
export function heldEntries(
  parts: readonly Pick<LotPart, 'perHour' | 'hours'>[],
  move: { readonly from: HoursAccount; readonly to: HoursAccount },
): LedgerEntry[] {
  return parts.flatMap(({ perHour, hours }) => [
    { account: move.to, commodity: `H${perHour}`, amount: tenths(hours) },
    { account: move.from, commodity: `H${perHour}`, amount: -tenths(hours) },
  ]);
}

/** Recognises deferred revenue: debits the deferral and credits the income. Empty for a cost of zero. */
export function earnedEntries(cost: Cents, income: string): LedgerEntry[] {
  if (cost === 0) return [];
  return [
    { account: DEFERRED_REVENUE, commodity: 'SGD', amount: cost },
    { account: income, commodity: 'SGD', amount: -cost },
  ];
}

function tenths(hours: number): number {
  return Math.round(hours * 10);
}
