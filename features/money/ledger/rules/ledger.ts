/**
 * One line of the ledger. Debits are positive, credits negative: the lines of a transaction sum to zero in
 * each commodity.
 */
export interface LedgerEntry {
  /** `stripe_clearing`, `revenue:one-time`, `customer:{id}:credits:{tier}:{lot}` … */
  readonly account: string;
  /** `SGD` in cents, or `H27`, `H25`, `H24`, `H0` in tenths of an hour of that tier. */
  readonly commodity: string;
  /** A whole number, never 0. */
  readonly amount: number;
}

/** The commodities whose lines do not sum to zero; empty for a balanced transaction. */
export function unbalanced(entries: readonly LedgerEntry[]): string[] {
  const sums = new Map<string, number>();
  for (const { commodity, amount } of entries) sums.set(commodity, (sums.get(commodity) ?? 0) + amount);
  return [...sums].flatMap(([commodity, sum]) => (sum === 0 ? [] : [commodity]));
}

/** Entries that move money from one account to another, in cents; a negative amount moves it back. */
export function moneyEntries(move: {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}): LedgerEntry[] {
  return [
    { account: move.to, commodity: 'SGD', amount: move.amount },
    { account: move.from, commodity: 'SGD', amount: -move.amount },
  ];
}
