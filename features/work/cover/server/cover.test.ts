import { beforeEach, describe, expect, test } from 'vitest';
import * as booking from '#features/booking/booking/contract.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addCustomer, emptyDiaries } from '#features/booking/booking/server/testing/world.ts';
import * as checkout from '#features/booking/checkout/contract.ts';
import { feature as apiKeys } from '#features/office/api-keys/server/index.ts';
import { addKey } from '#features/office/api-keys/server/testing/add-key.ts';
import { addAdmin } from '#features/people/accounts/server/testing/admins.ts';
import * as jobs from '#features/work/jobs/contract.ts';
import { addHoliday, removeHoliday } from '#features/work/schedule/contract/holidays.ts';
import * as schedule from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature as cover } from './index.ts';

const { app, world } = await startBusiness({ customers: 1, more: [cover, apiKeys], connections: 12 });

const admin = await addAdmin(app, 'office');

let office: As;
let sick: string;
let mei: string;
let siti: string;

const TODAY = '2026-11-26';
const at = (time: string, day = TODAY) => `${day}T${time}:00+08:00`;
const period = { from: at('00:00'), until: at('23:59') };
const away = () => ({ cleanerIDs: [sick], ...period });
const planQuery = () => ({ cleanerIDs: sick, ...period });

beforeEach(async () => {
  app.clock.set(at('07:30'));
  await emptyDiaries(app.context());
  await app.services.db
    .updateTable('cleaner')
    .set({ trashedAt: app.clock.now().toString() })
    .where('trashedAt', 'is', null)
    .execute();
  [sick, mei, siti] = [
    await addCleaner(app.context()),
    await addCleaner(app.context()),
    await addCleaner(app.context()),
  ];
  await signInAgain();
});

async function signInAgain(): Promise<void> {
  office = await signedIn(app, 'admin', admin.id);
}

/** Sends all messages, also those that wait and those that follow from others. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await app.runOutbox('all');
}

/** Booked and announced the day before. */
async function visit(time: string, cleanerID = sick, day = TODAY): Promise<string> {
  app.clock.set(at('10:00', '2026-11-25'));
  await signInAgain();
  const [customer = await addCustomer(app.context())] = world.customers;
  const body = {
    packageID: world.packageID,
    addressID: customer.addressID,
    customerID: customer.id,
    startTime: at(time, day),
    cleaner1ID: cleanerID,
  };
  const { id } = (await app.call(booking.createJobForCustomer, { body }, office)).body;
  const card = { stripeToken: 'tok_visa' };
  expect((await app.call(checkout.commitJob, { params: { id }, body: card }, office)).status).toBe(200);
  await settle();
  app.sent.sms.length = 0;
  app.sent.mail.length = 0;
  app.clock.set(at('07:30'));
  await signInAgain();
  return id;
}

const plan = async () => (await app.call(calls.planCover, { query: planQuery() }, office)).body;

async function start(
  visits: { jobID: string; choice: calls.CoverChoice }[],
  more: object = { timeOff: 'Sick' },
) {
  const sent = await app.call(calls.startCover, { body: { ...away(), ...more, visits } }, office);
  expect(sent.status).toBe(201);
  return sent.body;
}

const undo = (id: string) => app.call(calls.undoCover, { params: { id }, body: {} }, office);
const job = async (id: string) => (await app.call(jobs.getJob, { params: { id } }, office)).body;
const crewOf = async (id: string) => (await job(id)).cleaners.map((member) => member.id);
const timeOffOf = async (cleanerID: string) => {
  const { body } = await app.call(schedule.listUnavailableDates, { query: { cleanerID } }, office);
  return Array.isArray(body) ? body.filter(({ kind }) => kind === 'time-off') : [];
};
/** What the customer was sent. */
const told = () =>
  [...app.sent.sms.map(({ body }) => body), ...app.sent.mail.map(({ subject }) => subject)].filter(
    (text) => !/^(New visit|You're no longer|Moved visit|.*postal)/.test(text),
  );

describe('the plan', () => {
  test('has a replacement for each visit, and another time, a question and a refund besides', async () => {
    const [morning, noon] = [await visit('09:00'), await visit('13:00')];
    const { cleaners, visits } = await plan();
    expect(cleaners.map(({ id }) => id)).toEqual([sick]);
    expect(visits.map(({ jobID }) => jobID)).toEqual([morning, noon]);
    for (const { options } of visits) {
      const kinds = options.map(({ choice }) => choice.kind);
      expect(kinds[0]).toBe('replace');
      expect(kinds.slice(-2)).toEqual(['ask', 'cancel']);
      for (const { message } of options) expect(message).not.toBe('');
    }
    expect(visits[0]?.options[0]?.message).toMatch(/Aminah \d+ will come/);
  });

  test('prefers a replacement who speaks the language of the home, and says so', async () => {
    const { db } = app.database;
    await visit('09:00');
    await db.updateTable('job').set({ addressLanguagePreference: 'Mandarin' }).execute();
    await db
      .updateTable('cleaner')
      .set({ languages: ['Mandarin'] })
      .where('id', '=', siti)
      .execute();
    const [first] = (await plan()).visits;
    expect(first?.options[0]).toMatchObject({
      choice: { kind: 'replace', cleanerID: siti },
      reasons: expect.arrayContaining([expect.stringContaining('Speaks Mandarin')]),
    });
  });

  test('does not propose one cleaner for two visits at a time', async () => {
    // At one time in two homes is impossible for her, so the second visit has a crew of its own that is away too.
    const [first] = [await visit('09:00')];
    await visit('09:00', mei);
    const { visits } = await plan();
    expect(visits.map(({ jobID }) => jobID)).toEqual([first]);
    expect(visits[0]?.options[0]?.choice).toEqual({ kind: 'replace', cleanerID: siti });
  });

  test('proposes to ask where nobody is free, and never to move without asking', async () => {
    await visit('09:00');
    await visit('09:00', mei);
    await visit('09:00', siti);
    const [first] = (await plan()).visits;
    expect(first?.options[0]?.choice.kind).toBe('ask');
    expect(first?.options.map(({ choice }) => choice.kind)).toContain('move');
  });

  test('offers free cleaners who are no match where nobody else is free, and takes them only with a reason', async () => {
    const id = await visit('09:00');
    await visit('09:00', mei);
    await app.services.db.updateTable('cleaner').set({ avoidsPets: true }).where('id', '=', siti).execute();
    await app.services.db.updateTable('job').set({ addressHasPets: true }).execute();
    const [first] = (await plan()).visits;
    expect(first?.options[0]?.choice.kind).toBe('ask');
    const option = first?.options.find(({ needsReason }) => needsReason);
    expect(option).toMatchObject({
      choice: { kind: 'replace', cleanerID: siti },
      reasons: ['Does not work in homes with pets'],
    });
    const choice = { kind: 'replace' as const, cleanerID: siti };
    const without = await start([{ jobID: id, choice }]);
    expect(without.visits).toMatchObject([{ state: 'failed' }]);
    const given = await start([{ jobID: id, choice: { ...choice, overrideReason: 'Knows the home' } }]);
    expect(given.visits).toMatchObject([{ state: 'done' }]);
  });

  test('proposes a swap with a cleaner whose own visit somebody else can do', async () => {
    const far = await addCustomer(app.context(), '640101');
    await visit('09:00');
    // Mei is in Toa Payoh; Siti comes from Jurong at noon, and is free for Mei's visit only.
    const her = await visit('10:00', mei);
    await app.services.db.updateTable('cleaner').set({ avoidsPets: true }).where('id', '=', siti).execute();
    await app.services.db.updateTable('job').set({ addressHasPets: true }).where('id', '!=', her).execute();
    const [first] = (await plan()).visits;
    expect(first?.options[0]?.choice).toEqual({
      kind: 'swap',
      cleanerID: mei,
      otherJobID: her,
      otherCleanerID: siti,
    });
    expect(far.id).toBeDefined();
  });

  test('names visits that begin within the hour first', async () => {
    const [soon, later] = [await visit('13:00'), await visit('17:00')];
    app.clock.set(at('12:30'));
    await signInAgain();
    const { visits } = await plan();
    expect(visits.map(({ jobID, isSoon }) => [jobID, isSoon])).toEqual([
      [soon, true],
      [later, false],
    ]);
  });

  test('is open to dispatchers only, and refuses an end before the beginning', async () => {
    const reader = await signedIn(app, 'admin', undefined, 'read-only');
    expect((await app.call(calls.planCover, { query: planQuery() }, reader)).status).toBe(403);
    const query = { ...planQuery(), until: at('00:00', '2026-11-25') };
    expect((await app.call(calls.planCover, { query }, office)).status).toBe(422);
    const years = { ...planQuery(), until: at('00:00', '2027-11-25') };
    expect((await app.call(calls.planCover, { query: years }, office)).status).toBe(422);
  });
});

describe('covering', () => {
  test('replaces her everywhere, sets the time off, and tells everyone a minute later', async () => {
    const [morning, noon] = [await visit('09:00'), await visit('13:00')];
    const done = await start([
      { jobID: morning, choice: { kind: 'replace', cleanerID: mei } },
      { jobID: noon, choice: { kind: 'replace', cleanerID: siti } },
    ]);
    expect(done.visits.map(({ state }) => state)).toEqual(['done', 'done']);
    expect([await crewOf(morning), await crewOf(noon)]).toEqual([[mei], [siti]]);
    expect(await timeOffOf(sick)).toHaveLength(1);
    await app.runOutbox();
    expect(told()).toEqual([]);
    await settle();
    expect(told()).toHaveLength(2);
  });

  test('a visit whose replacement was booked meanwhile fails alone', async () => {
    const [morning, noon] = [await visit('09:00'), await visit('13:00')];
    await visit('09:30', mei);
    const done = await start([
      { jobID: morning, choice: { kind: 'replace', cleanerID: mei } },
      { jobID: noon, choice: { kind: 'replace', cleanerID: siti } },
    ]);
    expect(done.visits.map(({ state }) => state)).toEqual(['failed', 'done']);
    expect(done.visits[0]?.detail).toMatch(/another visit/);
    expect(await crewOf(morning)).toEqual([sick]);
  });

  test('swaps two cleaners in one transaction', async () => {
    const [hers, other] = [await visit('09:00'), await visit('09:00', mei)];
    const choice = { kind: 'swap', cleanerID: mei, otherJobID: other, otherCleanerID: siti } as const;
    const done = await start([{ jobID: hers, choice }]);
    expect(done.visits[0]?.state).toBe('done');
    expect([await crewOf(hers), await crewOf(other)]).toEqual([[mei], [siti]]);
    expect((await undo(done.id)).status).toBe(200);
    expect([await crewOf(hers), await crewOf(other)]).toEqual([[sick], [mei]]);
  });

  test('a swap is undone whichever of the two visits begins first', async () => {
    const [hers, other] = [await visit('10:00'), await visit('09:00', mei)];
    const choice = { kind: 'swap', cleanerID: mei, otherJobID: other, otherCleanerID: siti } as const;
    const done = await start([{ jobID: hers, choice }]);
    expect((await undo(done.id)).body.visits[0]).toMatchObject({ state: 'undone', detail: '' });
    expect([await crewOf(hers), await crewOf(other)]).toEqual([[sick], [mei]]);
  });

  test('a swap that cannot be completed changes neither visit', async () => {
    const [hers, other] = [await visit('09:00'), await visit('09:00', mei)];
    await visit('09:30', siti);
    const choice = { kind: 'swap', cleanerID: mei, otherJobID: other, otherCleanerID: siti } as const;
    const done = await start([{ jobID: hers, choice }]);
    expect(done.visits[0]?.state).toBe('failed');
    expect([await crewOf(hers), await crewOf(other)]).toEqual([[sick], [mei]]);
  });

  test('moves a visit to another time with her', async () => {
    const id = await visit('09:00');
    const startTime = at('10:00', '2026-11-27');
    const done = await start([{ jobID: id, choice: { kind: 'move', startTime } }]);
    expect(done.visits[0]?.state).toBe('done');
    expect((await job(id)).startTime).toBe(startTime);
    await settle();
    expect(told().some((text) => /has moved to Fri 27 Nov/.test(text))).toBe(true);
  });

  test('cancels once it can no longer be undone, with everything back', async () => {
    const id = await visit('09:00');
    const done = await start([{ jobID: id, choice: { kind: 'cancel' } }]);
    expect(done.visits[0]?.state).toBe('waiting');
    expect((await job(id)).status).toBe('paid');
    await settle();
    expect((await job(id)).status).toBe('cancelled');
    const { body } = await app.call(calls.readCover, { params: { id: done.id } }, office);
    expect(body.visits[0]?.state).toBe('done');
    await settle();
    expect(app.sent.mail.some(({ body }) => /S\$90\.00/.test(body))).toBe(true);
  });

  test.each([
    ['cancels for an API key', null, { status: 'cancelled', state: 'done', detail: '' }],
    [
      'cancels nothing for an API key that has expired meanwhile',
      at('07:30'),
      { status: 'paid', state: 'failed', detail: expect.stringMatching(/no longer exists/) },
    ],
  ])('%s', async (_what, expiresAt, { status, ...expected }) => {
    const id = await visit('09:00');
    const key = await addKey(app, 'office');
    const body = { ...away(), timeOff: 'Sick', visits: [{ jobID: id, choice: { kind: 'cancel' as const } }] };
    const done = await app.call(calls.startCover, { body }, key);
    await app.database.pool.query('update api_key set expires_at = $2 where id = $1', [key.id, expiresAt]);
    await settle();
    const { visits } = (await app.call(calls.readCover, { params: { id: done.body.id } }, office)).body;
    expect(visits[0]).toMatchObject(expected);
    expect((await job(id)).status).toBe(status);
  });

  test('a repeated request with its key covers once', async () => {
    const id = await visit('09:00');
    const body = {
      ...away(),
      timeOff: 'Sick',
      visits: [{ jobID: id, choice: { kind: 'replace' as const, cleanerID: mei } }],
    };
    const keyed: As = { ...office, headers: { 'idempotency-key': 'sick-today' } };
    const first = await app.call(calls.startCover, { body }, keyed);
    const again = await app.call(calls.startCover, { body }, keyed);
    expect(again.body).toEqual(first.body);
    expect(await timeOffOf(sick)).toHaveLength(1);
  });

  test('a visit whose customer was asked, or that is being cancelled, is not covered twice', async () => {
    const [asked, ending] = [await visit('09:00'), await visit('13:00')];
    const both = [
      { jobID: asked, choice: { kind: 'ask' as const } },
      { jobID: ending, choice: { kind: 'cancel' as const } },
    ];
    const [first, second] = await Promise.all([start(both, {}), start(both, {})]);
    const states = [first, second].map(({ visits }) => visits.map(({ state }) => state).join());
    expect(states.toSorted()).toEqual(['failed,failed', 'waiting,waiting']);
    expect((await plan()).visits).toEqual([]);
    await settle();
    expect(app.sent.sms.filter(({ body }) => /a full refund: \S+\/p\/\w{7} /.test(body))).toHaveLength(1);
  });

  test('a visit that does not exist, or is listed twice, is refused', async () => {
    const id = await visit('09:00');
    const ask = (jobID: string) => ({ jobID, choice: { kind: 'ask' as const } });
    for (const visits of [
      [ask(id), ask(sick)],
      [ask(id), ask(id)],
    ]) {
      const body = { ...away(), timeOff: 'Sick', visits };
      const refused = problem(await app.call(calls.startCover, { body }, office));
      expect(refused).toMatchObject({ code: 'invalid', errors: [{ path: 'visits' }] });
    }
    expect(await timeOffOf(sick)).toEqual([]);
  });

  test('nobody who is away replaces another, even if the request asks for it', async () => {
    const id = await visit('09:00');
    for (const cleanerID of [sick, mei]) {
      const visits = [{ jobID: id, choice: { kind: 'replace' as const, cleanerID } }];
      const done = await start(visits, { cleanerIDs: [sick, mei] });
      expect(done.visits).toMatchObject([{ state: 'failed', detail: expect.stringMatching(/cannot come/) }]);
    }
    expect(await crewOf(id)).toEqual([sick]);
  });

  test('a second press for the same time adds no second time off, and its undo leaves the first', async () => {
    await start([]);
    app.clock.set(at('07:31'));
    const second = await start([]);
    expect(await timeOffOf(sick)).toHaveLength(1);
    expect((await undo(second.id)).status).toBe(200);
    expect(await timeOffOf(sick)).toHaveLength(1);
  });

  test('two people who cover the same visit: one succeeds, the other is told', async () => {
    const id = await visit('09:00');
    const replace = (cleanerID: string) => start([{ jobID: id, choice: { kind: 'replace', cleanerID } }], {});
    const both = await Promise.all([replace(mei), replace(siti)]);
    expect(both.map(({ visits }) => visits[0]?.state).sort()).toEqual(['done', 'failed']);
    expect(await crewOf(id)).toHaveLength(1);
  });
});

describe('several cleaners', () => {
  const planFor = async (query: object) => {
    const sent = await app.call(calls.planCover, { query: { ...period, ...query } }, office);
    expect(sent.status).toBe(200);
    return sent.body;
  };

  test('are not proposed for each other', async () => {
    const [hers, theirs] = [await visit('09:00'), await visit('13:00', mei)];
    const { cleaners, visits } = await planFor({ cleanerIDs: `${sick},${mei}` });
    expect(cleaners).toHaveLength(2);
    expect(visits.map(({ jobID, away: [one] }) => [jobID, one?.id])).toEqual([
      [hers, sick],
      [theirs, mei],
    ]);
    for (const { options } of visits) {
      const by = options.flatMap(({ choice }) => (choice.kind === 'replace' ? [choice.cleanerID] : []));
      expect(by).toEqual([siti]);
    }
    const choices = [
      { jobID: hers, choice: { kind: 'replace' as const, cleanerID: siti } },
      { jobID: theirs, choice: { kind: 'replace' as const, cleanerID: siti } },
    ];
    const done = await start(choices, { cleanerIDs: [sick, mei] });
    expect(done).toMatchObject({ cleanerID: null, visits: [{ state: 'done' }, { state: 'done' }] });
    expect([await crewOf(hers), await crewOf(theirs)]).toEqual([[siti], [siti]]);
    await undo(done.id);
    expect([await crewOf(hers), await crewOf(theirs)]).toEqual([[sick], [mei]]);
  });

  test('have their time off set one by one', async () => {
    const body = { ...away(), cleanerIDs: [sick, mei], timeOff: 'Training', visits: [] };
    const refused = await app.call(calls.startCover, { body }, office);
    expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path: 'timeOff' }] });
  });

  test('a holiday: nobody can come, so visits move, or their customers are asked', async () => {
    const [hers, theirs] = [await visit('09:00'), await visit('09:00', mei)];
    const holiday = { body: { day: TODAY, name: 'Polling Day', acknowledge: true } };
    expect((await app.call(addHoliday, holiday, office)).status).toBe(201);
    const { visits, later } = await planFor({});
    expect(visits.map(({ jobID }) => jobID).toSorted()).toEqual([hers, theirs].toSorted());
    expect(later).toBeNull();
    for (const { options } of visits) {
      const kinds = options.map(({ choice }) => choice.kind);
      expect(kinds[0]).toBe('ask');
      expect(kinds).toContain('move');
      expect(kinds).not.toContain('replace');
    }
    const startTime = at('10:00', '2026-11-27');
    const done = await start([{ jobID: hers, choice: { kind: 'move', startTime } }], { cleanerIDs: [] });
    expect(done.visits[0]?.state).toBe('done');
    expect((await undo(done.id)).body.visits[0]).toMatchObject({ state: 'undone', detail: '' });
    expect((await job(hers)).startTime).toBe(at('09:00'));
    await app.call(removeHoliday, { params: { day: TODAY } }, office);
  });

  test('only some of the visits, and how many follow after the period', async () => {
    const [morning, noon] = [await visit('09:00'), await visit('13:00')];
    await visit('09:00', sick, '2026-11-27');
    const { visits } = await planFor({ cleanerIDs: sick, jobIDs: noon });
    expect(visits.map(({ jobID }) => jobID)).toEqual([noon]);
    const { visits: all, later } = await planFor({ cleanerIDs: sick });
    expect(all.map(({ jobID }) => jobID)).toEqual([morning, noon]);
    expect(later).toEqual({ visits: 1, from: at('09:00', '2026-11-27') });
  });
});

test('customers of a cleaner who leaves are offered no other times with her', async () => {
  const id = await visit('09:00');
  const query = { ...planQuery(), leaves: true };
  const [first] = (await app.call(calls.planCover, { query }, office)).body.visits;
  expect(first?.options.map(({ choice }) => choice.kind)).not.toContain('move');
  await start([{ jobID: id, choice: { kind: 'ask' } }], { timeOff: 'Leaves', leaves: true });
  await settle();
  const link = app.sent.mail.map(({ body }) => /visit-choice#(\S+)/.exec(body)?.[1]).find(Boolean);
  const { body } = await app.call(calls.readVisitChoice, { body: { token: link ?? '' } });
  expect(body.times).toEqual([]);
});

describe('undo', () => {
  test('within a minute puts back everything and sends nothing', async () => {
    const [morning, noon, evening] = [await visit('09:00'), await visit('12:30'), await visit('16:00')];
    const done = await start([
      { jobID: morning, choice: { kind: 'replace', cleanerID: mei } },
      { jobID: noon, choice: { kind: 'ask' } },
      { jobID: evening, choice: { kind: 'cancel' } },
    ]);
    const { body, status } = await undo(done.id);
    expect(status).toBe(200);
    expect(body.visits.map(({ state }) => state)).toEqual(['undone', 'undone', 'undone']);
    expect(await crewOf(morning)).toEqual([sick]);
    expect(await timeOffOf(sick)).toEqual([]);
    await settle();
    expect((await job(evening)).status).toBe('paid');
    expect([...app.sent.sms, ...app.sent.mail]).toEqual([]);
    expect((await undo(done.id)).body).toEqual(body);
  });

  test('is refused later', async () => {
    const id = await visit('09:00');
    const done = await start([{ jobID: id, choice: { kind: 'replace', cleanerID: mei } }]);
    app.clock.advance({ seconds: 61 });
    expect(problem(await undo(done.id)).code).toBe('too_late_to_undo');
  });

  const timeOff = (cleanerID: string) =>
    app.call(
      schedule.addTimeOff,
      {
        params: { id: cleanerID },
        body: { startTime: '2026-11-26 00:00', endTime: '2026-11-27 00:00', acknowledge: true },
      },
      office,
    );

  test('puts her back although she already had time off, and the visit still needs crew', async () => {
    const id = await visit('09:00');
    expect((await timeOff(sick)).status).toBe(201);
    const done = await start([{ jobID: id, choice: { kind: 'replace', cleanerID: mei } }], {});
    expect((await undo(done.id)).body.visits[0]).toMatchObject({ state: 'undone', detail: '' });
    expect(await crewOf(id)).toEqual([sick]);
    expect(await timeOffOf(sick)).toHaveLength(1);
    expect(await job(id)).toMatchObject({ lacksCrew: true });
    // Her time off counts again once the visit has left, and the rest of the day has counted all along.
    const again = await start([{ jobID: id, choice: { kind: 'replace', cleanerID: siti } }], {});
    expect(again.visits[0]?.state).toBe('done');
    await expect(visit('09:00')).rejects.toThrow();
    await expect(visit('15:00')).rejects.toThrow();
  });

  test('moves a visit back over time off', async () => {
    const id = await visit('09:00');
    await timeOff(sick);
    const startTime = at('10:00', '2026-11-27');
    const done = await start([{ jobID: id, choice: { kind: 'move', startTime } }], {});
    expect((await undo(done.id)).body.visits[0]).toMatchObject({ state: 'undone', detail: '' });
    expect(await job(id)).toMatchObject({ startTime: at('09:00') });
    await settle();
    expect(told()).toEqual([]);
  });

  test('does not put her back over a visit that she was given meanwhile', async () => {
    const id = await visit('09:00');
    const done = await start([{ jobID: id, choice: { kind: 'replace', cleanerID: mei } }], {});
    const other = await visit('10:00');
    expect((await undo(done.id)).body.visits[0]).toMatchObject({
      state: 'done',
      detail: expect.stringMatching(/no longer free/),
    });
    expect([await crewOf(id), await crewOf(other)]).toEqual([[mei], [sick]]);
  });

  test('leaves a visit that a colleague has changed since', async () => {
    const id = await visit('09:00');
    const done = await start([{ jobID: id, choice: { kind: 'replace', cleanerID: mei } }]);
    await app.call(jobs.updateJob, { params: { id }, body: { cleaner1ID: siti } }, office);
    const { body } = await undo(done.id);
    expect(body.visits[0]).toMatchObject({ state: 'done', detail: expect.stringMatching(/changed since/) });
    expect(await crewOf(id)).toEqual([siti]);
  });
});

describe('a customer who is asked', () => {
  async function asked(): Promise<{ readonly id: string; readonly token: string; readonly coverID: string }> {
    const id = await visit('09:00');
    const done = await start([{ jobID: id, choice: { kind: 'ask' } }]);
    await settle();
    const link = app.sent.mail.map(({ body }) => /visit-choice#(\S+)/.exec(body)?.[1]).find(Boolean);
    return { id, token: link ?? '', coverID: done.id };
  }

  const read = (token: string) => app.call(calls.readVisitChoice, { body: { token } });
  const choose = (token: string, choice: string) =>
    app.call(calls.chooseForVisit, { body: { token, choice } });

  test('is offered two times and a refund, without signing in', async () => {
    const { token } = await asked();
    const { body } = await read(token);
    expect(body.times).toHaveLength(2);
    expect(body.chosen).toBeNull();
  });

  test('moves the visit; choosing again changes nothing, something else is refused', async () => {
    const { id, token, coverID } = await asked();
    const [time = '', other = ''] = (await read(token)).body.times;
    expect((await choose(token, time)).body.chosen).toBe(time);
    expect((await job(id)).startTime).toBe(time);
    expect((await choose(token, time)).status).toBe(200);
    expect(problem(await choose(token, other)).code).toBe('choice_closed');
    const { body } = await app.call(calls.readCover, { params: { id: coverID } }, office);
    expect(body.visits[0]?.state).toBe('done');
  });

  test('gets a full refund, within the time in which cancelling costs', async () => {
    const { id, token } = await asked();
    expect((await choose(token, 'cancel')).body.chosen).toBe('cancel');
    expect(await job(id)).toMatchObject({ status: 'cancelled' });
  });

  test('two choices at once: one is taken', async () => {
    const { token } = await asked();
    const [time = ''] = (await read(token)).body.times;
    const both = await Promise.all([choose(token, time), choose(token, 'cancel')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('cannot choose a time that was not offered, nor once the office has moved the visit', async () => {
    const { id, token } = await asked();
    expect(problem(await choose(token, at('10:00', '2026-12-24'))).code).toBe('choice_closed');
    await app.call(
      jobs.updateJob,
      { params: { id }, body: { startTime: at('10:00', '2026-12-01') } },
      office,
    );
    expect(problem(await choose(token, 'cancel')).code).toBe('choice_closed');
  });

  const reassign = (id: string, cleaner1ID = siti) =>
    app.call(jobs.updateJob, { params: { id }, body: { cleaner1ID } }, office);
  const visitIn = async (coverID: string) =>
    (await app.call(calls.readCover, { params: { id: coverID } }, office)).body.visits[0];

  test('cannot choose once somebody else comes, and is told so instead of about another cleaner', async () => {
    const { id, token, coverID } = await asked();
    expect((await reassign(id)).status).toBe(200);
    expect((await read(token)).body).toMatchObject({ times: [], chosen: null, closed: 'covered' });
    expect(problem(await choose(token, 'cancel')).code).toBe('choice_closed');
    expect(await job(id)).toMatchObject({ status: 'paid' });
    expect(await visitIn(coverID)).toMatchObject({
      state: 'done',
      detail: expect.stringMatching(/Somebody was found/),
    });
    app.sent.sms.length = 0;
    app.sent.mail.length = 0;
    await settle();
    expect(told()).toEqual([expect.stringMatching(/^Good news/), expect.stringMatching(/after all$/)]);
  });

  test('is not asked if somebody is found within the minute', async () => {
    const id = await visit('09:00');
    await start([{ jobID: id, choice: { kind: 'ask' } }]);
    await reassign(id);
    await settle();
    expect(told()).toEqual([expect.stringMatching(/^A change for your clean/)]);
  });

  test('can still choose after a change that brings nobody', async () => {
    const { id, token } = await asked();
    const body = { specialRequests: 'Mind the cat.' };
    expect((await app.call(jobs.updateJob, { params: { id }, body }, office)).status).toBe(200);
    expect((await read(token)).body.closed).toBeNull();
    expect((await choose(token, 'cancel')).status).toBe(200);
  });

  test('cannot choose once the visit has begun, by time or by clock', async () => {
    const { id, token, coverID } = await asked();
    app.clock.set(at('09:00'));
    await signInAgain();
    expect((await read(token)).body.closed).toBe('begun');
    expect(problem(await choose(token, 'cancel')).code).toBe('choice_closed');
    expect(await job(id)).toMatchObject({ status: 'paid' });
    await app.runCronJobs();
    expect(await visitIn(coverID)).toMatchObject({ state: 'done', detail: expect.stringMatching(/began/) });
  });

  test('chooses while the office assigns somebody: only one of both happens', async () => {
    const { id, token } = await asked();
    const [chosen, assigned] = await Promise.all([choose(token, 'cancel'), reassign(id)]);
    expect([chosen.status, assigned.status].toSorted()).toEqual([200, 409]);
    const { status } = await job(id);
    expect(status).toBe(chosen.status === 200 ? 'cancelled' : 'paid');
  });

  test('decides as themselves, also after the admin who asked has left', async () => {
    const other = await addAdmin(app, 'leaver');
    office = await signedIn(app, 'admin', other.id);
    const id = await visit('09:00');
    office = await signedIn(app, 'admin', other.id);
    await start([{ jobID: id, choice: { kind: 'ask' } }]);
    await settle();
    const token = app.sent.mail.map(({ body }) => /visit-choice#(\S+)/.exec(body)?.[1]).find(Boolean) ?? '';
    await app.services.db
      .updateTable('admin')
      .set({ trashedAt: app.clock.now().toString() })
      .where('id', '=', other.id)
      .execute();
    expect((await choose(token, 'cancel')).body.chosen).toBe('cancel');
    const entry = await app.services.db
      .selectFrom('audit_entry')
      .select(['actorRole', 'actorID'])
      .where('action', '=', 'job.cancelled')
      .where('subjectID', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actorRole: 'customer', actorID: world.customers[0]?.id });
    await signInAgain();
    expect(await job(id)).toMatchObject({ status: 'cancelled' });
  });

  test('a visit that was to be cancelled stays if somebody is found within the minute', async () => {
    const id = await visit('09:00');
    const { id: coverID } = await start([{ jobID: id, choice: { kind: 'cancel' } }]);
    await reassign(id);
    await settle();
    expect(await job(id)).toMatchObject({ status: 'paid' });
    expect(await visitIn(coverID)).toMatchObject({
      state: 'done',
      detail: expect.stringMatching(/Somebody was found/),
    });
  });

  test('needs the exact link', async () => {
    const { token } = await asked();
    const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    for (const sent of [wrong, 'x', `${token}x`]) {
      expect(problem(await read(sent)).code).toBe('bad_choice_link');
    }
  });
});
