import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import { readOverview } from '#features/office/overview/contract.ts';
import { feature as overview } from '#features/office/overview/server/index.ts';
import { feature as applications } from '#features/site/applications/server/index.ts';
import { feature as contactRequests } from '#features/site/contact-requests/server/index.ts';
import * as schedule from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract/time-off-requests.ts';
import { feature as cover } from './index.ts';

const { app, world } = await startBusiness({
  customers: 1,
  more: [contactRequests, applications, cover, overview],
  connections: 12,
});

let office: As;
let cleanerID: string;
let cleaner: As;

beforeEach(async () => {
  app.clock.set('2026-11-24T09:00:00+08:00');
  await emptyDiaries(app.context());
  await app.database.pool.query('delete from time_off_request');
  await app.runOutbox('all');
  app.sent.sms.length = 0;
  cleanerID = await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  cleaner = await signedIn(app, 'cleaner', cleanerID);
});

const DAYS = { firstDay: '2026-12-01', lastDay: '2026-12-02' };
const ask = (body: object = {}, as = cleaner) =>
  app.call(calls.requestTimeOff, { body: { ...DAYS, ...body } }, as);
const own = async () => (await app.call(calls.listOwnTimeOffRequests, {}, cleaner)).body.items;
/** The id of a new request. */
async function asked(body: object = {}): Promise<string> {
  const reply = await ask(body);
  expect(reply.status).toBe(201);
  return reply.body.items.at(-1)?.id ?? '';
}
const accept = (id: string, body: object = {}) =>
  app.call(calls.acceptTimeOffRequest, { params: { id }, body }, office);
const decline = (id: string) => app.call(calls.declineTimeOffRequest, { params: { id }, body: {} }, office);
const withdraw = (id: string, as = cleaner) =>
  app.call(calls.withdrawTimeOffRequest, { params: { id }, body: {} }, as);

async function timeOff() {
  const query = { cleanerID, from_date: '2026-12-01', to_date: '2027-01-01' };
  const { body } = await app.call(schedule.listUnavailableDates, { query }, office);
  return Array.isArray(body) ? body.filter(({ kind }) => kind === 'time-off') : [];
}

async function needs() {
  const { needs: all } = (await app.call(readOverview, {}, office)).body;
  return all.filter(({ kind }) => kind === 'time-off');
}

async function texts() {
  await app.runOutbox('all');
  return app.sent.sms.map(({ body }) => body).filter((body) => body.includes('time off'));
}

describe('time off that a cleaner asks for', () => {
  test('is in the overview and counts only once the office has accepted it; the cleaner is told', async () => {
    const id = await asked({ note: 'My sister marries' });
    expect(await own()).toMatchObject([{ ...DAYS, note: 'My sister marries', state: 'open' }]);
    expect(await timeOff()).toEqual([]);
    expect(await needs()).toMatchObject([
      { id, cleaner: { id: cleanerID }, ...DAYS, note: 'My sister marries', visits: 0 },
    ]);

    expect((await accept(id)).body).toMatchObject({ state: 'accepted' });
    expect(await timeOff()).toMatchObject([
      {
        startTime: '2026-12-01 00:00:00',
        endTime: '2026-12-03 00:00:00',
        description: 'My sister marries',
      },
    ]);
    expect(await needs()).toEqual([]);
    expect(await own()).toMatchObject([{ state: 'accepted' }]);
    expect(await texts()).toEqual([
      expect.stringContaining('Your time off is confirmed: 1 Dec 2026 to 2 Dec 2026.'),
    ]);
  });

  test('is declined without time off; the cleaner is told', async () => {
    const id = await asked({ lastDay: DAYS.firstDay });
    expect((await decline(id)).body).toMatchObject({ state: 'declined' });
    expect(await timeOff()).toEqual([]);
    expect(await needs()).toEqual([]);
    expect(await own()).toMatchObject([{ state: 'declined' }]);
    expect(await texts()).toEqual([expect.stringContaining("we can't give you time off: 1 Dec 2026. ")]);
    // The days can be asked for again.
    await asked({ lastDay: DAYS.firstDay });
  });

  test('over booked visits needs their number, as the overview shows it', async () => {
    const customer = await signedIn(app, 'customer', world.customers[0]?.id);
    const [job = ''] = await bookVisits(app, customer, world, { cleanerID });
    expect((await payFor(app, customer, job)).status).toBe(200);
    const id = await asked();
    expect(await needs()).toMatchObject([{ visits: 1 }]);
    expect(problem(await accept(id)).code).toBe('breaks_jobs');
    // Booked since the office has read the row; a held visit will need its cleaner too.
    const booking = {
      packageID: world.packageID,
      addressID: world.customers[0]?.addressID ?? '',
      startTime: '2026-12-01T14:00:00+08:00',
      cleaner1ID: cleanerID,
    };
    expect((await app.call(createJob, { body: booking }, customer)).status).toBe(201);
    const refused = await accept(id, { visits: 1 });
    expect(problem(refused)).toMatchObject({ code: 'breaks_jobs', jobs: [{}, {}] });
    expect(await own()).toMatchObject([{ state: 'open' }]);
    expect(await needs()).toMatchObject([{ visits: 2 }]);
    expect((await accept(id, { visits: 2 })).status).toBe(200);
    expect(await timeOff()).toHaveLength(1);
  });

  test('is no longer shown once the office has removed the time off', async () => {
    await accept(await asked());
    expect(await own()).toMatchObject([{ state: 'accepted' }]);
    const [off] = await timeOff();
    const removed = await app.call(
      schedule.removeTimeOff,
      { params: { id: cleanerID, timeOffID: off?.id ?? '' }, body: {} } as never,
      office,
    );
    expect(removed.status).toBe(200);
    expect(await own()).toEqual([]);
  });

  test.each([
    ['firstDay', { firstDay: '2026-11-24' }],
    ['lastDay', { lastDay: '2026-11-30' }],
    ['lastDay', { lastDay: '2027-03-01' }],
    ['note', { note: 'x'.repeat(201) }],
  ])('is refused at its field: %s', async (path, body) => {
    expect(problem(await ask(body))).toMatchObject({ status: 422, errors: [{ path }] });
    expect(await own()).toEqual([]);
  });

  test('asked for twice at once is one request; any day of an open one is refused', async () => {
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await own()).toHaveLength(1);
    for (const other of [{ note: 'My sister marries' }, { lastDay: '2026-12-05' }])
      expect(problem(await ask(other)).code).toBe('already_requested');
    expect(await own()).toMatchObject([{ note: '' }]);
  });

  test('sent again with the same key after a lost reply gets the same reply', async () => {
    const send = () =>
      app.request({
        method: 'POST',
        url: '/api/time-off-requests',
        payload: DAYS,
        headers: { authorization: `Bearer ${cleaner.jwt}`, 'idempotency-key': key },
      });
    const key = randomUUID();
    const first = await send();
    expect(first.status).toBe(201);
    expect((await send()).body).toEqual(first.body);
    expect(await own()).toHaveLength(1);
  });

  test('can be taken back until the office has decided', async () => {
    const id = await asked();
    expect((await withdraw(id)).body.items).toEqual([]);
    expect((await withdraw(id)).status).toBe(200);
    expect(await needs()).toEqual([]);
    expect(problem(await accept(id)).code).toBe('request_withdrawn');
    const again = await asked();
    await decline(again);
    expect(problem(await withdraw(again)).code).toBe('request_decided');
  });

  test('is decided once: the same decision changes nothing, the other one is refused', async () => {
    const id = await asked();
    const both = await Promise.all([accept(id), accept(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(problem(await decline(id)).code).toBe('request_decided');
    expect(await timeOff()).toHaveLength(1);
    expect(await texts()).toHaveLength(1);
  });

  test('either taken back or accepted, if both happen at once', async () => {
    const id = await asked();
    const [back, yes] = await Promise.all([withdraw(id), accept(id)]);
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([back.status, yes.status]);
    expect(await timeOff()).toHaveLength(yes.status === 200 ? 1 : 0);
  });

  test('is over once its last day has passed', async () => {
    await asked();
    app.clock.set('2026-12-03T09:00:00+08:00');
    office = await signedIn(app, 'admin');
    cleaner = await signedIn(app, 'cleaner', cleanerID);
    expect(await own()).toEqual([]);
    expect(await needs()).toEqual([]);
  });

  test("is nobody else's", async () => {
    const id = await asked();
    const colleague = await signedIn(app, 'cleaner', await addCleaner(app.context()));
    expect((await withdraw(id, colleague)).status).toBe(404);
    expect((await app.call(calls.acceptTimeOffRequest, { params: { id }, body: {} }, cleaner)).status).toBe(
      403,
    );
    expect((await app.call(calls.listOwnTimeOffRequests, {}, colleague)).body.items).toEqual([]);
  });
});
