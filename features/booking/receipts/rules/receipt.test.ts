import { describe, expect, it } from 'vitest';
import { quoteVisit, reduceQuote } from '#features/work/jobs/rules/quote.ts';
import type { Business } from '#platform/kernel/business.ts';
import { type PaidVisit, type ReceiptFacts, receiptOf } from './receipt.ts';
import { amountText } from './texts.ts';

const unregistered: Business = {
  name: 'Kemas Home Cleaning Pte. Ltd.',
  address: ['10 Jalan Besar', 'Singapore 208787'],
  uen: '199900000A',
  gst: { isRegistered: false, number: '', since: null },
};
const registered: Business = {
  ...unregistered,
  gst: { isRegistered: true, number: 'M9-0000000-0', since: null },
};

const sold = {
  label: 'One-time 4 h',
  pricingType: 'hourly',
  price: 0,
  pricePerHour: 3000,
  suppliesCost: 1500,
  suppliesIncluded: false,
} as const;
const listPrice = quoteVisit(sold, { hours: 4, numCleaners: 1, requireCleaningSupplies: true }, true);
const visit: PaidVisit = {
  start: Temporal.PlainDateTime.from('2026-11-24T09:00'),
  label: 'One-time 4 h',
  price: listPrice,
  cents: listPrice.total,
};

const facts = (more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  business: registered,
  receiptNo: 1234,
  type: 'job',
  method: 'card',
  total: 13_500,
  details: 'One-time 4 h',
  day: Temporal.PlainDate.from('2026-11-20'),
  customer: { name: 'Mei Tan', home: ['Blk 145 Lor 2 Toa Payoh', '#08-112', 'Singapore 310145'] },
  visits: [visit],
  charges: [],
  pack: null,
  refundOf: null,
  isOnAccount: false,
  gstPercent: 9,
  ...more,
});

const linesOf = (more: Partial<ReceiptFacts>) =>
  receiptOf(facts(more)).groups.flatMap(({ lines }) => lines.map(({ label, amount }) => [label, amount]));

it('contains everything that a tax invoice requires', () => {
  expect(receiptOf(facts())).toEqual({
    title: 'Tax Invoice',
    number: 1234,
    from: {
      name: 'Kemas Home Cleaning Pte. Ltd.',
      lines: ['10 Jalan Besar', 'Singapore 208787', 'UEN 199900000A', 'GST reg. no. M9-0000000-0'],
    },
    to: { name: 'Mei Tan', lines: ['Blk 145 Lor 2 Toa Payoh', '#08-112', 'Singapore 310145'] },
    facts: [
      ['Invoice no.', '1234'],
      ['Date', '20 Nov 2026'],
      ['Paid by', 'Card'],
    ],
    groups: [
      {
        heading: 'One-time 4 h, Tue, 24 Nov 2026, 9:00 am',
        lines: [
          { label: 'Cleaning, 4 hours at S$30.00', amount: 12_000 },
          { label: 'Supplies and equipment', amount: 1500 },
        ],
      },
    ],
    totals: [
      { label: 'Total before GST', amount: 12_385 },
      { label: 'GST 9%', amount: 1115 },
      { label: 'Total paid, including GST', amount: 13_500 },
    ],
  });
});

it('of a fee or an extra charge has a line for each, not the price of the visit', () => {
  const charges = [
    { kind: 'late-cancellation' as const, note: '', cents: 4500 },
    { kind: 'parking' as const, note: 'Blk 145', cents: 13_500 - 4500 },
  ];
  // Also if it happens to be what the visit cost.
  const receipt = receiptOf(facts({ charges }));
  expect(receipt.groups).toEqual([
    {
      heading: 'One-time 4 h, Tue, 24 Nov 2026, 9:00 am',
      lines: [
        { label: 'Late cancellation fee', amount: 4500 },
        { label: 'Parking: Blk 145', amount: 9000 },
      ],
    },
  ]);
});

describe('GST', () => {
  it('of four credit notes is together that of what they give back', () => {
    const day = Temporal.PlainDate.from('2026-11-20');
    const noted = [0, -50, -100, -150].map((refundsBefore) => {
      const refundOf = { receiptNo: 1234, day, refundsBefore };
      return receiptOf(facts({ type: 'refund', total: -50, refundOf, visits: [] })).totals;
    });
    const sums = [0, 1, 2].map((line) => noted.reduce((sum, totals) => sum + (totals[line]?.amount ?? 0), 0));
    expect(sums).toEqual([-183, -17, -200]);
  });

  const { gst } = registered;
  it.each([
    ['registered', gst, 'Tax Invoice', true],
    ['not registered', unregistered.gst, 'Receipt', false],
    ['not registered, with a number on file', { ...gst, isRegistered: false }, 'Receipt', false],
    ['registered, without a number on file', { ...gst, number: '' }, 'Receipt', true],
    ['registered that day', { ...gst, since: Temporal.PlainDate.from('2026-11-20') }, 'Tax Invoice', true],
    ['registered the day after', { ...gst, since: Temporal.PlainDate.from('2026-11-21') }, 'Receipt', false],
  ])('%s', (_name, of, title, taxed) => {
    const receipt = receiptOf(facts({ business: { ...registered, gst: of } }));
    expect(receipt.title).toBe(title);
    expect(JSON.stringify(receipt).includes('GST')).toBe(taxed);
    expect(receipt.totals).toHaveLength(taxed ? 3 : 1);
  });

  it('is rounded once for the whole receipt, even if rounding per visit differs by a cent', () => {
    const price = {
      ...listPrice,
      lines: [{ code: 'labour' as const, label: 'Cleaning', amount: 50 }],
      total: 50,
    };
    const visits = [1, 2, 3, 4].map(() => ({ ...visit, price, cents: 50 }));
    // 4.13 cents per visit: rounded one by one they make 16, rounded as a whole 17.
    const { totals } = receiptOf(facts({ visits, total: 200 }));
    expect(totals.map(({ amount }) => amount)).toEqual([183, 17, 200]);
  });

  it('of a refund uses the rate on the day of the payment', () => {
    const since = Temporal.PlainDate.from('2026-11-15');
    const refund = { type: 'refund', total: -5000, visits: [] } as const;
    const business = { ...registered, gst: { ...gst, since } };
    const of = (day: string) => ({ receiptNo: 7, day: Temporal.PlainDate.from(day), refundsBefore: 0 });
    const before = receiptOf(facts({ ...refund, business, refundOf: of('2026-11-14') }));
    expect(JSON.stringify(before)).not.toContain('GST');
    const after = receiptOf(facts({ ...refund, business, refundOf: of('2026-11-15') }));
    expect(after.totals.map(({ amount }) => amount)).toEqual([-4587, -413, -5000]);
  });
});

describe('the lines of a receipt', () => {
  it.each([
    [
      'a code and hours of credit',
      {
        total: 150,
        visits: [
          {
            ...visit,
            price: reduceQuote(listPrice, { promo: { label: 'TIDY10', discount: 1350 }, hours: 4 }),
            cents: 150,
          },
        ],
      },
      [
        ['Cleaning, 4 hours at S$30.00', 12_000],
        ['Supplies and equipment', 1500],
        ['Promo code TIDY10', -1350],
        ['4 hours of credit', -12_000],
      ],
    ],
    [
      'an amount agreed with the office',
      { total: 10_000, visits: [{ ...visit, cents: 10_000 }] },
      [
        ['Cleaning, 4 hours at S$30.00', 12_000],
        ['Supplies and equipment', 1500],
        ['Price adjustment', -3500],
      ],
    ],
    [
      'below the card minimum',
      { total: 0, method: 'adjustment', visits: [{ ...visit, cents: 0 }] },
      [
        ['Cleaning, 4 hours at S$30.00', 12_000],
        ['Supplies and equipment', 1500],
        ['Waived', -13_500],
      ],
    ],
    [
      'an ad-hoc charge',
      { type: 'ad-hoc', details: 'Lost key', total: 5000, visits: [] },
      [['Lost key', 5000]],
    ],
    [
      'a manual entry without a note',
      { type: 'manual', details: '', total: 5000, visits: [] },
      [['Payment', 5000]],
    ],
    [
      'a manual entry for a visit',
      { type: 'manual', details: 'Tip', total: 5000, visits: [{ ...visit, cents: 5000 }] },
      [['One-time 4 h, Tue, 24 Nov 2026', 5000]],
    ],
    [
      'a pack of hours with a code',
      {
        type: 'credit-package',
        total: 29_160,
        visits: [],
        pack: {
          label: 'Starter',
          hours: 12,
          perHour: 27,
          subtotal: 32_400,
          discount: 3240,
          promocode: 'TEN',
        },
      },
      [
        ['12 hours of credit at S$27.00', 32_400],
        ['Promo code TEN', -3240],
      ],
    ],
    [
      'a pack whose price differs from its hours',
      {
        type: 'credit-package',
        total: 30_000,
        visits: [],
        pack: { label: 'Starter', hours: 12, perHour: 27, subtotal: 30_000, discount: 0, promocode: '' },
      },
      [
        ['12 hours of credit at S$27.00', 32_400],
        ['Price adjustment', -2400],
      ],
    ],
  ] as const)('%s', (_name, more, lines) => {
    expect(linesOf(more as Partial<ReceiptFacts>)).toEqual(lines);
  });

  it('add up to the total for every type', () => {
    const second = { ...visit, cents: 12_000, start: visit.start.add({ days: 7 }) };
    const series = linesOf({ visits: [visit, second], total: 25_500 });
    expect(series.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(25_500);
    expect(series).toHaveLength(5);
  });

  it('of a refund name the payment and each visit’s share', () => {
    const receipt = receiptOf(
      facts({
        type: 'refund',
        total: -6000,
        details: 'Cancelled late',
        visits: [{ ...visit, cents: -6000 }],
        refundOf: {
          receiptNo: 1200,
          day: Temporal.PlainDate.from('2026-09-02'),
          refundsBefore: 0,
        },
      }),
    );
    expect(receipt).toMatchObject({
      title: 'Credit Note',
      facts: [
        ['Credit note no.', '1234'],
        ['Date', '20 Nov 2026'],
        ['For receipt', '1200 of 2 Sep 2026'],
        ['Refunded by', 'Card'],
      ],
      groups: [
        { heading: 'Cancelled late', lines: [{ label: 'One-time 4 h, Tue, 24 Nov 2026', amount: -6000 }] },
      ],
    });
    expect(receipt.totals.at(-1)).toEqual({ label: 'Total refunded, including GST', amount: -6000 });
  });
});

it('of a failed refund reverse its credit note', () => {
  const receipt = receiptOf(
    facts({
      business: unregistered,
      type: 'refund',
      total: 6000,
      details: 'Refund did not arrive: Cleaning',
      visits: [],
      refundOf: {
        receiptNo: 1200,
        day: Temporal.PlainDate.from('2026-09-02'),
        refundsBefore: 0,
      },
    }),
  );
  expect(receipt.title).toBe('Debit Note');
  expect(receipt.facts[0]).toEqual(['Debit note no.', '1234']);
  expect(receipt.totals).toEqual([{ label: 'Refund not received', amount: 6000 }]);
});

it('leave out empty values', () => {
  const business = { ...unregistered, address: [], uen: '' };
  const { from, to } = receiptOf(facts({ business, customer: { name: 'Mei', home: [] } }));
  expect([from.lines, to.lines]).toEqual([[], []]);
});

it.each([
  [0, 'S$0.00'],
  [5, 'S$0.05'],
  [123_456, 'S$1,234.56'],
  [-100_000_000, '−S$1,000,000.00'],
])('formats %i cents as %s', (cents, text) => expect(amountText(cents)).toBe(text));
