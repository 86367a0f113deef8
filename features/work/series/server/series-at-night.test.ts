import { beforeEach, describe, expect, test } from 'vitest';
import { startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

/* Changes to a series during quiet hours are announced in the morning: once per person, with the final state. */

let office: As;

const world = await startSeriesWorld();
const app = world.app;

beforeEach(async () => {
  world.setAhead({ hours: 96 });
  // Each test only has the cleaners it creates.
  await app.services.db.updateTable('cleaner').set({ trashedAt: '2026-01-01T00:00:00Z' }).execute();
});

/** A series of four Tuesdays that everyone has been notified of; it is eleven at night, days before. */
async function seriesAtNight() {
  const series = await world.bookSeries(4);
  await app.runOutbox('all');
  app.clock.set('2026-11-27T23:00:00+08:00');
  office = await signedIn(app, 'admin');
  app.sent.mail.length = 0;
  app.sent.sms.length = 0;
  return series;
}

const move = async (id: string | undefined, startTime: string) => {
  const done = await app.call(
    calls.moveFollowing,
    { params: { id: String(id) }, body: { startTime } },
    office,
  );
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  await app.runOutbox('all');
  return done.body;
};
const moveOne = async (id: string | undefined, body: object) => {
  const done = await app.call(updateJob, { params: { id: String(id) }, body }, office);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
};
const cancel = async (id: string | undefined) => {
  const done = await app.call(cancelJob, { params: { id: String(id) }, body: {} }, office);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
};

async function mobileOf(cleanerID: string): Promise<string> {
  const { mobile } = await app.services.db
    .selectFrom('cleaner')
    .select('mobile')
    .where('id', '=', cleanerID)
    .executeTakeFirstOrThrow();
  return mobile;
}

/** The messages sent at eight; none were sent before. */
async function morning() {
  expect([app.sent.mail, app.sent.sms]).toEqual([[], []]);
  app.clock.set('2026-11-28T08:00:00+08:00');
  await app.runCronJobs();
  await app.runOutbox('all');
  await app.runCronJobs();
  await app.runOutbox('all');
  return {
    mails: app.sent.mail.map(({ subject }) => subject).toSorted(),
    bodies: app.sent.mail.map(({ body }) => body),
    textsTo: async (cleanerID: string) => {
      const mobile = await mobileOf(cleanerID);
      const texts = app.sent.sms.filter(({ to }) => to === mobile);
      return texts.map(({ body }) => body.split(', Singapore')[0]).toSorted();
    },
  };
}

describe('a series that changes several times in one night', () => {
  test('moved twice, then one visit cancelled: each person gets the final state', async () => {
    const { ids, cleanerID } = await seriesAtNight();
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    await move(ids[1], '2026-12-09T10:00:00+08:00');
    await cancel(ids[2]);
    const { mails, bodies, textsTo } = await morning();
    expect(mails).toEqual([
      // The time the customer knows: they were never notified of Thursday or Wednesday.
      'Cancelled: Tue 15 Dec, 9:00 am to 12:00 pm',
      'Moved: 2 cleans from Wed 9 Dec',
    ]);
    const moved = bodies.find((body) => body.includes('Wed 23 Dec')) ?? '';
    expect(moved).toMatch(/Wed 9 Dec, 10:00 am/);
    expect(moved).not.toMatch(/16 Dec|Thu/);
    expect(await textsTo(cleanerID)).toEqual([
      'Moved: 2 visits. New times from Wed 9 Dec',
      "You're no longer on this visit: Tue 15 Dec, 9:00 am to 12:00 pm",
    ]);
  });

  test('moved and moved back: sends nothing', async () => {
    const { ids } = await seriesAtNight();
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    await move(ids[1], '2026-12-08T09:00:00+08:00');
    const { mails } = await morning();
    expect([mails, app.sent.sms]).toEqual([[], []]);
  });

  test('moved and undone: sends nothing', async () => {
    const { ids } = await seriesAtNight();
    const { moveID } = await move(ids[1], '2026-12-10T14:00:00+08:00');
    const undone = await app.call(calls.undoSeriesMove, { params: { id: String(moveID) }, body: {} }, office);
    expect(undone.status).toBe(200);
    const { mails } = await morning();
    expect([mails, app.sent.sms]).toEqual([[], []]);
  });

  test('moved, then one visit moved on its own: one e-mail with all current times', async () => {
    const { ids, cleanerID } = await seriesAtNight();
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    await moveOne(ids[3], { startTime: '2026-12-26T10:00:00+08:00' });
    const { mails, bodies, textsTo } = await morning();
    expect(mails).toEqual(['Moved: 3 cleans from Thu 10 Dec']);
    expect(bodies[0]).toMatch(/Thu 10 Dec, 2:00 pm.*Thu 17 Dec, 2:00 pm.*Sat 26 Dec, 10:00 am/s);
    expect(bodies[0]).not.toContain('24 Dec');
    expect(await textsTo(cleanerID)).toEqual(['Moved: 3 visits. New times from Thu 10 Dec']);
  });

  test('one visit moved on its own, then all: notified once', async () => {
    const { ids, cleanerID } = await seriesAtNight();
    await moveOne(ids[2], { startTime: '2026-12-15T15:00:00+08:00' });
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    const { mails, textsTo } = await morning();
    expect(mails).toEqual(['Moved: 3 cleans from Thu 10 Dec']);
    expect(await textsTo(cleanerID)).toEqual(['Moved: 3 visits. New times from Thu 10 Dec']);
  });

  test('moved, then one visit given to another cleaner: each is notified of their own visits', async () => {
    const { ids, cleanerID } = await seriesAtNight();
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    const rosa = await addCleaner(app.context());
    await moveOne(ids[2], { cleaner1ID: rosa });
    const { mails, textsTo } = await morning();
    expect(mails).toEqual(['Moved: 3 cleans from Thu 10 Dec']);
    expect(await textsTo(cleanerID)).toEqual([
      'Moved: 2 visits. New times from Thu 10 Dec',
      "You're no longer on this visit: Tue 15 Dec, 9:00 am to 12:00 pm",
    ]);
    expect(await textsTo(rosa)).toEqual(['New visit: Thu 17 Dec, 2:00 pm to 5:00 pm']);
  });

  test('moved, then all cancelled: nobody is notified of the move', async () => {
    const { ids, cleanerID } = await seriesAtNight();
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    const off = await app.call(calls.cancelFollowing, { params: { id: String(ids[1]) }, body: {} }, office);
    expect(off.status).toBe(200);
    const { mails, bodies, textsTo } = await morning();
    expect(mails).toEqual(['Cancelled: 3 cleans from Tue 8 Dec']);
    expect(bodies[0]).not.toMatch(/Thu/);
    expect(await textsTo(cleanerID)).toEqual(["You're no longer on 3 visits from Tue 8 Dec"]);
  });

  test('two visits changed concurrently: no notification is lost', async () => {
    const { ids, cleanerID } = await seriesAtNight();
    await move(ids[1], '2026-12-10T14:00:00+08:00');
    await Promise.all([cancel(ids[2]), moveOne(ids[3], { startTime: '2026-12-24T16:00:00+08:00' })]);
    const { mails, bodies, textsTo } = await morning();
    expect(mails).toEqual(['Cancelled: Tue 15 Dec, 9:00 am to 12:00 pm', 'Moved: 2 cleans from Thu 10 Dec']);
    expect(bodies.join()).toMatch(/Thu 24 Dec, 4:00 pm/);
    expect(bodies.join()).not.toMatch(/17 Dec|24 Dec, 2:00 pm/);
    expect(await textsTo(cleanerID)).toHaveLength(2);
  });
});
