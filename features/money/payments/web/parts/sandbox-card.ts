import { makeCardToken } from '#platform/contract/sandbox-calls.ts';
import { callApi } from '#platform/web/api/api.ts';

export interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** `08/28`, `8 / 2028`, `0828` → month and year; null if invalid. */
export function readExpiry(written: string): { readonly month: number; readonly year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(written);
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (match === null || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** Formats a partially typed number in groups of four. */
export function groupDigits(written: string): string {
  const digits = written.replace(/\D/g, '').slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats a partially typed expiry date, inserting the slash. */
export function writeExpiry(written: string): string {
  const digits = written.replace(/\D/g, '').slice(0, 4);
  if (digits.length < 3) return written.endsWith('/') && digits.length === 2 ? `${digits}/` : digits;
  return `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

export type CardMistake = 'number' | 'expiry' | 'cvc';

/** The fields that are not valid. */
export function mistakesOf({ number, expiry, cvc }: CardFields): CardMistake[] {
  const digits = number.replace(/\D/g, '').length;
  return [
    ...(digits < 13 ? (['number'] as const) : []),
    ...(readExpiry(expiry) === null ? (['expiry'] as const) : []),
    ...(/^\d{3,4}$/.test(cvc) ? [] : (['cvc'] as const)),
  ];
}

/** Gets the sandbox's token of a test card, as Stripe's fields do for a real card. */
export async function makeSandboxToken({ number, expiry, cvc }: CardFields): Promise<string> {
  const read = readExpiry(expiry);
  const body = { number, expiryMonth: read?.month ?? 0, expiryYear: read?.year ?? 0, cvc };
  return (await callApi(makeCardToken, { body })).token;
}
