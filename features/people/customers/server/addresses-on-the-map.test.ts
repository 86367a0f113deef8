import { expect, it } from 'vitest';
import { findAddress } from '#features/catalogue/places/contract.ts';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { oneMap } from '#platform/server/providers/one-map.ts';
import { startFakeOneMap } from '#platform/testing/fake-one-map.ts';
import { neverOpens } from '#platform/testing/never-opens.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

const map = await startFakeOneMap();
const geocoding = oneMap({ ...map.account, apiUrl: map.url, makeBreaker: neverOpens });
const app = await startTestApp({ features: [accounts, places, feature], providers: { geocoding } });
const office = await signedIn(app, 'admin');
const person = { mobile: '6593000001', firstname: 'Devi', email: 'devi@home.example' };
const { id: customerID } = (await app.call(calls.createCustomer, { body: person }, office)).body;

const save = (postal: string) =>
  app.call(calls.createAddress, { body: { customerID, postal, addressLine1: 'Blk 145 Lor 2' } }, office);

it('a home has the position of its postal code once that was looked up, and of its area until then', async () => {
  expect((await save('310145')).body).toMatchObject({ latitude: 1.331, longitude: 103.852 });
  await app.call(findAddress, { query: { postal: '310145' } });
  const home = (await save('310145')).body;
  expect(home).toMatchObject({ latitude: 1.3343, longitude: 103.8459 });
  const moved = { params: { id: home.id }, body: { postal: '259569' } };
  expect((await app.call(calls.updateAddress, moved, office)).body).toMatchObject({ latitude: 1.315 });
});

it('saving never asks the map: it works while that does not answer', async () => {
  map.fail('never-answers');
  map.asked.length = 0;
  expect((await save('238823')).status).toBe(201);
  expect(map.asked).toEqual([]);
});
