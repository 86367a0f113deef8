import { beforeEach, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addBlock, addCleaner, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { addTimeOff } from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As } from '#platform/testing/test-app.ts';
import { readDayBoard, readWeekBoard } from '../contract.ts';
import { feature } from './index.ts';

/* A visit of Mei's on Tuesday 1 December 2026, 9:00 to 12:00, with Aminah, who works every day from 8:00 to 20:00. */

const { app, world } = await startBusiness({ customers: 1, more: [feature] });
const DAY = '2026-12-01';

let office: As;
let mei: As;
let aminah: string;

beforeEach(async () => {
  app.clock.set('2026-11-24T09:00:00+08:00');
  await emptyDiaries(app.context());
  await app.services.db.updateTable('cleaner').set({ trashedAt: '2026-11-01T00:00:00+08:00' }).execute();
  aminah = await addCleaner(app.context());
  office = await signedIn(app, 'admin');
  mei = await signedIn(app, 'customer', world.customers[0]?.id);
});

async function paidVisit(visits = 1): Promise<string> {
  const [id = ''] = await bookVisits(app, mei, world, { cleanerID: aminah, visits });
  expect((await payFor(app, mei, id)).status).toBe(200);
  return id;
}

const boardOf = async (day = DAY) => {
  const { status, body } = await app.call(readDayBoard, { query: { day } }, office);
  expect(status).toBe(200);
  const cleaner = (id: string) => body.cleaners.find((each) => each.id === id);
  return { ...body, visit: body.visits[0], aminah: cleaner(aminah) };
};
const timeOff = (from: string, until: string) =>
  app.call(
    addTimeOff,
    {
      params: { id: aminah },
      body: { startTime: `${DAY} ${from}`, endTime: `${DAY} ${until}`, acknowledge: true },
    },
    office,
  );

test('a visit stands with its crew, and counts in the cleaner’s hours', async () => {
  const id = await paidVisit();
  const board = await boardOf();
  expect(board).toMatchObject({ day: DAY, closed: null });
  expect(board.opening).toEqual({
    startTime: '2026-12-01T08:00:00+08:00',
    endTime: '2026-12-01T20:00:00+08:00',
  });
  expect(board.visits).toHaveLength(1);
  expect(board.visit).toMatchObject({
    jobID: id,
    postal: '310145',
    startTime: '2026-12-01T09:00:00+08:00',
    endTime: '2026-12-01T12:00:00+08:00',
    status: 'paid',
    holdExpiresAt: null,
    isFirst: true,
    crew: [{ id: aminah, isMissing: false, travelMinutes: null, startedAt: null }],
  });
  expect(board.aminah).toMatchObject({ hoursBooked: 3, hoursAvailable: 12, regions: [], off: [] });
  expect(board.aminah?.shifts).toEqual([board.opening]);
});

test('a held visit is there until its hold ends', async () => {
  await bookVisits(app, mei, world, { cleanerID: aminah });
  expect((await boardOf()).visit).toMatchObject({
    status: 'pending',
    holdExpiresAt: expect.stringMatching(/^2026-11-24T09:1/),
  });
  app.clock.set('2026-11-24T09:20:00+08:00');
  expect((await boardOf()).visits).toEqual([]);
});

test('who is off is missing from their visit, and has fewer hours', async () => {
  await paidVisit();
  expect((await timeOff('10:00', '15:00')).status).toBe(201);
  const { aminah: away, visit } = await boardOf();
  expect(visit?.crew).toMatchObject([{ id: aminah, isMissing: true }]);
  expect(away).toMatchObject({
    hoursBooked: 0,
    hoursAvailable: 7,
    off: [{ kind: 'time-off', startTime: '2026-12-01T10:00:00+08:00', onlyJobType: null }],
  });
});

test('who has left is shown with the visits they still have', async () => {
  await paidVisit();
  await app.services.db
    .updateTable('cleaner')
    .set({ trashedAt: '2026-11-24T00:00:00+08:00' })
    .where('id', '=', aminah)
    .execute();
  const board = await boardOf();
  expect(board.visit?.crew).toMatchObject([{ isMissing: true }]);
  expect(board.aminah).toMatchObject({ hasLeft: true, shifts: [], hoursAvailable: 0 });
});

test('a block of one kind of work takes no hours', async () => {
  await addBlock(app.context(), aminah, {
    from: `${DAY}T13:00:00+08:00`,
    until: `${DAY}T15:00:00+08:00`,
    onlyJobType: 'spring-cleaning',
  });
  expect((await boardOf()).aminah).toMatchObject({
    hoursAvailable: 12,
    off: [{ kind: 'block', onlyJobType: 'spring-cleaning' }],
  });
});

test('another cleaner’s row has the visit after a reassignment, and the version is another', async () => {
  const id = await paidVisit();
  const before = (await boardOf()).visit?.version ?? 0;
  const siti = await addCleaner(app.context());
  const body = { startTime: '2026-12-01T14:00:00+08:00', cleaner1ID: siti };
  expect((await app.call(updateJob, { params: { id }, body }, office)).status).toBe(200);
  const { visit } = await boardOf();
  expect(visit).toMatchObject({ startTime: '2026-12-01T14:00:00+08:00', crew: [{ id: siti }] });
  expect(visit?.version).toBeGreaterThan(before);
});

test('nobody works on a closed holiday', async () => {
  await app.services.db
    .insertInto('public_holiday')
    .values({ day: '2026-12-25', name: 'Christmas Day', closed: true })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ closed: true }))
    .execute();
  const board = await boardOf('2026-12-25');
  expect(board.closed).toBe('Christmas Day');
  expect(board.aminah).toMatchObject({ shifts: [], hoursAvailable: 0 });
});

test('a week has the hours of each day, and the positions without a cleaner', async () => {
  await paidVisit(2);
  await timeOff('00:00', '23:59:59');
  const { body } = await app.call(readWeekBoard, { query: { day: '2026-12-06' } }, office);
  expect(body.days.map(({ date }) => date)).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ]);
  expect(body.days[1]).toMatchObject({ visits: 1, missing: 1 });
  const own = body.cleaners.find(({ id }) => id === aminah);
  expect(own?.days[1]).toMatchObject({ hoursBooked: 0, isOff: true });
  const next = await app.call(readWeekBoard, { query: { day: '2026-12-07' } }, office);
  const later = next.body.cleaners.find(({ id }) => id === aminah);
  expect(later?.days[1]).toEqual({ hoursBooked: 3, hoursAvailable: 12, isOff: false });
});

test('bad days are refused beside the field', async () => {
  const { status, body } = await app.call(readDayBoard, { query: { day: '2026-02-30' } }, office);
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ path: 'day' }] });
});
