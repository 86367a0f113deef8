import type { Cents, Hours } from '../kernel/money.ts';
import type { Language } from './i18n/language.ts';
import { phrase, phraseIn } from './i18n/texts.ts';

/**
 * 1152.5 → `1,152.5`; trailing zero decimals are dropped down to the minimum. Not Intl: the first Intl.NumberFormat of
 * a page blocks a phone for 30 ms, and nearly every page shows a price.
 */
function figure(count: number, leastDigits: number, mostDigits: number): string {
  const [whole = '', digits = ''] = count.toFixed(mostDigits).split('.');
  const end = digits.slice(0, leastDigits) + digits.slice(leastDigits).replace(/0+$/, '');
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (end === '' ? '' : `.${end}`);
}

/** 115200 cents → `S$1,152.00`; `short` drops the cents of whole dollars. */
export function money(cents: Cents, { short = false }: { short?: boolean } = {}): string {
  const digits = short && cents % 100 === 0 ? 0 : 2;
  const amount = figure(Math.abs(cents) / 100, digits, digits);
  return `${cents < 0 ? '−' : ''}S$${amount}`;
}

/** `1 hour`, `3.5 hours`, `3.5 小时`; breaks come in quarters, `0.75 hours`. */
export function hours(count: Hours, language: Language): string {
  const written = figure(count, 0, 2);
  return phraseIn(language, count === 1 ? phrase('{{count}} hour') : phrase('{{count}} hours'), {
    count: written,
  });
}
