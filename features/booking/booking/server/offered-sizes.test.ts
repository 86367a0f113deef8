import { beforeEach, describe, expect, test } from 'vitest';
import { listAvailable, listTimeAvailable } from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addCustomer, addPackage } from './testing/world.ts';

let mei: As;
let office: As;
const DATE = '2026-12-01';

/** Duration and crew size are decided alike for offered times, quotes and bookings. */
const { app, world } = await startBusiness({ customers: 1, cleaners: 3 });
const hourly = world.packageID;
const fixed = await addPackage(app.context(), { hours: 8, crew: 2 });
const credit = await addPackage(app.context());
const { db } = app.database;
const changes = { pricingType: 'fixed', breakHours: 1 };
await db.updateTable('package').set(changes).where('id', '=', fixed).execute();
const hours = { category: 'credit', hoursPerCleaner: 0, credits: 20, pricePerHour: 2700 };
await db.updateTable('package').set(hours).where('id', '=', credit).execute();

beforeEach(async () => {
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
  office = await signedIn(app, 'admin');
});

interface Size {
  readonly packageID: string;
  readonly hours?: number;
  readonly numCleaners?: number;
}

const offer = (size: Size & { breakHours?: number }) =>
  app.call(listTimeAvailable, { query: { date: DATE, ...size } }, mei);
const quote = (size: Size) =>
  app.call(calls.quoteJob, { body: { ...size, startTime: `${DATE}T08:00:00+08:00`, postal: '310145' } }, mei);

describe('offered times are as long as what is quoted and booked', () => {
  test.each([
    ['the package alone', () => ({ packageID: hourly })],
    ['more hours', () => ({ packageID: hourly, hours: 4.5 })],
    ['enough hours to include a break', () => ({ packageID: hourly, hours: 7 })],
    ['a fixed package', () => ({ packageID: fixed })],
    ['more cleaners', () => ({ packageID: hourly, numCleaners: 3 })],
  ])('%s', async (_why, size) => {
    const quoted = await quote(size());
    expect(quoted.status).toBe(200);
    for (const more of [{}, { breakHours: 0 }, { breakHours: 2 }]) {
      const { body } = await offer({ ...size(), ...more });
      expect(body.slots?.[0]).toMatchObject({
        startTime: quoted.body.startTime,
        endTime: quoted.body.endTime,
      });
      const last = body.slots?.at(-1)?.startTime ?? '';
      const home = { addressID: world.customers[0]?.addressID ?? '' };
      const booked = await app.call(calls.createJob, { body: { ...size(), ...home, startTime: last } }, mei);
      expect([last, booked.status]).toEqual([last, 201]);
      await app.database.pool.query('delete from cleaner_occupation');
      await app.database.pool.query(
        `update job_hold set ended_at = began_at, ended_how = 'cancelled' where ended_at is null`,
      );
    }
  });

  test.each([
    ['fewer hours than the minimum', () => ({ packageID: hourly, hours: 2 }), 'hours'],
    ['more than a day’s work', () => ({ packageID: hourly, hours: 9 }), 'hours'],
    ['other hours than a fixed package has', () => ({ packageID: fixed, hours: 4 }), 'hours'],
    ['other cleaners than a fixed package has', () => ({ packageID: fixed, numCleaners: 1 }), 'numCleaners'],
    ['a package of credits', () => ({ packageID: credit }), 'packageID'],
    ['hours that are not multiples of 0.5', () => ({ packageID: hourly, hours: 3.2 }), 'hours'],
  ])('none for %s', async (_why, size, path) => {
    const query = { ...size(), startTime: `${DATE}T08:00:00+08:00` };
    for (const reply of [
      await offer(size()),
      await quote(size()),
      await app.call(listAvailable, { query }, mei),
    ])
      expect([reply.status, problem(reply).errors?.map((error) => error.path)]).toEqual([422, [path]]);
  });

  test('nobody works more than six hours without a break, whatever is requested', async () => {
    const { body } = await app.call(listTimeAvailable, { query: { date: DATE, hours: 7, breakHours: 0 } });
    expect(body.slots?.at(-1)).toMatchObject({
      startTime: `${DATE}T12:00:00+08:00`,
      endTime: `${DATE}T19:45:00+08:00`,
    });
  });
});

describe('an address named by the office', () => {
  const times = (addressID: string) =>
    app.call(listTimeAvailable, { query: { date: DATE, packageID: hourly, addressID } }, office);

  test('applies the preferences of its home', async () => {
    const { addressID } = await addCustomer(app.context());
    expect((await times(addressID)).body.slots).not.toEqual([]);
    const { db } = app.database;
    const home = db.updateTable('customer_address').where('id', '=', addressID);
    await home.set({ genderPreference: 'male' }).execute();
    expect((await times(addressID)).body.slots).toEqual([]);
    await home.set({ trashedAt: app.clock.now().toString() }).execute();
    expect((await times(addressID)).status).toBe(404);
  });

  test('an unknown address named by the office is refused', async () => {
    expect((await times(app.services.newID())).status).toBe(404);
  });
});
