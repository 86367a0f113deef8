import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { cancelJob, listJobs } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

let office: As;

const world = await startSeriesWorld();
const app = world.app;

beforeEach(async () => {
  world.setAhead({ hours: 96 });
  app.sent.mail.length = 0;
  app.sent.sms.length = 0;
  office = await signedIn(app, 'admin');
});
afterEach(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

const preview = (id: string, as: As, query: { onBehalfOf?: 'customer' | 'company' } = {}) =>
  app.call(calls.previewFollowingCancellation, { params: { id }, query }, as);
const cancel = (id: string, as: As, body: object = {}) =>
  app.call(calls.cancelFollowing, { params: { id }, body }, as);

/** Sends the booking notifications before the test begins. */
async function told() {
  await app.runOutbox('all');
  app.sent.mail.length = 0;
  app.sent.sms.length = 0;
}

describe('cancelling this and following', () => {
  test('keeps earlier visits, refunds the rest in one refund, and notifies each person once', async () => {
    const { mei, ids } = await world.bookSeries(4);
    await told();
    const shown = await preview(String(ids[1]), mei);
    expect(shown.body).toMatchObject({ fee: 0, refund: 27000 });
    expect(shown.body.visits.map((visit) => visit.jobID)).toEqual(ids.slice(1));
    const done = await cancel(String(ids[1]), mei, { reason: 'We move out' });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject(shown.body);
    expect((await app.call(listJobs, {}, mei)).body.items.map((job) => job.id)).toEqual([ids[0]]);
    const refunds = await app.services.db
      .selectFrom('money_transaction')
      .select('total')
      .where('type', '=', 'refund')
      .where('jobID', '=', String(ids[1]))
      .execute();
    expect(refunds).toEqual([{ total: -27000 }]);
    await app.runOutbox('all');
    expect(app.sent.mail.map(({ subject }) => subject)).toEqual(['Cancelled: 3 cleans from Tue 8 Dec']);
    expect(app.sent.mail[0]?.body).toContain('S$270.00 goes back to your card');
    expect(app.sent.sms.map(({ body }) => body)).toEqual([
      "You're no longer on 3 visits from Tue 8 Dec, Singapore 310145. No need to come.",
    ]);
  });

  test('does not notify a cleaner of visits they do not know about yet because of quiet hours', async () => {
    world.setAhead({ hours: 107 }); // ten in the evening
    const { mei, ids } = await world.bookSeries(3);
    await app.runOutbox('all');
    expect((await cancel(String(ids[0]), mei)).status).toBe(200);
    world.setAhead({ hours: 95 });
    await app.runCronJobs();
    await app.runOutbox('all');
    expect(app.sent.sms).toEqual([]);
  });

  test('keeps half of the visit within the notice period, and nothing of the others', async () => {
    const { meiID, ids } = await world.bookSeries(3);
    world.setAhead({ hours: 2 });
    const mei = await signedIn(app, 'customer', meiID);
    const { body } = await preview(String(ids[0]), mei);
    expect(body).toMatchObject({ fee: 4500, refund: 22500 });
    expect(body.visits.map((visit) => visit.fee)).toEqual([4500, 0, 0]);
    expect((await cancel(String(ids[0]), mei)).body).toMatchObject({ fee: 4500, refund: 22500 });
  });

  test('by the company gives everything back at any time', async () => {
    const { ids } = await world.bookSeries(2);
    world.setAhead({ minutes: 30 });
    office = await signedIn(app, 'admin');
    await told();
    expect((await preview(String(ids[0]), office)).body).toMatchObject({ fee: 0, refund: 18000 });
    expect((await preview(String(ids[0]), office, { onBehalfOf: 'customer' })).body.fee).toBe(4500);
    expect((await cancel(String(ids[0]), office, { reason: 'Storm' })).body).toMatchObject({ refund: 18000 });
    await app.runOutbox('all');
    expect(app.sent.mail[0]?.body).toContain('we have had to cancel 2 cleans');
  });

  test('changes nothing if the figures differ from those shown', async () => {
    const { meiID, ids } = await world.bookSeries(2);
    const shown = { visits: 2, fee: 0, refund: 18000, creditsReturned: 0, creditsForfeited: 0 };
    world.setAhead({ hours: 1 });
    const mei = await signedIn(app, 'customer', meiID);
    const refused = await cancel(String(ids[0]), mei, { shown });
    expect(problem(refused)).toMatchObject({ status: 409, code: 'cancellation_changed', fee: 4500 });
    expect((await app.call(listJobs, {}, mei)).body.items).toHaveLength(2);
  });

  test('excludes a visit that was cancelled on its own before', async () => {
    const { mei, ids } = await world.bookSeries(3);
    await app.call(cancelJob, { params: { id: String(ids[1]) }, body: {} }, mei);
    expect((await cancel(String(ids[0]), mei)).body.visits.map((visit) => visit.jobID)).toEqual([
      ids[0],
      ids[2],
    ]);
  });

  test('takes effect once for twenty concurrent requests, which all get the same reply', async () => {
    const { mei, ids } = await world.bookSeries(3);
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel(String(ids[0]), mei)));
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toEqual(replies[0]?.body);
    }
    const refunds = await app.services.db
      .selectFrom('money_transaction')
      .select('total')
      .where('type', '=', 'refund')
      .where('jobID', 'in', [...ids])
      .execute();
    expect(refunds).toEqual([{ total: -27000 }]);
  });

  test('concurrent with cancelling one of its visits refunds each visit once', async () => {
    const { mei, meiID, ids } = await world.bookSeries(4);
    await Promise.all([
      cancel(String(ids[0]), mei),
      ...ids.slice(1).map((id) => app.call(cancelJob, { params: { id }, body: {} }, mei)),
    ]);
    await cancel(String(ids[0]), mei);
    await app.runOutbox();
    expect((await world.stripe.moneyOf(meiID)).givenBack).toBe(36000);
  });

  test('of a held series releases the hold, without notifications', async () => {
    const { mei, ids } = await world.bookSeries(3, { unpaid: true });
    await told();
    expect((await cancel(String(ids[0]), mei)).body).toMatchObject({ fee: 0, refund: 0 });
    await app.runOutbox('all');
    expect([app.sent.mail, app.sent.sms]).toEqual([[], []]);
    expect((await app.call(listJobs, {}, mei)).body.items).toEqual([]);
  });

  test("is refused for a single visit, one that has begun, and another customer's", async () => {
    const { ids, cleanerID, meiID } = await world.bookSeries(2);
    const single = await world.bookOther(cleanerID, '2026-12-02T09:00:00+08:00');
    expect(problem(await cancel(single, office))).toMatchObject({ code: 'not_of_series' });
    const wei = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
    expect((await cancel(String(ids[0]), wei)).status).toBe(404);
    world.setAhead({ hours: 0 });
    const mei = await signedIn(app, 'customer', meiID);
    expect(problem(await cancel(String(ids[0]), mei))).toMatchObject({ code: 'not_cancellable' });
    expect((await cancel(String(ids[1]), mei)).status).toBe(200);
  });
});
