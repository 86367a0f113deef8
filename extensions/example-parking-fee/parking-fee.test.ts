import { expect, test } from 'vitest';
import { features } from '#apps/api/features.ts';
import { createJob, quoteJob } from '#features/booking/booking/contract.ts';
import { makeWorld, PACKAGE_PRICE } from '#features/booking/booking/server/testing/world.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { listFees, saveFee } from './contract.ts';
import { feeFor } from './rules/parking-fee.ts';
import { feature } from './server/index.ts';

// A copy of this example is among the features already.
const isOther = ({ name }: { readonly name: string }) => name !== feature.name;
const app = await startTestApp({ features: [...features.filter(isOther), feature] });
const migrations = new Map([['parking-fee', new URL('./migrations/', import.meta.url)]]);
await migrate(app.database.pool, { extensions: migrations });
const world = await makeWorld(app.context(), { customers: 1, cleaners: 1 });
const [mei = { id: '', addressID: '' }] = world.customers; // in 310145
const office = await signedIn(app, 'admin');
const customer = await signedIn(app, 'customer', mei.id);
const save = (sector: string, cents: number, as = office) =>
  app.call(saveFee, { body: { sector, cents } }, as);
const booking = {
  packageID: world.packageID,
  addressID: mei.addressID,
  startTime: '2026-12-01T09:00:00+08:00',
};

test.each([
  ['310145', 350],
  ['018956', 0],
  ['', 0],
])('a home in %j costs %i', (postal, cents) => {
  expect(feeFor([{ sector: '31', cents: 350 }], postal)).toBe(cents);
});

test('a fee is a line of the price, and stays on a visit that is booked', async () => {
  await save('31', 350);
  const quoted = await app.call(quoteJob, { body: booking }, customer);
  expect(quoted.body.total).toBe(PACKAGE_PRICE + 350);
  const { body: job } = await app.call(createJob, { body: booking }, customer);
  await save('31', 0);
  expect(job.amountToPay).toBe(PACKAGE_PRICE + 350);
  expect(job.price?.lines.at(-1)).toMatchObject({ code: 'extra', label: 'Parking 停车费', amount: 350 });
  const again = await app.call(quoteJob, { body: { ...booking, startTime: undefined } }, customer);
  expect(again.body.total).toBe(PACKAGE_PRICE);
});

test('fees are changed by the office, are audited, and are refused if they are none', async () => {
  expect((await save('01', 200, customer)).status).toBe(403);
  expect((await save('1', 200)).status).toBe(422);
  expect((await save('01', -1)).status).toBe(422);
  expect((await save('01', 200)).body.items).toEqual([{ sector: '01', cents: 200 }]);
  const { rows } = await app.database.pool.query(
    "select after from audit_entry where subject_id = 'parking-fee.01'",
  );
  expect(rows).toEqual([{ after: { cents: 200 } }]);
  expect((await app.call(listFees, {}, office)).body.items).toEqual([{ sector: '01', cents: 200 }]);
});
