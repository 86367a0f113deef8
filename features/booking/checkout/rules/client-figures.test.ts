import { describe, expect, test } from 'vitest';
import { type ClientFigures, type OwnFigures, whyFiguresDiffer } from './client-figures.ts';

/** One visit of three at S$90. */
const own: OwnFigures = { total: 27_000, ofOne: 9000, creditsUsed: 0, jobType: 'regular' };
const changed = {
  refusal: 'price_changed',
  extensions: { price: 9000, total: 27_000, amountToPay: 27_000, creditsUsed: 0 },
};

const cases: readonly [string, ClientFigures, object | null][] = [
  ['absent figures', {}, null],
  ['null figures', { total: null, price: null, creditsUsed: null, jobtype: null }, null],
  ['all figures equal', { total: 27_000, price: 9000, creditsUsed: 0, jobtype: 'regular' }, null],
  ['the total of all visits as `price`', { price: 27_000 }, null],
  ['the price of one visit as `total`', { total: 9000 }, changed],
  ['a zero total', { total: 0 }, changed],
  ['a cent less', { total: 26_999 }, changed],
  ['a cent more', { total: 27_001 }, changed],
  ['a different price', { total: 27_000, price: 8999 }, changed],
  ['a zero price', { price: 0 }, changed],
  ['credits that are not used yet', { total: 27_000, creditsUsed: 0.5 }, changed],
  ['negative credits', { creditsUsed: -1 }, changed],
  ['a different kind of job', { total: 27_000, jobtype: 'one-time' }, { errors: [{ path: 'jobtype' }] }],
  ['an empty kind of job', { jobtype: '' }, null],
];

describe('the client’s figures', () => {
  test.each(cases)('%s', (_why, client, expected) => {
    const refusal = whyFiguresDiffer(client, own);
    if (expected === null) expect(refusal).toBeNull();
    else expect(refusal).toMatchObject(expected);
  });

  test('include the hours of credit used', () => {
    const withHours: OwnFigures = { ...own, total: 18_000, creditsUsed: 3 };
    expect(whyFiguresDiffer({ total: 18_000, creditsUsed: 3 }, withHours)).toBeNull();
    expect(whyFiguresDiffer({ total: 18_000, creditsUsed: 2.5 }, withHours)).toMatchObject({
      refusal: 'price_changed',
      extensions: { creditsUsed: 3 },
    });
  });

  test('are compared to the cent if nothing is to be paid', () => {
    const free: OwnFigures = { total: 0, ofOne: 0, creditsUsed: 0, jobType: 'regular' };
    expect(whyFiguresDiffer({ total: 0, price: 0 }, free)).toBeNull();
    expect(whyFiguresDiffer({ total: 1 }, free)).toMatchObject({ refusal: 'price_changed' });
  });
});
