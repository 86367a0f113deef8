import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { payEachVisit } from '#features/booking/checkout/contract.ts';
import { chargeWhatIsDue } from '#features/booking/checkout/server/charge-visits.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { cancelJob, getJob, listJobs } from '#features/work/jobs/contract.ts';
import { addTimeOff } from '#features/work/schedule/server/index.ts';
import { finishJob, startJob } from '#features/work/visits/contract.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { addDueVisits, addVisits } from './add-visits.ts';
import { answerOverdue } from './series-questions.ts';

const world = await startSeriesWorld();
const { app, stripe } = world;

beforeEach(async () => {
  world.setAhead({ hours: 96 });
  // Each test only has the cleaners and the series that it creates.
  await app.services.db.updateTable('cleaner').set({ trashedAt: '2026-01-01T00:00:00Z' }).execute();
  await app.services.db.deleteFrom('series_question').execute();
  await app.services.db.updateTable('job_series').set({ endedAt: '2026-01-01T00:00:00Z' }).execute();
  app.sent.mail.length = 0;
});
afterAll(async () => {
  expect(await checkLedger(app.context())).toEqual([]);
});

type Endless = Awaited<ReturnType<typeof book>>;

/** A series without an end that the card pays visit by visit: Tuesdays at 09:00, from 1 December. */
async function book(body: object = {}) {
  const series = await world.bookSeries(0, {
    unpaid: true,
    body: { recurrence: { interval: 'weekly', count: null }, cleanerType: 'preferred', ...body },
  });
  await app.call(updateCard, { body: { stripeToken: 'tok_visa' } }, series.mei);
  const agreed = await app.call(
    payEachVisit,
    { params: { id: String(series.ids[0]) }, body: {} },
    series.mei,
  );
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  return series;
}

const until = (moment: string) => app.clock.set(`${moment}+08:00`);
const as = ({ meiID }: Endless) => signedIn(app, 'customer', meiID);

/** The days of its visits that go ahead: `12-01`. */
async function daysOf({ seriesID }: Endless): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    `select to_char(starts_at at time zone 'Asia/Singapore', 'MM-DD') as day from job
     where series_id = $1 and status in ('confirmed', 'paid') order by starts_at`,
    [seriesID],
  );
  return rows.map(({ day }) => day as string);
}

const read = async (series: Endless) =>
  (await app.call(calls.getSeries, { params: { id: series.seriesID } }, await as(series))).body;

const away = (cleanerID: string, from: string, to: string) =>
  addTimeOff(app.context(), cleanerID, {
    start: Temporal.Instant.from(`${from}T00:00+08:00`),
    end: Temporal.Instant.from(`${to}T23:00+08:00`),
    description: 'Holiday',
  });

const TWELVE_WEEKS = [
  ...['12-01', '12-08', '12-15', '12-22', '12-29', '01-05', '01-12'],
  ...['01-19', '01-26', '02-02', '02-09', '02-16', '02-23'],
];

describe('a series without an end', () => {
  test('holds twelve weeks with its cleaner, and gets more week by week', async () => {
    const series = await book();
    expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
    expect(await read(series)).toMatchObject({
      isEndless: true,
      interval: 'weekly',
      weekdays: [2],
      bookedUntil: '2027-02-23T09:00:00+08:00',
    });
    await addDueVisits(app.context());
    expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
    until('2026-12-02T09:00');
    await addDueVisits(app.context());
    await addDueVisits(app.context());
    expect(await daysOf(series)).toEqual([...TWELVE_WEEKS, '03-02']);
    until('2026-12-16T09:00');
    await addDueVisits(app.context());
    expect(await daysOf(series)).toEqual([...TWELVE_WEEKS, '03-02', '03-09', '03-16']);
    const { body } = await app.call(
      listJobs,
      { query: { seriesID: series.seriesID, size: 50 } },
      await as(series),
    );
    const added = body.items.find(({ startTime }) => startTime.startsWith('2027-03-16'));
    expect(added).toMatchObject({
      status: 'confirmed',
      cleaner1ID: series.cleanerID,
      amountToPay: 9000,
      charge: { when: 'after-visit' },
    });
  });

  test('is not added to before the customer has agreed to the charges, nor if it was paid ahead', async () => {
    const series = await world.bookSeries(0, { body: { recurrence: { interval: 'weekly', count: null } } });
    until('2027-01-05T09:00');
    await addDueVisits(app.context());
    expect(await daysOf(series)).toHaveLength(13);
    expect(
      (await app.call(calls.getSeries, { params: { id: series.seriesID } }, await as(series))).body,
    ).toMatchObject({
      isEndless: false,
    });
  });

  test('a visit that was added is cleaned and charged like any other', async () => {
    const series = await book({ recurrence: { interval: 'four-weekly', count: null } });
    until('2026-12-29T12:00');
    await addDueVisits(app.context());
    const days = await daysOf(series);
    expect(days).toEqual(['12-01', '12-29', '01-26', '02-23', '03-23']);
    const { rows } = await app.database.pool.query(
      'select id, starts_at from job where series_id = $1 order by starts_at desc limit 1',
      [series.seriesID],
    );
    const [{ id }] = rows as [{ id: string }];
    for (const [call, at] of [
      [startJob, '2027-03-23T09:00'],
      [finishJob, '2027-03-23T12:00'],
    ] as const) {
      until(at);
      const siti = await signedIn(app, 'cleaner', series.cleanerID);
      expect((await app.call(call, { params: { id }, body: {} }, siti)).status).toBe(200);
    }
    await chargeWhatIsDue(app.context());
    expect((await app.call(getJob, { params: { id } }, await as(series))).body).toMatchObject({
      status: 'paid',
    });
    expect((await stripe.moneyOf(series.meiID)).taken).toBe(9000);
  });

  test('a skipped date stays skipped; cancelling this and the following ends the series', async () => {
    const series = await book();
    until('2026-12-02T09:00');
    await addDueVisits(app.context());
    const mei = await as(series);
    await app.call(cancelJob, { params: { id: String(series.ids[3]) }, body: {} }, mei);
    const ended = await app.call(
      calls.cancelFollowing,
      { params: { id: String(series.ids[5]) }, body: {} },
      mei,
    );
    expect(ended.body).toMatchObject({ fee: 0 });
    until('2026-12-30T09:00');
    await addDueVisits(app.context());
    expect(await daysOf(series)).toEqual(['12-01', '12-08', '12-15', '12-29']);
    expect(await read(series)).toMatchObject({ isEndless: false, endedAt: expect.any(String) });
  });

  test('stops without cancelling what is booked, and only for its own customer', async () => {
    const series = await book();
    const other = await book({ recurrence: { interval: 'monthly', count: null } });
    const stop = async (who: As) =>
      app.call(calls.stopSeries, { params: { id: series.seriesID }, body: {} }, who);
    expect((await stop(await as(other))).status).toBe(404);
    expect((await stop(await as(series))).status).toBe(200);
    expect((await stop(await as(series))).status).toBe(200);
    until('2027-01-05T09:00');
    await addDueVisits(app.context());
    expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
    expect(await daysOf(other)).toContain('04-06');
  });

  test('moving this and the following moves the dates that are added later; Undo moves them back', async () => {
    const series = await book({
      startTime: '2026-12-08T09:00:00+08:00',
      recurrence: { interval: 'fortnightly', weekdays: [2, 4], count: null },
    });
    const move = async () =>
      app.call(
        calls.moveFollowing,
        { params: { id: String(series.ids[2]) }, body: { startTime: '2026-12-21T14:00:00+08:00' } },
        await signedIn(app, 'admin'),
      );
    const undo = async ({ body }: Awaited<ReturnType<typeof move>>) =>
      app.call(
        calls.undoSeriesMove,
        { params: { id: String(body.moveID) }, body: {} },
        await signedIn(app, 'admin'),
      );
    const undone = await undo(await move());
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await read(series)).toMatchObject({
      weekdays: [2, 4],
      firstTime: '2026-12-08T09:00:00+08:00',
    });
    const moved = await move();
    until('2026-12-16T09:00');
    await addDueVisits(app.context());
    expect((await daysOf(series)).slice(-3)).toEqual(['03-01', '03-03', '03-15']);
    expect(await read(series)).toMatchObject({
      weekdays: [1, 3],
      firstTime: '2026-12-21T14:00:00+08:00',
    });
    // What was added since would be on the wrong day.
    expect(problem(await undo(moved))).toMatchObject({ code: 'undo_stale' });
  });
});

describe('a date on which the cleaner is not free', () => {
  /** The cleaner is away for the visit that is added next, on Tuesday 2 March. */
  async function ask(body: object = {}) {
    const series = await book(body);
    await away(series.cleanerID, '2027-03-01', '2027-03-03');
    until('2026-12-02T09:00');
    await addDueVisits(app.context());
    return series;
  }
  const answer = async (series: Endless, body: object) => {
    const [question] = (await read(series)).questions;
    return app.call(
      calls.answerQuestion,
      { params: { id: String(question?.id) }, body: body as never },
      await as(series),
    );
  };

  test('is asked about once, with another cleaner and other times', async () => {
    const series = await ask();
    const other = await addCleaner(app.context());
    expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
    const { questions } = await read(series);
    expect(questions).toMatchObject([
      {
        startTime: '2027-03-02T09:00:00+08:00',
        answerBy: '2026-12-16T09:00:00+08:00',
        isClosed: false,
        usual: [{ id: series.cleanerID }],
        others: [{ id: other }],
      },
    ]);
    expect(questions[0]?.alternatives[0]?.startTime).toMatch(/^2027-03-0[456]|^2027-02-2/);
    await app.runOutbox('all');
    const { rows } = await app.database.pool.query(
      "select data from message where customer_id = $1 and kind = 'series-question' and channel = 'email'",
      [series.meiID],
    );
    expect(rows).toMatchObject([{ data: { visits: [{ startsAt: '2027-03-02T01:00:00Z' }] } }]);
    await addDueVisits(app.context());
    expect((await read(series)).questions).toHaveLength(1);
  });

  test('another cleaner comes, and the series keeps its own', async () => {
    const series = await ask();
    const other = await addCleaner(app.context());
    const chosen = await answer(series, { answer: 'another-cleaner' });
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
    const { body } = await app.call(getJob, { params: { id: String(chosen.body.jobID) } }, await as(series));
    expect(body).toMatchObject({
      status: 'confirmed',
      cleaner1ID: other,
      startTime: '2027-03-02T09:00:00+08:00',
    });
    until('2026-12-10T09:00');
    await addDueVisits(app.context());
    expect((await daysOf(series)).slice(-2)).toEqual(['03-02', '03-09']);
    const last = await app.call(
      listJobs,
      { query: { seriesID: series.seriesID, sortby: 'startTime', order: 'desc', size: 1 } },
      await as(series),
    );
    expect(last.body.items[0]?.cleaner1ID).toBe(series.cleanerID);
  });

  test('another time of the same cleaner', async () => {
    const series = await ask();
    const far = await answer(series, { answer: 'another-time', startTime: '2027-04-02T09:00:00+08:00' });
    expect(problem(far)).toMatchObject({ code: 'invalid' });
    const taken = await answer(series, { answer: 'another-time', startTime: '2027-03-02T14:00:00+08:00' });
    expect(problem(taken)).toMatchObject({ code: 'slot_taken' });
    const chosen = await answer(series, { answer: 'another-time', startTime: '2027-03-04T09:00:00+08:00' });
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
    expect((await daysOf(series)).at(-1)).toBe('03-04');
  });

  test('no visit; a second answer changes nothing', async () => {
    const series = await ask();
    const [question] = (await read(series)).questions;
    const params = { id: String(question?.id) };
    expect((await answer(series, { answer: 'no-visit' })).body).toEqual({ jobID: null });
    const again = (choice: 'no-visit' | 'another-cleaner') => async () =>
      app.call(calls.answerQuestion, { params, body: { answer: choice } }, await as(series));
    expect((await again('no-visit')()).status).toBe(200);
    expect(problem(await again('another-cleaner')())).toMatchObject({ code: 'already_answered' });
    expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
  });

  test('without an answer another cleaner comes, or there is no visit', async () => {
    const series = await ask();
    world.setAhead({ hours: 96 });
    const nobody = await ask();
    const other = await addCleaner(app.context());
    until('2026-12-16T08:59');
    await answerOverdue(app.context());
    expect((await read(series)).questions).toHaveLength(1);
    until('2026-12-16T09:00');
    await answerOverdue(app.context());
    // One of them has the other cleaner; there is nobody for the other one.
    const lastDays = [(await daysOf(series)).at(-1), (await daysOf(nobody)).at(-1)];
    expect(lastDays.toSorted()).toEqual(['02-23', '03-02']);
    expect((await read(series)).questions).toEqual([]);
    expect((await read(nobody)).questions).toEqual([]);
    expect([series.cleanerID, nobody.cleanerID]).not.toContain(other);
  });

  test('is asked about too if any cleaner was good enough at first: one has come every time since', async () => {
    await addCleaner(app.context());
    const series = await ask({ cleanerType: 'any' });
    expect((await read(series)).questions).toHaveLength(1);
  });

  test('someone else’s question is not found', async () => {
    const other = await book({ recurrence: { interval: 'monthly', count: null } });
    const series = await ask();
    const [question] = (await read(series)).questions;
    const stolen = await app.call(
      calls.answerQuestion,
      { params: { id: String(question?.id) }, body: { answer: 'no-visit' } },
      await as(other),
    );
    expect(stolen.status).toBe(404);
  });
});

describe('a pause', () => {
  const pause = async (series: Endless, body: object) =>
    app.call(calls.pauseSeries, { params: { id: series.seriesID }, body: body as never }, await as(series));

  test('cancels what is booked, as its preview says, and adds nothing there', async () => {
    const series = await book();
    const days = { firstDay: '2027-02-16', lastDay: '2027-03-09' };
    const shown = await app.call(
      calls.previewPause,
      { params: { id: series.seriesID }, body: days },
      await as(series),
    );
    expect(shown.body.visits.map(({ startTime }) => startTime.slice(5, 10))).toEqual(['02-16', '02-23']);
    const wrong = await pause(series, {
      ...days,
      shown: { visits: 1, fee: 0, refund: 0, creditsReturned: 0, creditsForfeited: 0 },
    });
    expect(problem(wrong)).toMatchObject({ code: 'cancellation_changed' });
    const paused = await pause(series, {
      ...days,
      shown: { visits: 2, fee: 0, refund: 0, creditsReturned: 0, creditsForfeited: 0 },
    });
    expect(paused.status, JSON.stringify(paused.body)).toBe(200);
    until('2026-12-23T09:00');
    await addDueVisits(app.context());
    expect((await daysOf(series)).slice(-3)).toEqual(['02-09', '03-16', '03-23']);
    expect(await read(series)).toMatchObject({ pauses: [days] });
    await app.runOutbox('all');
    expect(app.sent.mail.filter(({ subject }) => subject.includes('ancelled'))).toHaveLength(1);
  });

  test('costs the fee of a visit that is too near', async () => {
    const series = await book();
    world.setAhead({ hours: 3 });
    const paused = await pause(series, { firstDay: '2026-12-01', lastDay: '2026-12-08' });
    expect(paused.body).toMatchObject({ fee: 4500, feeCharged: true });
  });

  test.each([
    ['in the past', '2026-11-20', '2026-12-20', 'firstDay'],
    ['that ends before it begins', '2026-12-20', '2026-12-19', 'lastDay'],
    ['of two years', '2026-12-20', '2028-12-19', 'lastDay'],
  ])('%s is refused', async (_name, firstDay, lastDay, path) => {
    const series = await book();
    expect(problem(await pause(series, { firstDay, lastDay }))).toMatchObject({
      code: 'invalid',
      errors: [{ path }],
    });
  });
});

describe('another interval', () => {
  const change = async (series: Endless, body: object) =>
    app.call(
      calls.changePattern,
      { params: { id: series.seriesID }, body: { fromJobID: series.ids[2], ...body } as never },
      await as(series),
    );

  test('every two weeks: every other visit is cancelled, as the preview says', async () => {
    const series = await book();
    const shown = await app.call(
      calls.previewPattern,
      {
        params: { id: series.seriesID },
        body: { fromJobID: String(series.ids[2]), interval: 'fortnightly' },
      },
      await as(series),
    );
    expect(shown.body.cancelled.visits).toHaveLength(5);
    const changed = await change(series, { interval: 'fortnightly' });
    expect(changed.body).toEqual(shown.body);
    expect(await daysOf(series)).toEqual([
      ...['12-01', '12-08', '12-15', '12-29', '01-12', '01-26', '02-09', '02-23'],
    ]);
    until('2026-12-16T09:00');
    await addDueVisits(app.context());
    expect((await daysOf(series)).at(-1)).toBe('03-09');
  });

  test('back to weekly: what the change had cancelled is booked again, as the preview says', async () => {
    const series = await book();
    await change(series, { interval: 'fortnightly' });
    const params = { id: series.seriesID };
    const body = { fromJobID: String(series.ids[2]), interval: 'weekly' as const };
    const shown = await app.call(calls.previewPattern, { params, body }, await as(series));
    expect(shown.body.added).toHaveLength(5);
    await change(series, { interval: 'weekly' });
    expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
  });

  test('two days a week stay two, whichever visit it is changed from', async () => {
    const series = await book({ recurrence: { interval: 'weekly', weekdays: [4], count: null } });
    const { weekdays } = await read(series);
    expect(weekdays).toEqual([2, 4]);
    const shown = await app.call(
      calls.previewPattern,
      {
        params: { id: series.seriesID },
        body: { fromJobID: String(series.ids[1]), interval: 'weekly', weekdays },
      },
      await as(series),
    );
    // One week more than was booked.
    expect(shown.body).toMatchObject({
      cancelled: { visits: [] },
      added: [{ startTime: '2027-02-25T09:00:00+08:00' }],
    });
  });

  test('twice a week: the other days are added at once, with the same cleaner', async () => {
    const series = await book();
    const changed = await change(series, { interval: 'weekly', weekdays: [2, 4] });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body.cancelled.visits).toEqual([]);
    const days = await daysOf(series);
    expect(days.slice(0, 6)).toEqual(['12-01', '12-08', '12-15', '12-17', '12-22', '12-24']);
    expect(await read(series)).toMatchObject({ weekdays: [2, 4], questions: [] });
  });
});

describe('two at once', () => {
  test('two series, time off and a booking never overlap, whoever is first', async () => {
    const series = await book();
    const second = await book({
      cleaner1ID: series.cleanerID,
      startTime: '2026-12-01T14:00:00+08:00',
    });
    until('2026-12-16T09:00');
    const mei = await as(series);
    await Promise.all([
      addDueVisits(app.context()),
      addDueVisits(app.context()),
      away(series.cleanerID, '2027-03-02', '2027-03-02').catch(() => null),
      app.call(
        calls.pauseSeries,
        { params: { id: series.seriesID }, body: { firstDay: '2027-03-09', lastDay: '2027-03-09' } },
        mei,
      ),
    ]);
    await addDueVisits(app.context());
    const { rows } = await app.database.pool.query(
      `select 1 from cleaner_occupation one join cleaner_occupation other on one.cleaner_id = other.cleaner_id
         and one.id < other.id and tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at)
       where one.released_at is null and other.released_at is null and one.cleaner_id = $1`,
      [series.cleanerID],
    );
    expect(rows).toEqual([]);
    for (const one of [series, second]) {
      const days = await daysOf(one);
      expect(new Set(days).size).toBe(days.length);
    }
    expect(await daysOf(series)).not.toContain('03-09');
  });

  test('cancelling while visits are added leaves none behind', async () => {
    const series = await book();
    until('2026-12-02T09:00');
    const mei = await as(series);
    await Promise.all([
      addDueVisits(app.context()),
      app.call(calls.cancelFollowing, { params: { id: String(series.ids[1]) }, body: {} }, mei),
    ]);
    expect(await daysOf(series)).toEqual(['12-01']);
  });

  test('an extension that is killed at any step leaves whole visits only', async () => {
    const series = await book();
    until('2026-12-02T09:00');
    for (let step = 1; ; step += 1) {
      let statements = 0;
      const killed = await inTransaction(app.context(), async (tx) => {
        const db = tx.db.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1;
            if (statements === step) throw new Error('killed');
            return node;
          },
          transformResult: async ({ result }) => result,
        });
        await addVisits({ ...tx, db }, series.seriesID);
        return 'done';
      }).catch((error: Error) => error.message);
      if (killed === 'done') break;
      expect(killed).toBe('killed');
      expect(await daysOf(series), `killed at step ${step}`).toEqual(TWELVE_WEEKS);
    }
    expect(await daysOf(series)).toEqual([...TWELVE_WEEKS, '03-02']);
  });
});

test('a series needs its first date, and at most the days of a week', async () => {
  const series = await book();
  const send = async (recurrence: object) =>
    app.call(
      createJob,
      {
        body: {
          packageID: world.world.packageID,
          addressID: series.addressID,
          startTime: '2026-12-02T09:00:00+08:00',
          recurrence,
        } as never,
      },
      await as(series),
    );
  expect((await send({ interval: 'daily', count: 3 })).status).toBe(422);
  expect((await send({ interval: 'weekly', weekdays: [0], count: 3 })).status).toBe(422);
  expect((await send({ interval: 'weekly', weekdays: [1, 2, 3, 4, 5, 6, 7], count: 3 })).status).toBe(422);
  expect((await send({ interval: 'weekly' })).status).toBe(422);
});
