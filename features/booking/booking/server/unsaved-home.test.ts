import { beforeEach, expect, test } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { quoteJob } from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addCleaner, addCustomer, emptyDiaries, HOME_POSTAL } from './testing/world.ts';

const NINE = '2026-12-01T09:00:00+08:00';

const { app, world } = await startBusiness({ customers: 0, cleaners: 0 });

let office: As;

async function hire(fields: { languages?: string[]; gender?: string; avoidsPets?: boolean }) {
  const id = await addCleaner(app.context());
  await app.services.db.updateTable('cleaner').set(fields).where('id', '=', id).execute();
  return id;
}

beforeEach(async () => {
  await emptyDiaries(app.context());
  await app.services.db.updateTable('cleaner').set({ trashedAt: app.clock.now().toString() }).execute();
  office = await signedIn(app, 'admin');
});

async function crewFor(home: object) {
  const body = { packageID: world.packageID, startTime: NINE, ...home };
  const { body: quote } = await app.call(quoteJob, { body }, office);
  return quote.cleaners.map(({ id }) => id);
}

test('a quote for a home that is not stored yet follows the preferences that are sent', async () => {
  const english = await hire({ avoidsPets: true });
  const mandarin = await hire({ languages: ['Mandarin'], gender: 'male', avoidsPets: true });
  const postal = HOME_POSTAL;
  expect(await crewFor({ postal, gender: 'female' })).toEqual([english]);
  expect(await crewFor({ postal, gender: 'male' })).toEqual([mandarin]);
  expect(await crewFor({ postal, language: 'Mandarin' })).toEqual([mandarin]);
  expect(await crewFor({ postal, hasPets: true })).toEqual([]);
});

test('a quote for a stored home follows its own preferences', async () => {
  const cleaner = await hire({ avoidsPets: true });
  const { id: customerID, addressID } = await addCustomer(app.context());
  const home = { customerID, addressID };
  expect(await crewFor({ ...home, hasPets: true, gender: 'male' })).toEqual([cleaner]);
});
