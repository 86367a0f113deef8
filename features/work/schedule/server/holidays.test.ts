import { describe, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits } from '#features/booking/booking/server/testing/booking-calls.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract/holidays.ts';
import { listTimeAvailable } from '../contract.ts';

const { app, world } = await startBusiness({ customers: 1, cleaners: 2 });
const office = await signedIn(app, 'admin');
const mei = await signedIn(app, 'customer', world.customers[0]?.id);

const add = (day: string, more: object = {}) =>
  app.call(calls.addHoliday, { body: { day, name: 'Polling Day', ...more } }, office);
const change = (day: string, body: object) =>
  app.call(calls.updateHoliday, { params: { day }, body }, office);
const freeOn = async (date: string) => {
  const query = { date, packageID: world.packageID, postal: '310145' };
  const { body } = await app.call(listTimeAvailable, { query }, mei);
  return { closed: body.days[0]?.closed, slots: body.days[0]?.slots.length ?? 0 };
};
const actions = async () => {
  const rows = await app.services.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('subjectKind', '=', 'holiday')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return rows[0];
};

describe('public holidays', () => {
  test('are listed by year, earliest first', async () => {
    const { body } = await app.call(calls.listHolidays, { query: { year: '2026' } }, office);
    expect(body.items[0]).toEqual({ day: '2026-01-01', name: "New Year's Day", closed: true });
    expect(body.items.at(-1)?.day).toBe('2026-12-25');
    const all = (await app.call(calls.listHolidays, {}, office)).body;
    expect(all.items.length).toBeGreaterThan(body.items.length);
  });

  test('close their day for visits, and can reopen it', async () => {
    expect((await freeOn('2026-12-03')).slots).toBeGreaterThan(0);
    expect((await add('2026-12-03')).status).toBe(201);
    expect(await freeOn('2026-12-03')).toEqual({ closed: 'Polling Day', slots: 0 });
    expect(await actions()).toEqual({
      action: 'holiday.added',
      before: null,
      after: { day: '2026-12-03', name: 'Polling Day', closed: true },
    });
    expect((await change('2026-12-03', { closed: false })).body.closed).toBe(false);
    expect((await freeOn('2026-12-03')).slots).toBeGreaterThan(0);
    expect((await change('2026-12-03', { closed: true, day: '2026-12-04' })).body.day).toBe('2026-12-04');
    expect((await freeOn('2026-12-04')).slots).toBe(0);
    expect((await freeOn('2026-12-03')).slots).toBeGreaterThan(0);
    const removed = await app.call(calls.removeHoliday, { params: { day: '2026-12-04' } }, office);
    expect(removed.body.name).toBe('Polling Day');
    expect((await freeOn('2026-12-04')).slots).toBeGreaterThan(0);
    expect((await actions())?.action).toBe('holiday.removed');
  });

  test('a date can be a public holiday only once', async () => {
    expect(problem(await add('2026-12-25'))).toMatchObject({
      status: 422,
      errors: [{ path: 'day', message: 'This day is on the list already. Change that one instead.' }],
    });
    expect(problem(await change('2026-12-06', { name: 'Nothing' })).status).toBe(404);
    expect(problem(await add('2026-02-30')).status).toBe(422);
    expect(problem(await add('2026-12-09', { name: ' ' })).errors).toMatchObject([{ path: 'name' }]);
    await add('2026-12-09');
    expect(problem(await change('2026-12-09', { day: '2026-12-25' })).status).toBe(422);
  });

  test('close over booked visits only if acknowledged, and leave the visits unchanged', async () => {
    const [jobID] = await bookVisits(app, mei, world, { cleanerID: world.cleanerIDs[0] ?? '' });
    const refused = problem(await add('2026-12-01'));
    expect(refused).toMatchObject({
      status: 409,
      code: 'breaks_jobs',
      jobs: [{ jobID, startTime: '2026-12-01T09:00:00+08:00', postal: '310145' }],
    });
    expect((await add('2026-12-01', { closed: false })).status).toBe(201);
    expect((await change('2026-12-01', { name: 'Election' })).status).toBe(200);
    expect(problem(await change('2026-12-01', { closed: true })).code).toBe('breaks_jobs');
    expect((await change('2026-12-01', { closed: true, acknowledge: true })).status).toBe(200);
    expect((await change('2026-12-01', { name: 'Polling Day' })).status).toBe(200);
    expect(problem(await change('2026-12-09', { day: '2026-12-01' })).code).toBe('breaks_jobs');
    const job = await app.services.db
      .selectFrom('cleaner_occupation')
      .select('releasedAt')
      .where('jobID', '=', jobID ?? '')
      .execute();
    expect(job).toEqual([{ releasedAt: null }]);
  });
});
