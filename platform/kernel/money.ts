/** An amount of money in whole cents (S$1.00 = 100). Never a fraction, never a float of dollars. */
export type Cents = number;

/** Prepaid or worked time in hours, in steps of 0.5. Never money. */
export type Hours = number;

/** The largest amount accepted anywhere: S$1,000,000.00. */
export const MAX_CENTS: Cents = 100_000_000;

/** The only place where money is rounded: to the nearest cent, halves away from zero. */
export function roundToCents(amount: number): Cents {
  return Math.sign(amount) * Math.round(Math.abs(amount));
}

/** `percent` (whole percent) of an amount, rounded to the cent. */
export function percentOf(amount: Cents, percent: number): Cents {
  return roundToCents((amount * percent) / 100);
}

/**
 * The GST included in a price: price × rate / (100 + rate).
 * Source: IRAS, "Displaying and quoting prices"; 9 % since 1 January 2024.
 */
export function gstInside(price: Cents, ratePercent: number): Cents {
  return roundToCents((price * ratePercent) / (100 + ratePercent));
}

/** An amount as plain text in dollars, for files and messages: 28600 is `286.00`. */
export function dollars(amount: Cents): string {
  return (amount / 100).toFixed(2);
}

/** True for a multiple of half an hour. */
export function isHalfHourStep(hours: number): boolean {
  return Number.isFinite(hours) && Number.isInteger(hours * 2);
}
