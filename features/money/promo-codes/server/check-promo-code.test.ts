import { beforeEach, describe, expect, it } from 'vitest';
import { quoteJob } from '#features/booking/booking/contract.ts';
import { addPackage, makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { createPackage } from '#features/catalogue/packages/contract.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { checkPromoCode, promoStatistics } from '../contract.ts';
import { markPromosUsed, releasePromos, reservePromo } from './index.ts';
import { startPromoApp } from './testing/promo-app.ts';
import { addPromo } from './testing/promo-world.ts';

let admin: As;
let mei: As;
let wei: As;

const app = await startPromoApp();
const world = await makeWorld(app.context(), { customers: 2, cleaners: 0 });

beforeEach(async () => {
  // So that wrong codes of one test do not count in the next.
  app.clock.advance({ hours: 2 });
  admin = await signedIn(app, 'admin');
  [mei, wei] = [await signedIn(app, 'customer', idOf(0)), await signedIn(app, 'customer', idOf(1))];
});

const idOf = (customer: number) => world.customers[customer]?.id ?? '';
const check = async (code: string, more: object = {}, as?: As) => {
  const body = { code, packageID: world.packageID, ...more };
  const reply = await app.call(checkPromoCode, { body }, as);
  expect(reply.status).toBe(200);
  return reply.body;
};

async function take(code: string, customerID: string): Promise<string> {
  const id = app.services.newID();
  const price = { subtotal: 9000, work: 9000, workHours: 3 };
  const query = {
    code,
    customerID,
    jobType: 'one-time',
    packageID: world.packageID,
    postal: null,
    price,
  } as const;
  const outcome = await inTransaction(app.context(), (tx) => reservePromo(tx, query, { kind: 'job', id }));
  expect(outcome).toHaveProperty('discount');
  return id;
}

it.each([
  (code: string) => `Code: “${code.toLowerCase()}”`,
  (code: string) => code.replaceAll('-', ' '),
  (code: string) => code.replaceAll('-', '–'),
  (code: string) => `\u200b${code}\u200b`,
])('finds a code in any spelling without counting a wrong try', async (written) => {
  const { code } = await addPromo(app.context(), { code: `WEL-COME-${app.services.newID().slice(-6)}` });
  for (let time = 0; time < 12; time++) {
    expect(await check(written(code), {}, mei)).toMatchObject({ valid: true });
  }
});

describe('reasons of an invalid code', () => {
  it('the reason for a code that is not valid yet names its first day', async () => {
    const { code } = await addPromo(app.context(), { startDate: '2099-01-02' });
    expect((await check(code)).why).toEqual({ reason: 'not-yet', day: '2099-01-02' });
    expect((await check('NOSUCH')).why).toEqual({ reason: 'not-known' });
    const { code: good } = await addPromo(app.context());
    expect((await check(good)).why).toBeNull();
  });
});

describe('checking a code', () => {
  it('returns the discount of an hourly package and reserves nothing', async () => {
    const { code, id } = await addPromo(app.context(), { label: 'Welcome', totalAllocation: 1 });
    expect(await check(` ${code.toLowerCase()}`)).toEqual({
      valid: true,
      type: 'percent',
      amount: 10,
      discount: 900,
      total: 8100,
      label: 'Welcome',
      message: '10% off: you save S$9.00.',
      why: null,
    });
    expect((await check(code)).valid).toBe(true);
    const row = app.services.db.selectFrom('promo_code').select('taken').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ taken: 0 });
  });

  it('prices hours, cleaners and supplies', async () => {
    const { code } = await addPromo(app.context(), { type: 'hours', amount: 1.5 });
    const size = { hours: 4, numCleaners: 2, requireCleaningSupplies: '1' };
    expect(await check(code, size)).toMatchObject({ discount: 4500, total: 24_000 + 1500 - 4500 });
  });

  it('returns what a booking is quoted with the code, for hourly and fixed-price packages', async () => {
    const body = {
      type: 'one-time',
      label: 'Fixed',
      hoursPerCleaner: 4,
      price: 25_000,
      suppliesCost: 1500,
    } as const;
    const fixed = (await app.call(createPackage, { body }, admin)).body.id;
    const { code } = await addPromo(app.context(), { type: 'hours', amount: 1.5 });
    for (const size of [
      {},
      { hours: 4, numCleaners: 2 },
      { hours: 3.5, requireCleaningSupplies: true },
      { packageID: fixed, requireCleaningSupplies: true },
    ]) {
      const { packageID = world.packageID, ...more } = { packageID: undefined, ...size };
      const quoted = await app.call(quoteJob, { body: { packageID, ...more, promocode: code } });
      const { discount, total } = await check(code, size);
      expect(quoted.body.price).toMatchObject({ discount, total });
    }
  });

  it('prices fixed-price packages and packages of hours', async () => {
    const make = async (body: object) => (await app.call(createPackage, { body } as never, admin)).body.id;
    const fixed = await make({ type: 'spring-cleaning', label: 'Spring', hoursPerCleaner: 4, price: 28_000 });
    const hours = await make({
      type: 'regular',
      category: 'credit',
      label: 'Starter',
      credits: 12,
      pricePerHour: 2700,
    });
    const { code } = await addPromo(app.context(), { type: 'amount', amount: 2000 });
    expect(await check(code, { packageID: fixed, hours: 9 })).toMatchObject({
      discount: 2000,
      total: 26_000,
    });
    expect(await check(code, { packageID: hours })).toMatchObject({ discount: 2000, total: 30_400 });
  });

  it.each([
    [
      'of another kind',
      { bookingTypes: ['spring-cleaning'] },
      'This code is for another kind of clean.',
      { reason: 'other-clean' },
    ],
    [
      'that ended yesterday',
      { endDate: '2026-11-22' },
      'This code ended on 22 Nov 2026.',
      { reason: 'ended', day: '2026-11-22' },
    ],
    [
      'that starts next year',
      { startDate: '2027-01-01' },
      'This code starts on 1 Jan 2027.',
      { reason: 'not-yet', day: '2027-01-01' },
    ],
    ['that is used up', { totalAllocation: 0 }, 'This code has been used up.', { reason: 'used-up' }],
    [
      'in the trash',
      { trashedAt: '2026-11-01T00:00:00Z' },
      'We do not recognise this code. Check it and try again.',
      { reason: 'not-known' },
    ],
  ])('returns 200 with the reason for a code %s', async (_name, terms, message, why) => {
    const { code } = await addPromo(app.context(), terms);
    expect(await check(code)).toEqual({
      valid: false,
      type: null,
      amount: 0,
      discount: 0,
      total: 9000,
      label: '',
      message,
      why,
    });
  });

  it('counts a customer’s own uses whatever id they send, and those of the customer the office names', async () => {
    const { code } = await addPromo(app.context(), { maxPerCustomer: 1 });
    await take(code, idOf(0));
    const forged = { customerID: idOf(1), auth: true };
    expect((await check(code, forged, mei)).message).toBe('You have already used this code.');
    expect((await check(code, { customerID: idOf(0) }, wei)).valid).toBe(true);
    expect((await check(code, { customerID: idOf(0) })).valid).toBe(true);
    expect((await check(code, { customerID: idOf(0) }, admin)).valid).toBe(false);
    expect((await check(code, { customerID: idOf(1) }, admin)).valid).toBe(true);
    expect((await check(code, { customerID: '' }, admin)).valid).toBe(true);
  });

  it('ignores a price from the client', async () => {
    const { code } = await addPromo(app.context());
    expect((await check(code, { price: 1, total: 1 })).total).toBe(8100);
  });

  it('is refused for a package that is not on sale', async () => {
    const packageID = await addPackage(app.context());
    await app.services.db
      .updateTable('package')
      .set({ trashedAt: app.clock.now().toString() })
      .where('id', '=', packageID)
      .execute();
    const reply = await app.call(checkPromoCode, { body: { code: 'A', package_id } });
    expect(problem(reply)).toMatchObject({ status: 422, errors: [{ path: 'package_id' }] });
  });

  it('throttles guessing, but neither valid codes nor the office', async () => {
    const { code } = await addPromo(app.context());
    const body = { code: 'GUESS', packageID: world.packageID };
    const guess = (as?: As) => app.call(checkPromoCode, { body }, as);
    for (let i = 0; i < 40; i += 1) expect((await check(code)).valid).toBe(true);
    for (let i = 0; i < 30; i += 1) expect((await guess(i % 2 ? mei : undefined)).status).toBe(200);
    const refused = await guess();
    expect([refused.status, problem(refused).code]).toEqual([429, 'throttled']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess(admin)).status).toBe(200);
  });
});

describe('promo statistics', () => {
  const statistics = (query: object = {}) => app.call(promoStatistics, { query }, admin);

  it('sum the discounts of paid bookings by code and business day of the payment', async () => {
    const big = await addPromo(app.context(), {
      code: 'BIG',
      label: 'Big one',
      type: 'amount',
      amount: 3000,
    });
    const small = await addPromo(app.context(), { code: 'SMALL' });
    const pay = async (code: string, at: string) => {
      app.clock.set(at);
      const id = await take(code, idOf(0));
      await inTransaction(app.context(), (tx) => markPromosUsed(tx, 'job', [id]));
      return id;
    };
    await pay(small.code, '2027-02-28T23:59:59+08:00');
    await pay(small.code, '2027-03-01T00:00:00+08:00');
    await pay(big.code, '2027-03-31T23:59:59+08:00');
    await pay(small.code, '2027-03-15T12:00:00+08:00');
    const back = await pay(big.code, '2027-03-15T12:00:00+08:00');
    await inTransaction(app.context(), (tx) => releasePromos(tx, 'job', [back]));
    await take(big.code, idOf(0));
    await pay(big.code, '2027-04-01T00:00:00+08:00');
    app.clock.set('2027-03-20T10:00:00+08:00');
    admin = await signedIn(app, 'admin');
    const march = {
      from_date: '2027-03-01',
      to_date: '2027-03-31',
      count: 3,
      total: 4800,
      rows: [
        { promoCodeID: big.id, code: 'BIG', label: 'Big one', uses: 1, discount: 3000 },
        { promoCodeID: small.id, code: 'SMALL', label: 'Test', uses: 2, discount: 1800 },
      ],
    };
    expect((await statistics({ from_date: '2027-03-01', to_date: '2027-03-31' })).body).toEqual(march);
    expect((await statistics()).body).toEqual(march);
    const written = { from_date: '2027-03-01 00:00:00', to_date: '2027-03-31 23:59:59' };
    expect((await statistics(written)).body).toEqual(march);
    for (const to_date of ['2027-03-31 24:00:00', '2027-03-31 noon', '2027-02-30 00:00:00']) {
      expect((await statistics({ to_date })).status).toBe(422);
    }
    const empty = { from_date: '2020-01-01', to_date: '2020-01-31', count: 0, total: 0, rows: [] };
    expect((await statistics({ from_date: '2020-01-01' })).body).toEqual(empty);
  });

  it('refuse a range that ends before it starts', async () => {
    const reply = await statistics({ from_date: '2027-03-02', to_date: '2027-03-01' });
    expect(problem(reply)).toMatchObject({ status: 422, errors: [{ path: 'to_date' }] });
  });
});
