import { type Cents, roundToCents } from '#platform/kernel/money.ts';

/** How much of a transaction's money is for one job. */
export interface Allocation {
  readonly jobId: string;
  /** Negative where the transaction gives money back. */
  readonly cents: Cents;
}

/**
 * Splits an amount over jobs in proportion to what each was to cost, to the cent and without losing one: where the
 * shares add up to the amount, each job gets its own. Jobs that cost nothing leave it all to the first.
 */
export function allocate(total: Cents, shares: readonly Allocation[]): Allocation[] {
  const whole = shares.reduce((sum, share) => sum + share.cents, 0);
  if (whole === 0) return shares.map(({ jobId }, place) => ({ jobId, cents: place === 0 ? total : 0 }));
  let running = 0;
  let given = 0;
  return shares.map(({ jobId, cents }) => {
    running += cents;
    const upToHere = roundToCents((total * running) / whole);
    const part = { jobId, cents: upToHere - given };
    given = upToHere;
    return part;
  });
}
