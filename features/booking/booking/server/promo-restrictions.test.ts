import { beforeEach, expect, test } from 'vitest';
import { areaOfPostal, listRegions } from '#features/catalogue/places/server/index.ts';
import { checkPromoCode, createPromoCode } from '#features/money/promo-codes/contract.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { commitJob } from '../../checkout/contract.ts';
import { createJob } from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addCleaner, addCustomer, HOME_POSTAL } from './testing/world.ts';

const { app, world } = await startBusiness();
const office = await signedIn(app, 'admin');
let mei: As;
let addressID: string;
let codes = 0;

beforeEach(async () => {
  const customer = await addCustomer(app.context());
  await addCleaner(app.context());
  mei = await signedIn(app, 'customer', customer.id);
  addressID = customer.addressID;
});

const create = async (terms: object) => {
  codes += 1;
  const body = { code: `FIRST${codes}`, type: 'percent' as const, amount: 10, ...terms };
  return (await app.call(createPromoCode, { body }, office)).body;
};
let day = 1;
/** At another hour each time, so that the crew is free. */
const book = (promocode: string) => {
  day += 1;
  const startTime = `2026-12-${String(day).padStart(2, '0')}T09:00:00+08:00`;
  return app.call(createJob, { body: { packageID: world.packageID, addressID, startTime, promocode } }, mei);
};
const pay = (id: string) => app.call(commitJob, { params: { id }, body: { stripeToken: 'tok_visa' } }, mei);

test('a code for a first booking is refused to a customer who has booked, until that is cancelled', async () => {
  const { code } = await create({ firstBookingOnly: true });
  const first = await book(code);
  expect(first.body.price).toMatchObject({ discount: expect.any(Number) });
  expect(problem(await book(code)).errors).toEqual([
    { path: 'promocode', message: 'This code is for a first booking.' },
  ]);
  expect((await pay(first.body.id)).status).toBe(200);
  expect(problem(await book(code)).errors?.[0]?.message).toBe('This code is for a first booking.');
  await app.call(cancelJob, { params: { id: first.body.id }, body: {} }, mei);
  expect((await book(code)).status).toBe(201);
});

test('a customer without such a code has used up the first booking too', async () => {
  const { code } = await create({ firstBookingOnly: true });
  await pay((await book('')).body.id);
  expect(problem(await book(code)).status).toBe(422);
});

test('a first booking keeps its code when it is changed after a second one', async () => {
  const { code } = await create({ firstBookingOnly: true });
  const first = (await book(code)).body;
  await pay((await book('')).body.id);
  const changed = await app.call(
    updateJob,
    { params: { id: first.id }, body: { requireCleaningSupplies: true } },
    office,
  );
  expect(changed.status).toBe(200);
  expect(changed.body.price).toMatchObject({ discount: expect.any(Number) });
});

test('a code for some regions is refused for homes elsewhere, when it is checked and when it is booked', async () => {
  const regions = await listRegions(app.context());
  const home = await areaOfPostal(app.context(), HOME_POSTAL);
  const own = home?.regionID ?? '';
  const others = regions.map(({ id }) => id).filter((id) => id !== own);
  const here = await create({ regions: [own] });
  const elsewhere = await create({ regions: others });
  const check = async (code: string, postal?: string) =>
    (
      await app.call(
        checkPromoCode,
        { body: { code, package_id: world.packageID, ...(postal && { postal }) } },
        mei,
      )
    ).body;
  expect(await check(elsewhere.code)).toMatchObject({ valid: true });
  expect(await check(elsewhere.code, HOME_POSTAL)).toMatchObject({
    valid: false,
    message: 'This code is for homes in another area.',
  });
  expect(await check(here.code, HOME_POSTAL)).toMatchObject({ valid: true });
  expect((await book(here.code)).status).toBe(201);
  expect(problem(await book(elsewhere.code)).errors).toEqual([
    { path: 'promocode', message: 'This code is for homes in another area.' },
  ]);
});

test('the office chooses regions from the list', async () => {
  const body = {
    code: 'NOWHERE',
    type: 'percent' as const,
    amount: 10,
    regions: ['01900000-0000-7000-8000-000000000009'],
  };
  expect(problem(await app.call(createPromoCode, { body }, office)).errors).toEqual([
    { path: 'regions', message: 'Choose regions from the list.' },
  ]);
});
