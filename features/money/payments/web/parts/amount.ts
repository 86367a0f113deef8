import type { Cents } from '#platform/kernel/money.ts';
import { t } from '#platform/web/i18n/office.ts';

/** `120`, `120.5`, `-1,024.00` in dollars → cents; null for anything else. */
export function centsOf(written: string): Cents | null {
  const found = /^(-?)(\d{1,6})(?:\.(\d{1,2}))?$/.exec(written.trim().replaceAll(',', ''));
  if (found === null) return null;
  const cents = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] === '-' && cents !== 0 ? -cents : cents;
}

/** Cents as the value of an input: 12350 → `123.50`. */
export function dollarsOf(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** The error message of a field that takes an amount. */
export const AMOUNT_MESSAGE = t('Enter dollars and cents, like 120.00.');
