import type { Cents } from '#platform/kernel/money.ts';
import type { Job } from '../../contract/shapes.ts';

/**
 * Whether the office may settle this job here: unpaid, and alone. The visits of a series are paid together, by
 * their customer.
 */
export function maySettle({ status, trash, seriesID }: Pick<Job, 'status' | 'trash' | 'seriesID'>): boolean {
  return (status === 'pending' || status === 'expired') && trash === 0 && seriesID === null;
}

/** `120`, `120.5`, `1,024.00` in dollars → cents; null for anything else. */
export function centsOf(written: string): Cents | null {
  const found = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(written.trim().replaceAll(',', ''));
  if (found === null) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Cents as they stand in the field: 12350 → `123.50`. */
export function dollarsOf(cents: Cents): string {
  return (cents / 100).toFixed(2);
}
