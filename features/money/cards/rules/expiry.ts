/** How close a stored card is to its expiry date. */
export type CardExpiry = 'fine' | 'next-month' | 'this-month' | 'expired';

/**
 * A card is valid through the last day of its month. `month` is 1 to 12; `today` a business day,
 * `2026-11-30`.
 */
export function cardExpiry(
  { month, year }: { readonly month: number; readonly year: number },
  today: string,
): CardExpiry {
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  const left = (year - thisYear) * 12 + month - thisMonth;
  if (left < 0) return 'expired';
  if (left === 0) return 'this-month';
  return left === 1 ? 'next-month' : 'fine';
}
