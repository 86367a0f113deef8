import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dollars } from '#platform/kernel/money.ts';
import { ageOf, dueDay, reminderDue, settle, stateOf } from './invoice.ts';

/** Checks the examples in INVOICES.md line by line. */
const page = readFileSync(join(import.meta.dirname, '../INVOICES.md'), 'utf8');

function rowsUnder(heading: string): string[][] {
  const section = page.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
}

const day = (cell: string) => Temporal.PlainDate.from(cell);
const cents = (cell: string) => Math.round(Number(cell) * 100);

describe('due day', () => {
  test.each(rowsUnder('Due day'))('issued %s, %s days: %s', (issued = '', terms = '', due = '') => {
    expect(String(dueDay(day(issued), Number(terms)))).toBe(due);
  });
});

describe('state', () => {
  const rows = rowsUnder('State');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(9));
  test.each(rows)('%s less %s, paid %s, written off %s, due %s, on %s: %s', (...cells) => {
    const [total = '', credited = '', paid = '', off = '', due = '', on = '', state = ''] = cells;
    const sums = {
      total: cents(total),
      credited: cents(credited),
      paid: cents(paid),
      writtenOff: cents(off),
    };
    expect(stateOf({ ...sums, dueOn: day(due) }, day(on))).toBe(state);
  });
});

describe('ageing', () => {
  test.each(rowsUnder('Ageing'))('due %s, on %s: %s', (due = '', on = '', age = '') => {
    expect(ageOf(day(due), day(on))).toBe(age);
  });
});

describe('reminders', () => {
  const rows = rowsUnder('Reminders');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(10));
  test.each(rows)('due %s, %s sent, last %s, on %s: %s', (...cells) => {
    const [due = '', sent = '', last = '', on = '', which = ''] = cells;
    const lastOn = last === '–' ? null : day(last);
    const next = reminderDue(day(due), { count: Number(sent), lastOn }, day(on));
    expect(next === null ? '–' : String(next)).toBe(which);
  });
});

describe('what money pays', () => {
  const parts = (cell: string) =>
    cell.split('; ').map((part) => {
      const [id = '', amount = ''] = part.split(': ');
      return { id, cents: cents(amount) };
    });
  const rows = rowsUnder('What money pays');
  test('the table has its rows', () => expect(rows.length).toBeGreaterThanOrEqual(9));
  test.each(rows)(
    '%s owed, %s received: %s paid, %s left',
    (owed = '', money = '', paid = '', balance = '') => {
      const invoices = parts(owed).map((one) => ({ id: one.id, owed: one.cents }));
      const got = settle(
        invoices,
        parts(money).map((one) => ({ invoiceID: one.id, cents: one.cents })),
      );
      expect([...got.paid].map(([id, sum]) => `${id}: ${dollars(sum)}`).join('; ')).toBe(paid);
      expect(dollars(got.left)).toBe(balance);
    },
  );

  test('loses no cent and pays no invoice twice, in whatever order the money came', () => {
    const invoice = fc.integer({ min: 0, max: 100_000 });
    const payment = fc.record({
      invoiceID: fc.constantFrom('0', '1', '2'),
      cents: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(invoice, { minLength: 3, maxLength: 3 }), fc.array(payment), (owed, money) => {
        const invoices = owed.map((sum, index) => ({ id: String(index), owed: sum }));
        const { paid, left } = settle(invoices, money);
        expect(settle(invoices, money.toReversed())).toEqual({ paid, left });
        const sum = [...paid.values()].reduce((all, part) => all + part, 0);
        expect(sum + left).toBe(money.reduce((all, { cents: part }) => all + part, 0));
        for (const { id, owed: most } of invoices) {
          expect(paid.get(id)).toBeGreaterThanOrEqual(0);
          expect(paid.get(id)).toBeLessThanOrEqual(most);
        }
        if (left > 0) expect(sum).toBe(owed.reduce((all, part) => all + part, 0));
      }),
    );
  });
});
