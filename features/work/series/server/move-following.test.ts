import { beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { type Series, startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCleaner, addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { getJob, updateJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

let office: As;

const world = await startSeriesWorld();
const app = world.app;

beforeEach(async () => {
  world.setAhead({ hours: 96 });
  // Each test only has the cleaners it creates.
  await app.services.db.updateTable('cleaner').set({ trashedAt: '2026-01-01T00:00:00Z' }).execute();
  office = await signedIn(app, 'admin');
});

const THURSDAY = '2026-12-03T14:00:00+08:00';
const preview = (id: string | undefined, as: As, body: object = {}) =>
  app.call(
    calls.previewFollowingMove,
    { params: { id: String(id) }, body: { startTime: THURSDAY, ...body } },
    as,
  );
const move = (id: string | undefined, as: As, body: object = {}) =>
  app.call(calls.moveFollowing, { params: { id: String(id) }, body: { startTime: THURSDAY, ...body } }, as);

async function timesOf({ ids, mei }: Series) {
  const jobs = await Promise.all(ids.map((id) => app.call(getJob, { params: { id } }, mei)));
  return jobs.map(({ body }) => body.startTime.slice(5, 16));
}

async function told() {
  await app.runOutbox('all');
  app.sent.mail.length = 0;
  app.sent.sms.length = 0;
}

describe('moving this and following', () => {
  test('applies the plan shown, keeps the cleaner, and notifies each person once', async () => {
    const series = await world.bookSeries(4);
    const { mei, ids, cleanerID } = series;
    await told();
    const shown = await preview(ids[1], mei, { startTime: '2026-12-10T14:00:00+08:00' });
    expect(shown.body.conflicts).toBe(0);
    expect(shown.body.visits.map((visit) => [visit.startTime.slice(5, 16), visit.sameCrew])).toEqual([
      ['12-10T14:00', true],
      ['12-17T14:00', true],
      ['12-24T14:00', true],
    ]);
    const done = await move(ids[1], mei, {
      startTime: '2026-12-10T14:00:00+08:00',
      plan: shown.body.plan,
    });
    expect(done.body).toEqual({ ...shown.body, moveID: null });
    expect(await timesOf(series)).toEqual(['12-01T09:00', '12-10T14:00', '12-17T14:00', '12-24T14:00']);
    const { body: last } = await app.call(getJob, { params: { id: String(ids[3]) } }, mei);
    expect(last).toMatchObject({ cleaner1ID: cleanerID, hasChangedDate: true });
    await app.runOutbox('all');
    expect(app.sent.mail.map(({ subject }) => subject)).toEqual(['Moved: 3 cleans from Thu 10 Dec']);
    expect(app.sent.sms).toHaveLength(1);
    expect(app.sent.sms[0]?.body).toContain('Moved: 3 visits. New times from Thu 10 Dec');
    expect(app.sent.sms[0]?.body.length).toBeLessThanOrEqual(160);
  });

  test('before the confirmation was sent only changes the times in the confirmation', async () => {
    app.sent.mail.length = 0;
    const { mei, ids } = await world.bookSeries(3);
    expect((await move(ids[1], mei, { startTime: '2026-12-10T14:00:00+08:00' })).status).toBe(200);
    await app.runOutbox('all');
    expect(app.sent.mail.map(({ subject }) => subject)).toEqual(['Booked: 3 cleans from Tue 1 Dec']);
    expect(app.sent.mail[0]?.body).toMatch(/Thu 10 Dec, 2:00 pm.*Thu 17 Dec, 2:00 pm/s);
    expect(app.sent.mail[0]?.body).not.toContain('Tue 8 Dec');
  });

  test('by a week does not let the moved visits block each other', async () => {
    const series = await world.bookSeries(3);
    expect((await move(series.ids[0], series.mei, { startTime: '2026-12-08T09:00:00+08:00' })).status).toBe(
      200,
    );
    expect(await timesOf(series)).toEqual(['12-08T09:00', '12-15T09:00', '12-22T09:00']);
  });

  test('assigns another cleaner if the same one is not free, and reports where', async () => {
    const series = await world.bookSeries(3);
    await world.bookOther(series.cleanerID, '2026-12-10T13:00:00+08:00');
    const rosa = await addCleaner(app.context());
    const { body } = await preview(series.ids[0], series.mei);
    expect(body.visits.map((visit) => visit.sameCrew)).toEqual([true, false, true]);
    expect(body.visits[1]?.cleaners[0]?.id).toBe(rosa);
    await move(series.ids[0], series.mei);
    const second = await app.call(getJob, { params: { id: String(series.ids[1]) } }, series.mei);
    expect(second.body.cleaner1ID).toBe(rosa);
  });

  test('changes nothing until every conflict is decided', async () => {
    const series = await world.bookSeries(3);
    const { mei, ids, cleanerID } = series;
    await world.bookOther(cleanerID, '2026-12-10T13:00:00+08:00');
    await world.bookOther(cleanerID, '2026-12-17T13:00:00+08:00');
    const refused = await move(ids[0], mei);
    expect(problem(refused)).toMatchObject({ status: 409, code: 'move_undecided', conflicts: 2 });
    expect(await timesOf(series)).toEqual(['12-01T09:00', '12-08T09:00', '12-15T09:00']);
    const { body } = await preview(ids[0], mei);
    const [, second] = body.visits;
    expect(second).toMatchObject({ outcome: 'conflict', startTime: '2026-12-10T14:00:00+08:00' });
    const take = { jobID: String(ids[1]), startTime: second?.alternatives[0]?.startTime ?? '' };
    expect(take.startTime).not.toBe('');
    const one = await move(ids[0], mei, { decisions: [take] });
    expect(problem(one)).toMatchObject({ code: 'move_undecided', conflicts: 1 });
    const both = { decisions: [take, { jobID: ids[2], startTime: null }] };
    const decided = await preview(ids[0], mei, both);
    expect(decided.body.visits.map((visit) => visit.outcome)).toEqual(['moves', 'moves', 'stays']);
    expect((await move(ids[0], mei, { ...both, plan: decided.body.plan })).status).toBe(200);
    expect(await timesOf(series)).toEqual(['12-03T14:00', take.startTime.slice(5, 16), '12-15T09:00']);
  });

  test('tells the office whether someone is free but not a match, in the words of a booking', async () => {
    const { ids, mei, cleanerID } = await world.bookSeries(3);
    const { db } = app.services;
    await db.updateTable('job').set({ addressGenderPreference: 'female' }).where('id', 'in', ids).execute();
    await db.updateTable('cleaner').set({ gender: 'female' }).where('id', '=', cleanerID).execute();
    const john = await addCleaner(app.context());
    await db.updateTable('cleaner').set({ gender: 'male' }).where('id', '=', john).execute();
    await world.bookOther(cleanerID, '2026-12-10T13:00:00+08:00');
    await world.bookOther(cleanerID, '2026-12-17T13:00:00+08:00');
    await world.bookOther(john, '2026-12-17T13:00:00+08:00');
    const details = async (as: As) => (await preview(ids[0], as)).body.visits.map(({ detail }) => detail);
    expect(await details(office)).toEqual([
      '',
      'No one who matches is free: the home wants a woman.',
      'No one is free.',
    ]);
    expect(await details(mei)).toEqual(['', 'That time was just taken', 'That time was just taken']);
  });

  test('does not replace a cleaner who was requested by name', async () => {
    const series = await world.bookSeries(2, { body: { cleanerType: 'preferred' } });
    await addCleaner(app.context());
    await world.bookOther(series.cleanerID, '2026-12-10T13:00:00+08:00');
    const { body } = await preview(series.ids[0], series.mei);
    expect(body.visits.map((visit) => visit.outcome)).toEqual(['moves', 'conflict']);
    const people = body.visits[1]?.alternatives.flatMap((one) => one.cleaners.map(({ id }) => id));
    expect(new Set(people)).toEqual(new Set([series.cleanerID]));
  });

  test('offers no time when the customer has another visit to that home', async () => {
    const { ids, mei, cleanerID, addressID } = await world.bookSeries(2, {
      body: { cleanerType: 'preferred' },
    });
    await world.bookOther(cleanerID, '2026-12-10T13:00:00+08:00');
    const other = { cleaner1ID: await addCleaner(app.context()), startTime: '2026-12-10T17:00:00+08:00' };
    const body = { packageID: world.world.packageID, addressID, ...other };
    expect((await app.call(createJob, { body }, mei)).status).toBe(201);
    const { alternatives = [] } = (await preview(ids[0], mei)).body.visits[1] ?? {};
    expect(alternatives).toHaveLength(3);
    for (const { startTime, endTime } of alternatives) {
      const isBeside = endTime <= other.startTime || startTime >= '2026-12-10T20:00:00+08:00';
      expect(isBeside, startTime).toBe(true);
    }
  });

  test('refuses a decided time that overlaps another visit of the series', async () => {
    const { mei, ids } = await world.bookSeries(2);
    const decisions = [{ jobID: String(ids[1]), startTime: '2026-12-03T15:00:00+08:00' }];
    const { body } = await preview(ids[0], mei, { decisions });
    expect(body.visits.map((visit) => visit.outcome)).toEqual(['moves', 'conflict']);
  });

  test('changes nothing if the plan differs from the one shown, and returns the new plan', async () => {
    const series = await world.bookSeries(2);
    await addCleaner(app.context());
    const shown = await preview(series.ids[0], series.mei);
    await world.bookOther(series.cleanerID, '2026-12-10T13:00:00+08:00');
    const refused = await move(series.ids[0], series.mei, { plan: shown.body.plan });
    expect(problem(refused)).toMatchObject({ status: 409, code: 'move_changed', conflicts: 0 });
    expect(await timesOf(series)).toEqual(['12-01T09:00', '12-08T09:00']);
  });

  test('limits a customer to one move per visit and to the notice period, unlike the office', async () => {
    const series = await world.bookSeries(3);
    const { ids, mei, meiID } = series;
    const alone = { params: { id: String(ids[1]) }, body: { startTime: '2026-12-08T14:00:00+08:00' } };
    expect((await app.call(updateJob, alone, mei)).status).toBe(200);
    const { body } = await preview(ids[0], mei);
    expect(body.visits.map((visit) => [visit.outcome, visit.stays])).toEqual([
      ['moves', null],
      ['stays', 'change_used'],
      ['moves', null],
    ]);
    expect(problem(await move(ids[1], mei))).toMatchObject({ code: 'change_used' });
    world.setAhead({ hours: 23 });
    const late = await signedIn(app, 'customer', meiID);
    expect(problem(await move(ids[0], late))).toMatchObject({ code: 'change_too_late' });
    office = await signedIn(app, 'admin');
    expect((await move(ids[0], office)).status).toBe(200);
    expect(await timesOf({ ...series, mei: late })).toEqual(['12-03T14:00', '12-10T14:00', '12-17T14:00']);
    expect((await app.call(getJob, { params: { id: String(ids[0]) } }, late)).body.hasChangedDate).toBe(
      false,
    );
  });

  test('of a held series keeps its hold', async () => {
    const { mei, ids } = await world.bookSeries(2, { unpaid: true });
    expect((await move(ids[0], mei)).status).toBe(200);
    const held = await app.services.db
      .selectFrom('cleaner_occupation')
      .select('heldUntil')
      .where('jobID', 'in', [...ids])
      .where('releasedAt', 'is', null)
      .execute();
    expect(held).toHaveLength(2);
    expect(held.every((entry) => entry.heldUntil !== null)).toBe(true);
  });

  test("is refused for a single visit and for another customer's", async () => {
    const { ids, cleanerID } = await world.bookSeries(2);
    const single = await world.bookOther(cleanerID, '2026-12-02T09:00:00+08:00');
    expect(problem(await move(single, office))).toMatchObject({ code: 'not_of_series' });
    const wei = await signedIn(app, 'customer', (await addCustomer(app.context())).id);
    expect((await preview(ids[0], wei)).status).toBe(404);
    expect((await move(ids[0], wei)).status).toBe(404);
  });
});

describe('two concurrent series', () => {
  test('that want the same cleaner at the same times: one gets her on all dates, the other gets conflicts', async () => {
    const one = await world.bookSeries(3, { body: { cleanerType: 'preferred' } });
    const wei = await addCustomer(app.context());
    const other = await signedIn(app, 'customer', wei.id);
    const booked = await app.request({
      method: 'POST',
      url: '/api/customers/createjob',
      headers: { authorization: `Bearer ${other.jwt}` },
      payload: {
        packageID: world.world.packageID,
        addressID: wei.addressID,
        cleaner1ID: one.cleanerID,
        cleanerType: 'preferred',
        startTime: '2026-12-02T09:00:00+08:00',
        recurrence: { interval: 'weekly', count: 3 },
      },
    });
    const { id } = booked.body as { id: string };
    const replies = await Promise.all([move(one.ids[0], one.mei), move(id, other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost && problem(lost)).toMatchObject({ code: 'move_undecided', conflicts: 3 });
    const { rows } = await app.database.pool.query(
      `select count(*)::int as visits, count(distinct job.customer_id)::int as customers from cleaner_occupation entry
       join job on job.id = entry.job_id
       where entry.cleaner_id = $1 and entry.released_at is null and extract(isodow from job.starts_at at time zone 'Asia/Singapore') = 4`,
      [one.cleanerID],
    );
    expect(rows).toEqual([{ visits: 3, customers: 1 }]);
  });

  test('ten concurrent moves of one series have the outcome of one of them', async () => {
    const series = await world.bookSeries(3);
    const hours = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
    const replies = await Promise.all(
      hours.map((hour) =>
        move(series.ids[0], office, { startTime: `2026-12-03T${String(hour).padStart(2, '0')}:00:00+08:00` }),
      ),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const times = await timesOf(series);
    expect(new Set(times.map((at) => at.slice(0, 5))).size).toBe(3);
    expect(new Set(times.map((at) => at.slice(-5))).size).toBe(1);
  });
});
