import { beforeEach, describe, expect, test } from 'vitest';
import { type Series, startSeriesWorld } from '#features/booking/booking/server/testing/series-world.ts';
import { addCleaner } from '#features/booking/booking/server/testing/world.ts';
import { cancelJob, getJob, updateJob } from '#features/work/jobs/contract.ts';
import { changeVisit } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { locks, readsFrom, withHooks, withoutLocks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { undoMove } from './undo-move.ts';

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
const BEFORE = ['12-01T09:00', '12-08T09:00', '12-15T09:00'];
const MOVED = ['12-03T14:00', '12-10T14:00', '12-17T14:00'];

const move = (id: string | undefined, as = office) =>
  app.call(calls.moveFollowing, { params: { id: String(id) }, body: { startTime: THURSDAY } }, as);
const undo = (id: string | null, as = office) =>
  app.call(calls.undoSeriesMove, { params: { id: String(id) }, body: {} }, as);
const jobsOf = ({ ids }: Series) =>
  Promise.all(ids.map(async (id) => (await app.call(getJob, { params: { id } }, office)).body));
const timesOf = async (series: Series) => (await jobsOf(series)).map((job) => job.startTime.slice(5, 16));
const moveOne = (id: string | undefined, startTime: string) =>
  app.call(updateJob, { params: { id: String(id) }, body: { startTime } }, office);

/** A series of three that the office has moved to Thursdays, and the id of that move. */
async function movedSeries(more: { unpaid?: true } = {}) {
  const series = await world.bookSeries(3, more);
  await app.runOutbox('all');
  app.sent.mail.length = 0;
  app.sent.sms.length = 0;
  const { moveID } = (await move(series.ids[0])).body;
  expect(await timesOf(series)).toEqual(MOVED);
  return { series, moveID };
}

describe('undoing a move of a series', () => {
  test('in time restores every visit with its crew, and nobody is notified', async () => {
    const series = await world.bookSeries(3);
    await world.bookOther(series.cleanerID, '2026-12-10T13:00:00+08:00');
    await addCleaner(app.context());
    await app.runOutbox('all');
    app.sent.mail.length = 0;
    app.sent.sms.length = 0;
    const { moveID } = (await move(series.ids[0])).body;
    expect(new Set((await jobsOf(series)).map((job) => job.cleaner1ID)).size).toBe(2);
    await app.runOutbox();
    const undone = await undo(moveID);
    expect(undone.body.visits.map((visit) => visit.startTime.slice(5, 16))).toEqual(BEFORE);
    expect((await jobsOf(series)).map((job) => [job.startTime.slice(5, 16), job.cleaner1ID])).toEqual(
      BEFORE.map((time) => [time, series.cleanerID]),
    );
    await app.runOutbox('all');
    expect([app.sent.mail, app.sent.sms]).toEqual([[], []]);
  });

  test('after notifications were sent notifies each person once of the restored times', async () => {
    const { moveID } = await movedSeries();
    await app.runOutbox('all');
    expect([app.sent.mail.length, app.sent.sms.length]).toEqual([1, 1]);
    expect((await undo(moveID)).status).toBe(200);
    await app.runOutbox('all');
    expect(app.sent.mail.map(({ subject }) => subject)).toEqual([
      'Moved: 3 cleans from Thu 3 Dec',
      'Moved: 3 cleans from Tue 1 Dec',
    ]);
    expect(app.sent.sms[1]?.body).toContain('Moved: 3 visits. New times from Tue 1 Dec');
    expect(app.sent.sms).toHaveLength(2);
  });

  test('again returns the same reply and changes nothing, even if the visits have moved since', async () => {
    const { series, moveID } = await movedSeries();
    const first = await undo(moveID);
    expect((await moveOne(series.ids[1], '2026-12-08T14:00:00+08:00')).status).toBe(200);
    const second = await undo(moveID);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await timesOf(series)).toEqual(['12-01T09:00', '12-08T14:00', '12-15T09:00']);
  });

  test('of a held series keeps its hold', async () => {
    const { series, moveID } = await movedSeries({ unpaid: true });
    expect((await undo(moveID)).status).toBe(200);
    expect(await timesOf(series)).toEqual(BEFORE);
    const held = await app.services.db
      .selectFrom('cleaner_occupation')
      .select('heldUntil')
      .where('jobID', 'in', [...series.ids])
      .where('releasedAt', 'is', null)
      .execute();
    expect(held.map((entry) => entry.heldUntil === null)).toEqual([false, false, false]);
  });

  const later: [string, (series: Series) => Promise<unknown>][] = [
    ['moved again', ({ ids }) => moveOne(ids[1], '2026-12-10T16:00:00+08:00')],
    [
      'given new notes',
      ({ ids }) =>
        app.call(updateJob, { params: { id: String(ids[1]) }, body: { specialRequests: 'Cat' } }, office),
    ],
    [
      'cancelled on its own',
      ({ ids }) => app.call(cancelJob, { params: { id: String(ids[2]) }, body: {} }, office),
    ],
    [
      'cancelled',
      ({ ids }) => app.call(calls.cancelFollowing, { params: { id: String(ids[2]) }, body: {} }, office),
    ],
  ];
  test.each(later)('is refused entirely once one visit was %s', async (_what, change) => {
    const { series, moveID } = await movedSeries();
    await change(series);
    const before = await jobsOf(series);
    expect(problem(await undo(moveID))).toMatchObject({
      status: 409,
      code: 'undo_stale',
      detail: 'One of these visits has changed since it was moved. Nothing was moved back.',
    });
    expect(await jobsOf(series)).toEqual(before);
  });

  test('is refused entirely once one of the former times is taken', async () => {
    const { series, moveID } = await movedSeries();
    await world.bookOther(series.cleanerID, '2026-12-15T10:00:00+08:00');
    expect(problem(await undo(moveID))).toMatchObject({ status: 409, code: 'undo_taken' });
    expect(await timesOf(series)).toEqual(MOVED);
  });

  test('is refused once a former time has passed', async () => {
    const { series, moveID } = await movedSeries();
    app.clock.set('2026-12-01T09:00:00+08:00');
    office = await signedIn(app, 'admin');
    expect(problem(await undo(moveID))).toMatchObject({ code: 'undo_stale' });
    expect(await timesOf(series)).toEqual(MOVED);
  });

  test("is only for the office: customers can undo neither their own move nor the office's", async () => {
    const { series, moveID } = await movedSeries();
    expect((await undo(moveID, series.mei)).status).toBe(403);
    const other = await world.bookSeries(3);
    expect((await move(other.ids[0], other.mei)).body.moveID).toBeNull();
    expect((await undo(app.services.newID())).status).toBe(404);
  });

  test('takes effect once for ten concurrent requests', async () => {
    const { series, moveID } = await movedSeries();
    const replies = await Promise.all(Array.from({ length: 10 }, () => undo(moveID)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await timesOf(series)).toEqual(BEFORE);
    const rows = await app.services.db
      .selectFrom('job')
      .select('version')
      .where('id', 'in', [...series.ids])
      .execute();
    expect(new Set(rows.map(({ version }) => version)).size).toBe(1);
  });
});

describe('a visit is moved while the move of its series is undone', () => {
  /** After Undo has read the visits, one of them is moved by someone else. */
  async function race({ isGuarded }: { isGuarded: boolean }) {
    const { series, moveID } = await movedSeries();
    const admin = app.context({
      role: 'admin' as const,
      officeRole: 'owner' as const,
      id: app.services.newID(),
      sessionID: '',
    });
    let rival: ReturnType<typeof changeVisit> | undefined;
    const looks = (query: Parameters<typeof locks>[0]) => readsFrom(query, 'job') && locks(query);
    const db = withHooks(admin.db, {
      change: (query) => (!isGuarded && looks(query) ? withoutLocks(query) : query),
      async answered(query) {
        if (!looks(query) || rival !== undefined) return;
        rival = changeVisit(admin, String(series.ids[1]), {
          start: Temporal.Instant.from('2026-12-10T16:00:00+08:00'),
        });
        // With the lock, the other move waits for Undo to finish, so Undo must not wait for it.
        await (isGuarded ? someoneWaits() : rival);
      },
    });
    const undone = await undoMove({ ...admin, db }, String(moveID));
    const outcome = (await rival) ?? { refusal: 'never began' };
    return {
      undone: !isRefusal(undone),
      moved: !isRefusal(outcome),
      times: await timesOf(series),
    };
  }

  async function someoneWaits(): Promise<void> {
    const waiting = async () =>
      (
        await app.database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount;
    await expect.poll(waiting).toBeGreaterThan(0);
  }

  test('both succeed, one after the other', async () => {
    expect(await race({ isGuarded: true })).toEqual({
      undone: true,
      moved: true,
      times: ['12-01T09:00', '12-10T16:00', '12-15T09:00'],
    });
  });

  test('control: without the lock the other move is lost although both report success', async () => {
    expect(await race({ isGuarded: false })).toEqual({ undone: true, moved: true, times: BEFORE });
  });
});
