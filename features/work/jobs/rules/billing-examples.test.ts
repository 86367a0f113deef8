import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChargeTime } from '#features/catalogue/settings/rules/charge-times.ts';
import { dollars } from '#platform/kernel/money.ts';
import { cancellationOf, type OnBehalfOf } from './cancellation.ts';
import { chargeEffect } from './charges.ts';
import { quoteVisit, withCharge } from './quote.ts';
import { isDue, nextCharge } from './visit-charges.ts';

/** Checks the examples in BILLING.md line by line. */
const page = readFileSync(join(import.meta.dirname, '../BILLING.md'), 'utf8');
const ZONE = 'Asia/Singapore';

function rowsUnder(heading: string): string[][] {
  const section = page.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
}

function timeIn(cell: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(cell.slice(4).replace(' ', 'T')).toZonedDateTime(ZONE).toInstant();
}

/** The first minute in which the rule finds the visit due; null: in two weeks it never does. */
function firstCharge(charged: ChargeTime, start: Temporal.Instant, done: Temporal.Instant | null) {
  const from = start.subtract({ hours: 48 });
  for (let minute = 0; minute < 16 * 24 * 60; minute += 1) {
    const now = from.add({ minutes: minute });
    const isDone = done !== null && Temporal.Instant.compare(done, now) <= 0;
    if (isDue({ charged, start, isDone }, now, ZONE)) return now;
  }
  return null;
}

describe('when a visit is charged', () => {
  const rows = rowsUnder('When a visit is charged');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(10));

  test.each(rows)('%s, clocked out %s, begins %s: %s', (charged = '', out = '', begins = '', at = '') => {
    const done = out === '–' ? null : timeIn(out);
    const first = firstCharge(charged as ChargeTime, timeIn(begins), done);
    expect(first).toEqual(at === '–' ? null : timeIn(at));
  });
});

describe('a declined card', () => {
  const rows = rowsUnder('A declined card');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(8));

  test.each(rows)('%s: again after %s', (code = '', after = '') => {
    const first = timeIn('Thu 2026-12-03 12:00');
    const days: number[] = [];
    let now: Temporal.Instant | null = nextCharge(1, code, first);
    while (now !== null) {
      days.push(now.since(first).total('hours') / 24);
      now = nextCharge(days.length + 1, code, now);
    }
    expect(days.join(', ') || '–').toBe(after);
  });
});

describe('a late cancellation', () => {
  const rows = rowsUnder('A late cancellation');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(8));

  test.each(rows)('%s, %s hours before, by the %s, %s: %s', (...cells: string[]) => {
    const [price = '', hours = '', by = '', percent = '', expected = ''] = cells;
    const start = timeIn('Thu 2026-12-03 09:00');
    const visit = {
      terms: { freeHours: 24, lateFeePercent: Number.parseInt(percent, 10), companyRefundPercent: 100 },
      start,
      isPaid: false,
      toCharge: Math.round(Number(price) * 100),
      paid: 0,
      credits: 0,
    };
    const { fee } = cancellationOf(visit, by as OnBehalfOf, start.subtract({ hours: Number(hours) }));
    expect(dollars(fee)).toBe(expected);
  });
});

describe('charges and discounts of a visit', () => {
  const rows = rowsUnder('Charges and discounts of a visit');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(13));

  test.each(rows)('%s, %s, charge %s: %s', (...cells: string[]) => {
    const [status = '', costs = '', charge = '', expected = '', then = ''] = cells;
    const [amount, cents] = [costs, charge].map((cell) => Math.round(Number(cell) * 100)) as [number, number];
    const list = quoteVisit(
      { ...PACKAGE, price: amount },
      { hours: 3, numCleaners: 1, requireCleaningSupplies: false },
      true,
    );
    const visit = { status, isTrashed: false, amountToPay: amount, priced: list.total };
    const effect = chargeEffect(visit, cents);
    const isRefused = !['price', 'owed', 'refund'].includes(effect);
    expect(isRefused ? 'refused' : effect).toBe(expected);
    const changed = withCharge(list, { kind: cents < 0 ? 'discount' : 'parking', label: '', amount: cents });
    expect(dollars(isRefused || effect === 'owed' ? list.total : changed.total)).toBe(then);
  });
});

const PACKAGE = {
  label: '3 h',
  pricingType: 'fixed',
  pricePerHour: 0,
  suppliesCost: 0,
  suppliesIncluded: false,
} as const;
