import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, startDispatchApp } from '#features/booking/booking/server/testing/dispatch-world.ts';
import { addPackage } from '#features/booking/booking/server/testing/world.ts';
import { updateJob } from '#features/work/jobs/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';

const {
  app,
  office,
  book,
  takeDayOff,
  start,
  plan,
  finished,
  accept,
  undo,
  crewOf,
  overlaps,
  cleaner,
  retire,
} = await startDispatchApp();
const pair = await addPackage(app.context(), { crew: 2 });

const JURONG = '640201';
const PASIR_RIS = '510301';

beforeEach(retire);

describe('filling the tray', () => {
  test('finds crews for the visits that lack a cleaner, and changes nothing else', async () => {
    const [aminah, siti, rosa] = [await cleaner(), await cleaner(), await cleaner()];
    const lost = await book('09:00', [aminah]);
    const kept = await book('09:00', [siti]);
    const crewOfTwo = await book('14:00', [aminah, siti], { packageID: pair });
    await takeDayOff(aminah);
    const found = await plan({ kind: 'fill' });
    expect(found).toMatchObject({ state: 'ready', progress: 1, day: DAY });
    expect(found.summary).toMatchObject({ before: { incomplete: 2 }, after: { incomplete: 0 } });
    expect(found.visits.map(({ jobID }) => jobID)).toEqual([lost, crewOfTwo]);
    expect(found.visits[0]?.after?.map(({ id }) => id)).toEqual([rosa]);
    expect(found.visits[1]?.after?.map(({ id }) => id)).toEqual([rosa, siti]);
    const accepted = await accept(found.id);
    expect(accepted.body.visits.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(await crewOf(lost)).toEqual([rosa]);
    expect(await crewOf(kept)).toEqual([siti]);
    expect(await crewOf(crewOfTwo)).toEqual([rosa, siti]);
  });

  test('accepts a single visit', async () => {
    const [aminah, siti] = [await cleaner(), await cleaner()];
    const morning = await book('09:00', [aminah]);
    const afternoon = await book('14:00', [aminah]);
    await takeDayOff(aminah);
    const found = await plan({ kind: 'fill' });
    const { body } = await accept(found.id, { jobIDs: [afternoon] });
    expect(body.visits.map(({ outcome }) => outcome)).toEqual([null, 'accepted']);
    expect([await crewOf(morning), await crewOf(afternoon)]).toEqual([[aminah], [siti]]);
  });

  test('has nothing to do if every visit has its crew', async () => {
    await book('09:00', [await cleaner()]);
    expect(problem(await start({ kind: 'fill' }))).toMatchObject({
      status: 409,
      detail: 'Every visit of this day has its crew.',
    });
  });

  test('says why nobody can come', async () => {
    const [aminah, siti] = [await cleaner(), await cleaner()];
    const lost = await book('09:00', [aminah]);
    await book('10:00', [siti]);
    await takeDayOff(aminah);
    const found = await plan({ kind: 'fill' });
    expect(found.visits).toMatchObject([{ jobID: lost, after: null, outcome: null }]);
    expect(found.visits[0]?.obstacles).toMatchObject([
      { cleaner: { id: siti }, reason: 'At another visit until 1:00 pm' },
      { cleaner: { id: aminah }, reason: 'Not working at this time' },
    ]);
    expect((await accept(found.id)).body.visits[0]?.outcome).toBeNull();
  });

  test('names the wishes of the home that a cleaner does not meet', async () => {
    const [aminah, siti] = [await cleaner(), await cleaner()];
    await book('09:00', [aminah]);
    const { db } = app.database;
    await db.updateTable('job').set({ addressHasPets: true }).execute();
    await db.updateTable('cleaner').set({ avoidsPets: true }).where('id', '=', siti).execute();
    await takeDayOff(aminah);
    const { visits } = await plan({ kind: 'fill' });
    expect(visits[0]?.obstacles).toMatchObject([
      { cleaner: { id: aminah } },
      { cleaner: { id: siti }, reason: 'Does not work in homes with pets' },
    ]);
  });

  test('an undo says what cannot go back', async () => {
    const [aminah, siti] = [await cleaner(), await cleaner()];
    const lost = await book('09:00', [aminah]);
    await takeDayOff(aminah);
    const found = await plan({ kind: 'fill' });
    await accept(found.id);
    const { body } = await undo(found.id);
    expect(body.visits).toMatchObject([{ outcome: 'not-undone' }]);
    expect(body.visits[0]?.reason).not.toBe('');
    expect(await crewOf(lost)).toEqual([siti]);
  });
});

describe('improving a day', () => {
  /** Two cleaners who live where the other one works. */
  async function crossedDay() {
    const [west, east] = [await cleaner(JURONG), await cleaner(PASIR_RIS)];
    const inWest = await book('09:00', [east], { postal: JURONG });
    const inEast = await book('09:00', [west], { postal: PASIR_RIS });
    return { west, east, inWest, inEast };
  }

  test('two visits exchange their cleaners as one change, and back', async () => {
    const { west, east, inWest, inEast } = await crossedDay();
    const found = await plan({ kind: 'improve' });
    expect(found.visits.map(({ after }) => after?.map(({ id }) => id))).toEqual(
      found.visits.map(({ jobID }) => [jobID === inWest ? west : east]),
    );
    expect(new Set(found.visits.map(({ group }) => group)).size).toBe(1);
    expect(found.visits.every(({ savedMinutes }) => savedMinutes > 30)).toBe(true);
    const { before, after } = found.summary ?? {};
    expect(after?.rideMinutes).toBeLessThan(before?.rideMinutes ?? 0);
    await accept(found.id);
    expect([await crewOf(inWest), await crewOf(inEast)]).toEqual([[west], [east]]);
    const undone = await undo(found.id);
    expect(undone.body.visits.map(({ outcome }) => outcome)).toEqual(['undone', 'undone']);
    expect([await crewOf(inWest), await crewOf(inEast)]).toEqual([[east], [west]]);
    await accept(found.id);
    expect([await crewOf(inWest), await crewOf(inEast)]).toEqual([[west], [east]]);
    expect(await overlaps()).toBe(0);
  });

  test('half of an exchange is refused, with the reason', async () => {
    const { east, inWest } = await crossedDay();
    const found = await plan({ kind: 'improve' });
    const { body } = await accept(found.id, { jobIDs: [inWest] });
    const visit = body.visits.find(({ jobID }) => jobID === inWest);
    expect(visit).toMatchObject({ outcome: 'refused' });
    expect(visit?.reason).not.toBe('');
    expect(await crewOf(inWest)).toEqual([east]);
  });

  test('a visit that a colleague has changed meanwhile stays, when accepting and when undoing', async () => {
    const { west, east, inWest } = await crossedDay();
    const other = await cleaner();
    const found = await plan({ kind: 'improve' });
    await app.call(updateJob, { params: { id: inWest }, body: { cleaner1ID: other } }, office);
    const accepted = await accept(found.id);
    expect(accepted.body.visits.map(({ reason }) => reason)).toContain(
      'Someone else has changed this visit.',
    );
    expect(await crewOf(inWest)).toEqual([other]);
    await app.call(updateJob, { params: { id: inWest }, body: { cleaner1ID: east } }, office);
    expect((await accept(found.id)).body.visits.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(await crewOf(inWest)).toEqual([west]);
    await app.call(updateJob, { params: { id: inWest }, body: { cleaner1ID: other } }, office);
    const undone = await undo(found.id);
    expect(undone.body.visits.map(({ outcome }) => outcome)).toEqual(['not-undone', 'not-undone']);
    expect(await crewOf(inWest)).toEqual([other]);
    await app.call(updateJob, { params: { id: inWest }, body: { cleaner1ID: west } }, office);
    const again = await undo(found.id);
    expect(again.body.visits.map(({ outcome }) => outcome)).toEqual(['undone', 'undone']);
    expect(await crewOf(inWest)).toEqual([east]);
  });

  test('a visit that has begun keeps its crew', async () => {
    const { inWest } = await crossedDay();
    app.clock.set('2026-12-01T09:00:00+08:00');
    const reply = await start({ kind: 'improve' }, await signedIn(app, 'admin'));
    expect(problem(reply)).toMatchObject({ status: 409, code: 'nothing_to_plan' });
    app.clock.set('2026-11-23T10:00:00+08:00');
    expect(await crewOf(inWest)).toHaveLength(1);
  });
});

describe('what if', () => {
  test('a cleaner is away: the fewest changes, without her', async () => {
    const [aminah, siti] = [await cleaner(), await cleaner()];
    const morning = await book('09:00', [aminah]);
    const afternoon = await book('14:00', [siti]);
    const found = await plan({ kind: 'cleaner-away', cleanerID: aminah });
    expect(found.visits).toMatchObject([{ jobID: morning, after: [{ id: siti }] }]);
    await accept(found.id);
    expect([await crewOf(morning), await crewOf(afternoon)]).toEqual([[siti], [siti]]);
    expect((await undo(found.id)).body.visits).toMatchObject([{ outcome: 'undone' }]);
    expect(await crewOf(morning)).toEqual([aminah]);
  });

  test('one more cleaner shows what she would bring, and cannot be accepted', async () => {
    const aminah = await cleaner();
    await book('09:00', [aminah]);
    await takeDayOff(aminah);
    const found = await plan({ kind: 'extra-cleaner' });
    expect(found.summary).toMatchObject({ before: { incomplete: 1 }, after: { incomplete: 0 } });
    expect(found.visits).toMatchObject([{ after: [{ id: null, fullname: 'One more cleaner' }] }]);
    expect(problem(await accept(found.id))).toMatchObject({ status: 409, code: 'plan_not_acceptable' });
  });
});

describe('a running plan', () => {
  test('shows its progress, refuses another one, and stops with what it has found', async () => {
    const [aminah] = [await cleaner(), await cleaner()];
    await book('09:00', [aminah]);
    await takeDayOff(aminah);
    const started = await start({ kind: 'fill', seconds: 30 });
    expect(started.body).toMatchObject({ state: 'running', visits: [], summary: null });
    expect(problem(await start({ kind: 'fill' }))).toMatchObject({ status: 409, code: 'plan_running' });
    expect(problem(await accept(started.body.id))).toMatchObject({ status: 409, code: 'plan_not_ready' });
    await app.call(calls.stopPlan, { params: { id: started.body.id }, body: {} }, office);
    const stopped = await finished(started.body.id);
    expect(stopped).toMatchObject({ state: 'stopped', summary: { after: { incomplete: 0 } } });
    expect((await accept(stopped.id)).body.visits[0]?.outcome).toBe('accepted');
  });

  test('is marked as stopped when its process has ended', async () => {
    const id = app.services.newID();
    const long = app.clock.now().subtract({ minutes: 2 }).toString();
    const row = { id, day: DAY, kind: 'fill', state: 'running', createdBy: id };
    await app.services.db
      .insertInto('dispatch_plan')
      .values({ ...row, createdAt: long, updatedAt: long })
      .execute();
    await app.runCronJobs();
    expect(await finished(id)).toMatchObject({ state: 'stopped', summary: null });
  });
});

describe('the plans of a day', () => {
  const plansOf = async (day: string) => (await app.call(calls.listPlans, { query: { day } }, office)).body;

  test('are the one that is calculated, of any day, and the latest that is ready', async () => {
    const [aminah] = [await cleaner(), await cleaner()];
    await book('09:00', [aminah]);
    expect(await plansOf(DAY)).toEqual({ latest: null, running: null });
    await plan({ kind: 'improve' });
    app.clock.advance({ seconds: 1 });
    const { id } = await plan({ kind: 'cleaner-away', cleanerID: aminah });
    expect(await plansOf(DAY)).toMatchObject({
      latest: { id, kind: 'cleaner-away', away: { id: aminah }, state: 'ready' },
      running: null,
    });
    const { body: started } = await start({ kind: 'improve', seconds: 30 });
    const other = await plansOf('2026-12-02');
    expect(other).toMatchObject({ latest: null, running: { id: started.id, day: DAY, kind: 'improve' } });
    await app.call(calls.stopPlan, { params: { id: started.id }, body: {} }, office);
    await finished(started.id);
    expect((await plansOf(DAY)).latest?.id).toBe(started.id);
  });
});

test.each([
  [{ kind: 'fill', day: '2026-02-30' }, 'day'],
  [{ kind: 'cleaner-away' }, 'cleanerID'],
  [{ kind: 'cleaner-away', cleanerID: '0198c0de-0000-7000-8000-000000000000' }, 'cleanerID'],
  [{ kind: 'fill', cleanerID: '0198c0de-0000-7000-8000-000000000000' }, 'cleanerID'],
  [{ kind: 'fill', seconds: 31 }, 'seconds'],
])('refuses %o beside the field', async (body, path) => {
  expect(problem(await start(body))).toMatchObject({ status: 422, errors: [{ path }] });
});

test('is for the office', async () => {
  for (const role of ['customer', 'cleaner'] as const) {
    expect((await start({ kind: 'fill' }, await signedIn(app, role))).status).toBe(403);
  }
  expect((await start({ kind: 'fill' }, {})).status).toBe(401);
});
