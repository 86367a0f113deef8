import { expect, test } from 'vitest';
import * as booking from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import {
  addCleaner,
  addCustomer,
  type WorldCustomer,
} from '#features/booking/booking/server/testing/world.ts';
import * as checkout from '#features/booking/checkout/contract.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import type { Actor } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { feature as cover } from './index.ts';
import { planCover } from './plan-cover.ts';

const { app, world } = await startBusiness({ more: [cover], connections: 12 });
app.clock.set('2026-11-25T10:00:00+08:00');
const office: Actor = {
  role: 'admin',
  officeRole: 'owner',
  id: (await addAdmin(app, 'office')).id,
  sessionID: '',
};
const as = await signedIn(app, 'admin', office.id);
const [sick, mei, siti] = [
  await addCleaner(app.context()),
  await addCleaner(app.context()),
  await addCleaner(app.context()),
];

const FIRST_DAY = Temporal.PlainDate.from('2026-11-26');
const at = (day: number, time: string) => `${FIRST_DAY.add({ days: day })}T${time}:00+08:00`;

async function visit(startTime: string, cleanerID: string, customer: WorldCustomer): Promise<string> {
  const { id: customerID, addressID } = customer;
  const body = { packageID: world.packageID, addressID, customerID, startTime, cleaner1ID: cleanerID };
  const { id } = (await app.call(booking.createJobForCustomer, { body }, as)).body;
  const card = { stripeToken: 'tok_visa' };
  expect((await app.call(checkout.commitJob, { params: { id }, body: card }, as)).status).toBe(200);
  return id;
}

/**
 * Two visits a day of the one who is sick. Each second morning Mei is busy, and Siti can only come to Mei's visit: a swap.
 * On some of these mornings Siti is busy too, so that the customer has to be asked.
 */
async function bookDay(day: number): Promise<void> {
  const morning = await visit(at(day, '09:00'), sick, await addCustomer(app.context()));
  await visit(at(day, '14:00'), sick, await addCustomer(app.context()));
  if (day % 2 === 1) return;
  await app.database.pool.query('update job set address_has_pets = true where id = $1', [morning]);
  await visit(at(day, '10:00'), mei, await addCustomer(app.context()));
  if (day % 4 === 2) await visit(at(day, '10:00'), siti, await addCustomer(app.context()));
}

let queries = 0;
const db = app.services.db.withPlugin({
  transformQuery: ({ node }) => {
    queries += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
});

async function plan(days: number) {
  queries = 0;
  const query = { cleanerIDs: [sick], from: at(0, '00:00'), until: at(days, '00:00') };
  const began = performance.now();
  const found = await planCover({ ...app.context(office), db }, query);
  if (isRefusal(found)) throw new Error(found.refusal);
  return { ...found, queries, ms: performance.now() - began };
}

test('a plan needs no more queries for the visits of three weeks than for those of four days', async () => {
  await app.database.pool.query('update cleaner set avoids_pets = true where id = $1', [siti]);
  for (let day = 0; day < 17; day += 1) await bookDay(day);
  await plan(4);
  const [few, many] = [await plan(4), await plan(17)];
  expect([few.visits.length, many.visits.length]).toEqual([8, 34]);
  expect(many.queries).toBeLessThanOrEqual(few.queries);
  for (const { visits } of [few, many]) {
    const proposals = new Set(visits.map(({ options }) => options[0]?.choice.kind));
    expect([...proposals].sort()).toEqual(['ask', 'replace', 'swap']);
  }
});
