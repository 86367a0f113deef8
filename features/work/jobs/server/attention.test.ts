import { beforeEach, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addBlock, addCleaner, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { getJob, listJobs } from '../contract.ts';

/* A paid visit on 1 December, 9:00 to 12:00. */

let office: As;
let cleanerID: string;
let id: string;

const { app, world } = await startBusiness({ customers: 1 });

beforeEach(async () => {
  app.clock.set('2026-11-24T09:00:00+08:00');
  await emptyDiaries(app.context());
  cleanerID = await addCleaner(app.context());
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  [id = ''] = await bookVisits(app, mei, world, { cleanerID });
  await payFor(app, mei, id);
});

const listedFor = async (needs: 'crew' | 'start' | 'finish') => {
  office = await signedIn(app, 'admin');
  const { body } = await app.call(listJobs, { query: { needs } }, office);
  expect(body.total).toBe(body.items.length);
  return body.items.map((job) => job.id);
};
const on = (time: string) => `2026-12-01T${time}:00+08:00`;

test.each([
  ['during the visit', { from: on('08:00'), until: on('13:00') }, true],
  ['that begins when the visit ends', { from: on('12:00'), until: on('13:00') }, false],
  [
    'of several weeks around it',
    { from: '2026-11-20T00:00:00+08:00', until: '2026-12-20T00:00:00+08:00' },
    true,
  ],
  ['from this kind of work', { from: on('08:00'), until: on('13:00'), onlyJobType: 'one-time' }, true],
  ['from another kind of work', { from: on('08:00'), until: on('13:00'), onlyJobType: 'regular' }, false],
])('a cleaner’s time off %s', async (_name, block, isListed) => {
  await addBlock(app.context(), cleanerID, block);
  expect(await listedFor('crew')).toEqual(isListed ? [id] : []);
});

test('a cleaner who has left is missing until the visit begins', async () => {
  expect(await listedFor('crew')).toEqual([]);
  const { db } = app.services;
  await db
    .updateTable('cleaner')
    .set({ trashedAt: on('00:00') })
    .where('id', '=', cleanerID)
    .execute();
  expect(await listedFor('crew')).toEqual([id]);
  app.clock.set(on('09:30'));
  expect(await listedFor('crew')).toEqual([]);
});

test('a visit is late from ten minutes after its start until a cleaner begins, for at most a day', async () => {
  app.clock.set(on('09:10'));
  expect(await listedFor('start')).toEqual([]);
  app.clock.set(on('09:11'));
  expect(await listedFor('start')).toEqual([id]);
  app.clock.set('2026-12-02T09:00:00+08:00');
  expect(await listedFor('start')).toEqual([]);
  app.clock.set(on('09:30'));
  expect(await listedFor('start')).toEqual([id]);
  await app.call(startJob, { params: { id }, body: { reason: 'Phone is flat' } }, office);
  expect(await listedFor('start')).toEqual([]);
});

test('a visit that a cleaner has not clocked out of is listed from an hour after its end, until everyone has', async () => {
  app.clock.set(on('09:00'));
  const cleaner = await signedIn(app, 'cleaner', cleanerID);
  await app.call(startJob, { params: { id }, body: {} }, cleaner);
  app.clock.set(on('13:00'));
  expect(await listedFor('finish')).toEqual([]);
  app.clock.set('2026-12-02T07:35:00+08:00');
  expect(await listedFor('finish')).toEqual([id]);
  const body = { at: on('12:00'), reason: 'Forgot to clock out' };
  expect((await app.call(finishJob, { params: { id }, body }, office)).status).toBe(200);
  expect(await listedFor('finish')).toEqual([]);
});

test('a visit that nobody clocked into is listed from an hour after its end', async () => {
  app.clock.set(on('12:59'));
  expect(await listedFor('finish')).toEqual([]);
  app.clock.set('2026-12-04T07:35:00+08:00');
  expect(await listedFor('finish')).toEqual([id]);
});

test('lists and job pages of the office show an unavailable cleaner; other roles do not see it', async () => {
  await addBlock(app.context(), cleanerID, { from: on('08:00'), until: on('13:00') });
  office = await signedIn(app, 'admin');
  const mei = await signedIn(app, 'customer', world.customers[0]?.id);
  const lacking = async (as: As) => {
    const listed = await app.call(listJobs, { query: { from_date: '2026-12-01' } }, as);
    const one = await app.call(getJob, { params: { id } }, as);
    return [listed.body.items[0]?.lacksCrew, one.body.lacksCrew];
  };
  expect(await lacking(office)).toEqual([true, true]);
  expect(await lacking(mei)).toEqual([undefined, undefined]);
});
