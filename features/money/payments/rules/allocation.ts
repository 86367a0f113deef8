import { type Cents, roundToCents } from '#platform/kernel/money.ts';

/** A job's share of a transaction. */
export interface Allocation {
  readonly jobID: string;
  /** Negative for a refund. */
  readonly cents: Cents;
}

/**
 * Splits an amount over jobs in proportion to their prices, without losing a cent: if the shares add up to
 * the amount, each job gets exactly its own. If all jobs cost nothing, the first gets the whole amount.
 */
export function allocate(total: Cents, shares: readonly Allocation[]): Allocation[] {
  const whole = shares.reduce((sum, share) => sum + share.cents, 0);
  if (whole === 0) return shares.map(({ jobID }, index) => ({ jobID, cents: index === 0 ? total : 0 }));
  let running = 0;
  let given = 0;
  return shares.map(({ jobID, cents }) => {
    running += cents;
    const upToHere = roundToCents((total * running) / whole);
    const part = { jobID, cents: upToHere - given };
    given = upToHere;
    return part;
  });
}
