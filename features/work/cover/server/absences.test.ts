import { beforeEach, describe, expect, test } from 'vitest';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { bookVisits, payFor } from '#features/booking/booking/server/testing/booking-calls.ts';
import { addCleaner, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import { readOverview } from '#features/office/overview/contract.ts';
import { feature as overview } from '#features/office/overview/server/index.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import { feature as applications } from '#features/site/applications/server/index.ts';
import { feature as contactRequests } from '#features/site/contact-requests/server/index.ts';
import * as schedule from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { readOwnAbsence, reportAbsence, withdrawAbsence } from '../contract/absences.ts';
import * as calls from '../contract.ts';
import { feature as cover } from './index.ts';

const { app, world } = await startBusiness({
  customers: 1,
  more: [contactRequests, applications, cover, overview],
  connections: 12,
});

await addAdmin(app, 'office');

/** Tuesday, half past seven. */
const NOW = '2026-12-01T07:30:00+08:00';

let office: As;
let cleanerID: string;
let other: string;
let cleaner: As;

beforeEach(async () => {
  app.clock.set('2026-11-24T09:00:00+08:00');
  await emptyDiaries(app.context());
  await app.database.pool.query('delete from absence');
  await app.runOutbox('all');
  app.sent.mail.length = 0;
  await app.services.db
    .updateTable('cleaner')
    .set({ trashedAt: app.clock.now().toString() })
    .where('trashedAt', 'is', null)
    .execute();
  cleanerID = await addCleaner(app.context());
  other = await addCleaner(app.context());
  await goTo(NOW);
});

async function goTo(moment: string): Promise<void> {
  app.clock.set(moment);
  office = await signedIn(app, 'admin');
  cleaner = await signedIn(app, 'cleaner', cleanerID);
}

/** What the office was sent about absences. */
async function mails() {
  await app.runOutbox('all');
  return app.sent.mail.filter(({ subject }) => /^Aminah .* come /.test(subject));
}

/** A paid visit of the cleaner on Tuesday 1 December at 9:00. */
async function visit(): Promise<string> {
  app.clock.set('2026-11-24T10:00:00+08:00');
  const customer = await signedIn(app, 'customer', world.customers[0]?.id);
  const [id = ''] = await bookVisits(app, customer, world, { cleanerID });
  expect((await payFor(app, customer, id)).status).toBe(200);
  await goTo(NOW);
  app.sent.mail.length = 0;
  return id;
}

const report = (body: object = {}) => app.call(reportAbsence, { body }, cleaner);
const withdraw = () => app.call(withdrawAbsence, { body: {} }, cleaner);
const own = async () => (await app.call(readOwnAbsence, {}, cleaner)).body;
async function timeOff() {
  const query = { cleanerID, from_date: '2026-12-01', to_date: '2027-01-01' };
  const { body } = await app.call(schedule.listUnavailableDates, { query }, office);
  return Array.isArray(body) ? body.filter(({ kind }) => kind === 'time-off') : [];
}
async function needs() {
  const { needs: all } = (await app.call(readOverview, {}, office)).body;
  return all;
}
const startCover = (body: object = {}) =>
  app.call(
    calls.startCover,
    {
      body: {
        cleanerIDs: [cleanerID],
        from: NOW,
        until: '2026-12-01T23:59:00+08:00',
        visits: [],
        ...body,
      },
    },
    office,
  );

describe('a cleaner who cannot come', () => {
  test('gets time off at once, and the office is told by e-mail and on top of the overview', async () => {
    await visit();
    const { status, body } = await report();
    expect(status).toBe(201);
    expect(body.absence).toMatchObject({ reason: 'sick', until: '2026-12-01', isCovered: false });
    expect(await timeOff()).toMatchObject([
      { startTime: '2026-12-01 07:30:00', endTime: '2026-12-02 00:00:00', description: 'Sick' },
    ]);
    const [first] = await needs();
    expect(first).toMatchObject({
      kind: 'cannot-come',
      cleaner: { id: cleanerID },
      visits: 1,
      firstStart: '2026-12-01T09:00:00+08:00',
    });
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/cannot come today$/);
    expect(mail?.body).toContain(`/admin/cleaners/cover?cleanerID=${cleanerID}&until=2026-12-01`);
  });

  test('can name the last day', async () => {
    await report({ until: '2026-12-03', reason: 'family' });
    expect((await own()).absence).toMatchObject({ until: '2026-12-03', reason: 'family' });
    expect(await timeOff()).toMatchObject([{ endTime: '2026-12-04 00:00:00', description: 'Family' }]);
  });

  test.each(['2026-11-30', '2027-01-01', 'tomorrow'])('cannot be away until %s', async (until) => {
    const refused = await report({ until });
    expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path: 'until' }] });
    expect(await timeOff()).toEqual([]);
  });

  test('who presses twice, also at once, has one time off, and the office one e-mail', async () => {
    const both = await Promise.all([report(), report()]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await report()).body).toEqual(both[0]?.body);
    expect(await timeOff()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test('takes the first report back before naming another day', async () => {
    await report();
    expect(problem(await report({ until: '2026-12-03' })).code).toBe('already_absent');
    expect((await withdraw()).body.absence).toBeNull();
    expect((await report({ until: '2026-12-03' })).status).toBe(201);
  });

  test('can take it back: the time off is gone, and the office is told', async () => {
    await visit();
    await report();
    expect((await withdraw()).body).toMatchObject({ absence: null });
    expect((await withdraw()).status).toBe(200);
    expect(await timeOff()).toEqual([]);
    expect((await needs()).map(({ kind }) => kind)).not.toContain('cannot-come');
    expect((await mails()).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/can come after all$/),
    );
  });

  test('cannot take it back once the office has acted, but can after the office has undone it', async () => {
    const jobID = await visit();
    await report();
    const visits = [{ jobID, choice: { kind: 'replace', cleanerID: other } }];
    const done = await startCover({ visits });
    expect(done.body.visits).toMatchObject([{ state: 'done' }]);
    expect((await own()).absence).toMatchObject({ isCovered: true });
    expect(problem(await withdraw()).code).toBe('absence_covered');
    expect((await needs()).map(({ kind }) => kind)).not.toContain('cannot-come');
    // Still sick on the next day: a new report.
    expect((await report({ until: '2026-12-02' })).status).toBe(201);
    expect((await withdraw()).status).toBe(200);
    const undone = await app.call(calls.undoCover, { params: { id: done.body.id }, body: {} }, office);
    expect(undone.body.visits).toMatchObject([{ state: 'undone' }]);
    expect((await withdraw()).body.absence).toBeNull();
  });

  test('and the office at once: either it is taken back, or it is covered', async () => {
    const jobID = await visit();
    const absenceID = (await report()).body.absence?.id;
    const visits = [{ jobID, choice: { kind: 'replace', cleanerID: other } }];
    const [back, covered] = await Promise.all([withdraw(), startCover({ visits, absenceID })]);
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([back.status, covered.status]);
    if (covered.status === 409) expect(problem(covered).code).toBe('absence_withdrawn');
    expect(await timeOff()).toHaveLength(back.status === 200 ? 0 : 1);
  });

  test('is on the sheet of the office, also without visits, until it is marked as seen', async () => {
    await report();
    const query = { cleanerIDs: cleanerID, from: NOW, until: '2026-12-01T23:59:00+08:00' };
    const plan = async () => (await app.call(calls.planCover, { query }, office)).body;
    expect((await plan()).absence).toMatchObject({ reason: 'sick' });
    expect((await startCover()).status).toBe(201);
    expect((await plan()).absence).toBeNull();
    expect((await needs()).map(({ kind }) => kind)).not.toContain('cannot-come');
  });

  test('is no longer absent once the office removes the time off', async () => {
    await report();
    const [{ id = '' } = {}] = await timeOff();
    await app.call(schedule.removeTimeOff, { params: { id: cleanerID, timeOffID: id } }, office);
    expect((await own()).absence).toBeNull();
    expect((await needs()).map(({ kind }) => kind)).not.toContain('cannot-come');
  });

  test('is nobody else', async () => {
    const customer = await signedIn(app, 'customer', world.customers[0]?.id);
    for (const as of [office, customer]) {
      expect((await app.call(reportAbsence, { body: {} }, as)).status).toBe(403);
    }
    await report();
    const colleague = await signedIn(app, 'cleaner', other);
    expect((await app.call(readOwnAbsence, {}, colleague)).body.absence).toBeNull();
  });
});
