import { type Cents, percentOf } from '#platform/kernel/money.ts';
import type { CancellationTerms } from '../../../../contract/shapes.ts';

const HOUR_MS = 3_600_000;

/** Until when cancelling is free, and what is kept after that, in cents. For display only, never for charging. */
export function lateFeeOf(startTime: string, terms: CancellationTerms, total: Cents) {
  const freeUntil = new Date(Date.parse(startTime) - terms.freeHours * HOUR_MS).toISOString();
  return { freeUntil, kept: percentOf(total, terms.lateFeePercent) };
}
