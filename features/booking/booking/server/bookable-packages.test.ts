import { beforeEach, expect, test } from 'vitest';
import { listPackages } from '#features/catalogue/packages/contract.ts';
import { type BookableLimits, isBookable } from '#features/catalogue/packages/rules/package.ts';
import { setSettings } from '#features/catalogue/settings/server/testing/set-settings.ts';
import { startBusiness } from './testing/booking-app.ts';
import { addPackage } from './testing/world.ts';

const { app } = await startBusiness({ customers: 0, cleaners: 2 });
const { db } = app.database;
await addPackage(app.context(), { hours: 3, crew: 1 });
await addPackage(app.context(), { hours: 4, crew: 2 });
await addPackage(app.context(), { hours: 6, crew: 3 });
const credit = await addPackage(app.context());
const hours = { category: 'credit', hoursPerCleaner: 0, credits: 20, pricePerHour: 2700 };
await db.updateTable('package').set(hours).where('id', '=', credit).execute();

beforeEach(async () => {
  await db.updateTable('cleaner').set({ trashedAt: null }).execute();
  await db.updateTable('cleaner_week').set({ available: true }).execute();
  await setSettings(app.context(), { opensAtMinute: 8 * 60, closesAtMinute: 20 * 60 });
});

const list = async (query: object) => (await app.call(listPackages, { query })).body.items;

const stopAll = async (): Promise<void> => {
  await db.updateTable('cleaner_week').set({ available: false }).execute();
};
const trash = (count: number) => async (): Promise<void> => {
  const some = db.selectFrom('cleaner').select('id').limit(count);
  await db
    .updateTable('cleaner')
    .set({ trashedAt: app.clock.now().toString() })
    .where('id', 'in', some)
    .execute();
};
const close = (): Promise<void> => setSettings(app.context(), { closesAtMinute: 11 * 60 });

const STATES: readonly (readonly [string, () => Promise<unknown>, BookableLimits])[] = [
  ['two cleaners', async () => undefined, { cleaners: 2, openMinutes: 720 }],
  ['one of them in the trash', trash(1), { cleaners: 1, openMinutes: 720 }],
  ['all of them in the trash', trash(2), { cleaners: 0, openMinutes: 720 }],
  ['none with working hours', stopAll, { cleaners: 0, openMinutes: 720 }],
  ['a day of three hours', close, { cleaners: 2, openMinutes: 180 }],
];

test.each(STATES)('customers see what can be booked: %s', async (_name, change, limits) => {
  await change();
  const all = await list({});
  const bookable = all.filter((one) => isBookable(one, limits)).map(({ id }) => id);
  expect((await list({ bookable: '1' })).map(({ id }) => id)).toEqual(bookable);
  expect(bookable.length).toBeLessThan(all.length);
  expect(bookable.length > 0).toBe(limits.cleaners > 0);
});
