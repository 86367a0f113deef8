import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { payByInvoice, payEachVisit } from '#features/booking/checkout/contract.ts';
import { changeBilling } from '#features/booking/invoices/contract.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { closeAccount } from '#features/people/customers/contract/account.ts';
import { cancelJob, trashJob, updateJob } from '#features/work/jobs/contract.ts';
import { findJobs, lockJobs, startPaying } from '#features/work/jobs/server/index.ts';
import { addTimeOff } from '#features/work/schedule/server/index.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { addDueVisits } from './add-visits.ts';
import { answerOverdue } from './series-questions.ts';

const world = await startSeriesWorld();
const { app } = world;

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

const change = async (series: Endless, body: object) =>
  app.call(
    calls.changePattern,
    { params: { id: series.seriesID }, body: { fromJobID: series.ids[2], ...body } as never },
    await as(series),
  );
const addOn = async (...moments: string[]) => {
  for (const moment of moments) {
    until(moment);
    await addDueVisits(app.context());
  }
};
const idsAfter = async ({ seriesID }: Endless, after: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query(
    'select id from job where series_id = $1 and starts_at > $2 order by starts_at',
    [seriesID, after],
  );
  return rows.map(({ id }) => id);
};
const move = async (id: string, startTime: string) => {
  const office = await signedIn(app, 'admin');
  const moved = await app.call(calls.moveFollowing, { params: { id }, body: { startTime } }, office);
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  return moved.body;
};

test('a change of the interval keeps the visits that are more than 13 weeks ahead', async () => {
  const series = await book({ startTime: '2026-12-22T09:00:00+08:00' });
  const before = await daysOf(series);
  await change(series, { fromJobID: series.ids[0], interval: 'weekly', weekdays: [2, 4] });
  await addOn('2026-12-04T10:01', '2026-12-18T10:01', '2027-01-02T10:01');
  expect((await daysOf(series)).filter((day) => before.includes(day))).toEqual(before);
});

test('fortnightly and back to weekly: the dates that were promised are booked', async () => {
  const series = await book();
  await change(series, { interval: 'fortnightly' });
  await change(series, { interval: 'weekly' });
  expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
});

test('no visits on credit after billing has ended', async () => {
  const series = await world.bookSeries(0, {
    unpaid: true,
    body: { recurrence: { interval: 'weekly', count: null }, cleanerType: 'preferred' },
  });
  const office = await signedIn(app, 'admin');
  const details = {
    ...{ billTo: 'T', uen: '', address: 'a', contact: '', email: 'a@b.example', poNumber: '' },
    ...({ termsDays: 14, collect: 'month' } as const),
  };
  const set = (isAllowed: boolean, version: number) =>
    app.call(
      changeBilling,
      { params: { id: series.meiID }, body: { isAllowed, ...details, version } },
      office,
    );
  await set(true, 0);
  await app.call(payByInvoice, { params: { id: String(series.ids[0]) }, body: {} }, series.mei);
  await set(false, 1);
  await addOn('2026-12-02T09:00', '2026-12-30T09:00');
  expect(await daysOf(series)).toEqual(TWELVE_WEEKS);
});

test('a move to an earlier weekday leaves no week out', async () => {
  const series = await book({ startTime: '2026-12-03T09:00:00+08:00' });
  await addOn('2026-12-09T10:00');
  const [id] = await idsAfter(series, '2026-12-16');
  await move(String(id), '2026-12-15T09:00:00+08:00');
  await addOn('2026-12-16T10:01', '2026-12-23T10:01');
  expect(await daysOf(series)).toContain('03-09');
});

test('nor does an Undo', async () => {
  const series = await book();
  const { moveID } = await move(String(series.ids[2]), '2026-12-17T09:00:00+08:00');
  await addOn('2026-12-02T09:00');
  const office = await signedIn(app, 'admin');
  await app.call(calls.undoSeriesMove, { params: { id: String(moveID) }, body: {} }, office);
  await addOn('2026-12-09T10:01', '2026-12-16T10:01');
  expect(await daysOf(series)).toContain('03-02');
});

test('an Undo does not take back a weekday that was added since', async () => {
  const series = await book();
  const { moveID } = await move(String(series.ids[2]), '2026-12-17T09:00:00+08:00');
  await change(series, { interval: 'weekly', weekdays: [4, 6] });
  const office = await signedIn(app, 'admin');
  await app.call(calls.undoSeriesMove, { params: { id: String(moveID) }, body: {} }, office);
  expect((await read(series)).weekdays).not.toEqual([]);
});

test('a visit that is added has as many cleaners as are paid for', async () => {
  const series = await book();
  const second = await addCleaner(app.context());
  const office = await signedIn(app, 'admin');
  for (const id of series.ids) {
    const body = { numCleaners: 2, cleaner1ID: series.cleanerID, cleaner2ID: second } as never;
    expect((await app.call(updateJob, { params: { id }, body }, office)).status).toBe(200);
  }
  await addOn('2026-12-02T09:00');
  const { rows } = await app.database.pool.query(
    `select num_cleaners as paid, (select count(*)::int from job_crew where job_id = job.id) as came
     from job where series_id = $1 order by starts_at desc limit 1`,
    [series.seriesID],
  );
  expect(rows[0].came).toBe(rows[0].paid);
});

test('nobody comes to a customer whose account is closed', async () => {
  const series = await book({ recurrence: { interval: 'four-weekly', count: null } });
  await away(series.cleanerID, '2027-03-22', '2027-03-24');
  await addOn('2026-12-29T12:00');
  const office = await signedIn(app, 'admin');
  for (const id of series.ids) await app.call(cancelJob, { params: { id }, body: {} }, office);
  await addCleaner(app.context());
  const closed = await app.call(closeAccount, { params: { id: series.meiID }, body: {} }, await as(series));
  expect(closed.status).toBe(200);
  until('2027-01-20T09:00');
  await answerOverdue(app.context());
  expect(await daysOf(series)).toEqual([]);
});

/** A question about 2 March, and the visit of 9 March booked. */
async function askedOnce() {
  const series = await book();
  await away(series.cleanerID, '2027-03-01', '2027-03-03');
  await addOn('2026-12-02T09:00', '2026-12-10T09:00');
  return series;
}

test('a question about a date before the change stays', async () => {
  const series = await askedOnce();
  const [fromJobID] = await idsAfter(series, '2027-03-08');
  await change(series, { fromJobID, interval: 'fortnightly' });
  expect((await read(series)).questions).toHaveLength(1);
});

test('a week that the customer has cancelled does not come back with a move', async () => {
  const series = await askedOnce();
  const [id] = await idsAfter(series, '2027-03-08');
  await app.call(cancelJob, { params: { id: String(id) }, body: {} }, await as(series));
  await move(String(series.ids[3]), '2026-12-24T09:00:00+08:00');
  await addOn('2026-12-17T09:00');
  expect(await daysOf(series)).not.toContain('03-11');
});

test('no pause over a visit that is being charged', async () => {
  const series = await book();
  const id = String(series.ids[0]);
  const mei = await as(series);
  const paused = await overlap(
    app,
    async (tx) => {
      await lockJobs(tx, [id]);
      await startPaying(tx, await findJobs(tx, [id]));
    },
    () => {
      const body = { firstDay: '2026-12-01', lastDay: '2026-12-01' };
      return app.call(calls.pauseSeries, { params: { id: series.seriesID }, body }, mei);
    },
  );
  expect(problem(paused)).toMatchObject({ code: 'payment_in_progress' });
});

test('a visit that owes a fee cannot be trashed', async () => {
  const series = await book();
  world.setAhead({ hours: 3 });
  const params = { id: String(series.ids[0]) };
  await app.call(cancelJob, { params, body: {} }, await as(series));
  const trashed = await app.call(trashJob, { params }, await signedIn(app, 'admin'));
  expect(problem(trashed)).toMatchObject({ code: 'visit_happened' });
});

test('their own cleaner comes if free again', async () => {
  const series = await book();
  await away(series.cleanerID, '2027-03-01', '2027-03-03');
  await addOn('2026-12-02T09:00');
  await app.database.pool.query('delete from cleaner_occupation where cleaner_id = $1 and job_id is null', [
    series.cleanerID,
  ]);
  await app.database.pool.query('update time_off set removed_at = now() where cleaner_id = $1', [
    series.cleanerID,
  ]);
  for (let one = 0; one < 3; one += 1) await addCleaner(app.context());
  until('2026-12-16T09:00');
  await answerOverdue(app.context());
  const { rows } = await app.database.pool.query(
    `select cleaner_id from job join job_crew on job_id = job.id where series_id = $1 and starts_at > '2027-03-01'`,
    [series.seriesID],
  );
  expect(rows[0]?.cleaner_id).toBe(series.cleanerID);
});
