import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { discountOf, type PromoTerms } from '#features/money/promo-codes/rules/discount.ts';
import { dollars } from '#platform/kernel/money.ts';
import { creditsIn, listPriceOf, promoOf, quoteVisit, reduceQuote } from './quote.ts';

/** Checks the examples in PRICES.md line by line, so that the documented prices are what people pay. */
const page = readFileSync(join(import.meta.dirname, '../PRICES.md'), 'utf8');
const examples = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the worked examples of PRICES.md', () => {
  test('PRICES.md has at least twenty worked examples', () =>
    expect(examples.length).toBeGreaterThanOrEqual(20));

  test.each(examples)('%s, supplies %s, code %s, %s hours held', (...cells: string[]) => {
    const [work = '', supplies = '', code = '', held = '', ...expected] = cells;
    const list = quoteVisit(packageOf(work, supplies), requestOf(work, supplies), true);
    const discount = code === '–' ? null : discountOf(termsOf(code), listPriceOf(list));
    const promo = discount === null ? null : { label: 'CODE', discount };
    const quote = reduceQuote(list, { promo, hours: Number(held) });
    const byHours = quote.lines.find((line) => line.code === 'credits')?.amount ?? 0;
    expect([
      dollars(promoOf(quote)?.discount ?? 0),
      String(creditsIn(quote)),
      dollars(Math.abs(byHours)),
      dollars(quote.total),
      dollars(quote.gst),
    ]).toEqual(expected);
  });
});

function packageOf(work: string, supplies: string) {
  const [, hours, crew, rate] = /^([\d.]+) h × (\d) at ([\d.]+)$/.exec(work) ?? [];
  const [, , price] = /^([\d.]+) h for ([\d.]+)$/.exec(work) ?? [];
  return {
    label: 'Cleaning',
    pricingType: price === undefined ? ('hourly' as const) : ('fixed' as const),
    price: centsOf(price ?? String(Number(hours) * Number(crew) * Number(rate))),
    pricePerHour: centsOf(rate ?? '0'),
    suppliesCost: supplies === '–' ? 0 : centsOf(supplies),
    suppliesIncluded: false,
  };
}

function requestOf(work: string, supplies: string) {
  const [, hours = '0', crew = '1'] = /^([\d.]+) h(?: × (\d))?/.exec(work) ?? [];
  return { hours: Number(hours), numCleaners: Number(crew), requireCleaningSupplies: supplies !== '–' };
}

function termsOf(code: string): PromoTerms {
  if (code.endsWith('%')) return { type: 'percent', amount: Number.parseFloat(code) };
  if (code.startsWith('S$')) return { type: 'amount', amount: centsOf(code.slice(2)) };
  return { type: 'hours', amount: Number.parseFloat(code) };
}

function centsOf(written: string): number {
  return Math.round(Number(written) * 100);
}
