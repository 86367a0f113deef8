import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import {
  type Series,
  START,
  startSeriesWorld,
} from '#features/booking/booking/server/testing/series-world.ts';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { cancelFollowing, declineRenewal, listRenewals, offerRenewals } from '../contract.ts';

let series: Series;

const world = await startSeriesWorld();
const app = world.app;

beforeEach(async () => {
  world.setAhead({ hours: 96 });
  series = await world.bookSeries(4);
});

/** Moves the clock to this many days after the first visit; the last one is 21 days after it. */
async function daysIn(days: number) {
  app.clock.set(START.add({ minutes: Math.round(days * 24 * 60) }).toString());
  return signedIn(app, 'customer', series.meiID);
}
const offered = async (as: Awaited<ReturnType<typeof daysIn>>) =>
  (await app.call(listRenewals, {}, as)).body.items;
const written = () =>
  app.services.db
    .selectFrom('series_renewal')
    .select('declinedAt')
    .where('seriesID', '=', series.seriesID)
    .execute();

test("a renewal is offered from two weeks before the last visit, with the booking's details", async () => {
  expect(await offered(await daysIn(6.9))).toEqual([]);
  const [renewal] = await offered(await daysIn(7));
  expect(renewal).toMatchObject({
    seriesID: series.seriesID,
    interval: 'weekly',
    visitsLeft: 2,
    last: { id: series.ids[3], packageID: world.world.packageID },
  });
  expect(await offered(await daysIn(27))).toHaveLength(1);
  expect(await offered(await daysIn(28))).toEqual([]);
});

test('it is not offered once another series continues beyond it or the customer has declined', async () => {
  const mei = await daysIn(10);
  const body = {
    packageID: world.world.packageID,
    addressID: series.addressID,
    cleaner1ID: series.cleanerID,
    startTime: '2026-12-29T09:00:00+08:00',
    recurrence: { interval: 'weekly' as const, count: 2 },
  };
  const again = await app.call(createJob, { body }, mei);
  expect(again.status).toBe(201);
  expect(await offered(mei)).toEqual([]);
  await app.call(cancelFollowing, { params: { id: again.body.id }, body: {} }, mei);
  expect(await offered(mei)).toHaveLength(1);
  const decline = () => app.call(declineRenewal, { params: { id: series.seriesID }, body: {} }, mei);
  expect((await decline()).status).toBe(200);
  expect((await decline()).status).toBe(200);
  expect(await offered(mei)).toEqual([]);
});

test('the cron job records each series once, and other customers cannot decline it', async () => {
  await daysIn(6);
  await app.runCronJobs();
  expect(await written()).toEqual([]);
  await daysIn(7);
  await app.runCronJobs();
  await app.runCronJobs();
  expect(await written()).toEqual([{ declinedAt: null }]);
  const wei = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
  const stranger = await app.call(declineRenewal, { params: { id: series.seriesID }, body: {} }, wei);
  expect(stranger.status).toBe(404);
  expect(await written()).toEqual([{ declinedAt: null }]);
});

test('the office offers it once, however often it asks, and whom it does not reach is named', async () => {
  const mei = await daysIn(8);
  const office = await signedIn(app, 'admin');
  const unknown = randomUUID();
  const ask = async () => {
    const reply = await app.call(offerRenewals, { body: { seriesIDs: [series.seriesID, unknown] } }, office);
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const sent = async () => {
    await app.runOutbox('all');
    const rows = await app.services.db
      .selectFrom('message')
      .select('id')
      .where('kind', '=', 'series-ending')
      .where('jobID', '=', series.ids[3] ?? '')
      .execute();
    return rows.length;
  };
  const both = await Promise.all([ask(), ask()]);
  for (const reply of [...both, await ask()])
    expect(reply).toEqual({
      offered: [series.seriesID],
      failed: [{ seriesID: unknown, reason: 'ended' }],
    });
  expect(await sent()).toBe(1);
  await app.call(declineRenewal, { params: { id: series.seriesID }, body: {} }, mei);
  expect((await ask()).failed).toContainEqual({ seriesID: series.seriesID, reason: 'declined' });
  expect((await app.call(offerRenewals, { body: { seriesIDs: [series.seriesID] } }, mei)).status).toBe(403);
});
