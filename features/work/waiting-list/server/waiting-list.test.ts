import { beforeEach, describe, expect, test } from 'vitest';
import * as booking from '#features/booking/booking/contract.ts';

import {
  at,
  DAY,
  type Person,
  startWaitingApp,
  TODAY,
} from '#features/booking/booking/server/testing/waiting-world.ts';
import * as cleaners from '#features/people/cleaners/contract.ts';
import * as jobs from '#features/work/jobs/contract.ts';
import * as blocks from '#features/work/schedule/contract/blocks.ts';
import * as schedule from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { offerFreedTime } from './offer-day.ts';

const world = await startWaitingApp();
const { app, office, person, cleaner, book, pay, join, wait, entry, states, leave, cancel, settle, pass } =
  world;
const { rejoin } = world;

let aminah: string;
/** Has booked the day. */
let wei: Person;
let mei: Person;
let siti: Person;
/** Wei's visit, which fills the day. */
let visit: string;

beforeEach(async () => {
  await world.reset();
  aminah = await cleaner();
  [wei, mei, siti] = [await person(), await person(), await person()];
  visit = await book(wei);
  await settle();
  app.sent.sms.length = 0;
  app.sent.mail.length = 0;
});

const messages = () => [
  ...app.sent.sms.map(({ body }) => body),
  ...app.sent.mail.map(({ subject }) => subject),
];
const offers = () => messages().filter((text) => /^A time is free/.test(text));

async function jobOf(entryID: string) {
  const { jobID } = await entry(entryID);
  return (await app.call(jobs.getJob, { params: { id: jobID ?? '' } }, office())).body;
}

describe('joining', () => {
  test('a full day can be waited for, by part of the day', async () => {
    const joined = await join(mei, { part: 'morning' });
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({
      customer: { id: mei.id },
      date: DAY,
      part: 'morning',
      hours: 3,
      numCleaners: 1,
      state: 'waiting',
      jobID: null,
    });
  });

  test('a day with free times is refused, with the times', async () => {
    await cleaner();
    const refused = problem(await join(mei));
    expect(refused).toMatchObject({
      status: 409,
      code: 'day_not_full',
      detail: 'Not full: choose 9:00 am.',
      slots: [{ startTime: at('09:00'), endTime: at('12:00') }],
    });
  });

  test('only free times of the wanted part of the day count', async () => {
    await cleaner();
    expect((await join(mei, { part: 'afternoon' })).status).toBe(201);
    expect(problem(await join(mei, { part: 'morning' })).code).toBe('day_not_full');
  });

  test('a second press returns the same entry, and other wishes keep the position in line', async () => {
    const id = await wait(mei);
    const { createdAt } = await entry(id);
    app.clock.advance({ minutes: 10 });
    expect(await wait(mei)).toBe(id);
    expect(await wait(mei, { part: 'afternoon' })).toBe(id);
    expect(await entry(id)).toMatchObject({ part: 'afternoon', createdAt });
    expect(await world.entries(mei.as)).toHaveLength(1);
  });

  test('two presses at once make one entry', async () => {
    const both = await Promise.all([wait(mei), wait(mei)]);
    expect(new Set(both).size).toBe(1);
  });

  test('five days at a time, also with many requests at once', async () => {
    await app.services.db.updateTable('cleaner').set({ trashedAt: app.clock.now().toString() }).execute();
    const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'];
    const all = await Promise.all(days.map((date) => join(mei, { date })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409]);
    const refused = all.find(({ status }) => status === 409);
    expect(refused && problem(refused).code).toBe('too_many_entries');
  });

  test.each([
    ['too soon', '2026-11-25', /24 hours/],
    ['too far', '2027-02-01', /60 days/],
    ['in the past', '2026-11-20', /24 hours/],
  ])('a day that is %s is refused beside the field', async (_why, date, sentence) => {
    const refused = problem(await join(mei, { date }));
    expect(refused).toMatchObject({ status: 422, errors: [{ path: 'date' }] });
    expect(JSON.stringify(refused)).toMatch(sentence);
  });

  test('a customer who has booked that day is refused', async () => {
    expect(problem(await join(wei)).code).toBe('already_booked');
  });

  test('another customer’s home and an unknown package are refused', async () => {
    expect((await join(mei, { addressID: siti.addressID })).status).toBe(404);
    expect((await join(mei, { packageID: app.services.newID() })).status).toBe(404);
    expect((await join(mei, { hours: 20 })).status).toBe(422);
  });

  test('the office adds a customer under the same limits, and removes them', async () => {
    const body = { packageID: world.world.packageID, addressID: mei.addressID, date: DAY };
    expect(problem(await app.call(calls.joinWaitingList, { body }, office()))).toMatchObject({
      errors: [{ path: 'customerID' }],
    });
    const added = await app.call(calls.joinWaitingList, { body: { ...body, customerID: mei.id } }, office());
    expect(added.body.customer.id).toBe(mei.id);
    const soon = { ...body, customerID: siti.id, addressID: siti.addressID, date: TODAY };
    expect((await app.call(calls.joinWaitingList, { body: soon }, office())).status).toBe(422);
    expect((await leave(added.body.id, office())).body.state).toBe('withdrawn');
    const reader = await signedIn(app, 'admin', undefined, 'read-only');
    expect((await app.call(calls.joinWaitingList, { body }, reader)).status).toBe(403);
  });

  test('customers see and leave their own entries only', async () => {
    const id = await wait(mei);
    expect(await world.entries(siti.as)).toEqual([]);
    expect(await world.entries(siti.as, { customerID: mei.id })).toEqual([]);
    expect((await leave(id, siti.as)).status).toBe(404);
    expect((await leave(id, mei.as)).body.state).toBe('withdrawn');
    expect((await leave(id, mei.as)).body.state).toBe('withdrawn');
  });
});

describe('an offer', () => {
  test('goes to the first in line: held for half an hour, by SMS and e-mail', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cancel(visit, wei.as);
    await settle();
    expect(await states(first, second)).toEqual(['offered', 'waiting']);
    const job = await jobOf(first);
    expect(job).toMatchObject({
      customerID: mei.id,
      status: 'pending',
      startTime: at('09:00'),
      cleaner1ID: aminah,
      holdExpiresAt: at('10:30', TODAY),
    });
    expect(offers()).toHaveLength(2);
    const [sms] = app.sent.sms.filter(({ body }) => /^A time is free/.test(body));
    expect(sms?.body).toContain('Sat 28 Nov, 9:00 am');
    expect(sms?.body).toContain('until 10:30 am');
    expect(sms?.body).toMatch(/\/p\/[a-z2-9]{7} /);
    expect(sms?.body).not.toContain(job.id);
  });

  test('is booked by paying it', async () => {
    const id = await wait(mei);
    await cancel(visit, wei.as);
    await settle();
    const job = await jobOf(id);
    expect((await pay(job.id, mei.as)).status).toBe(200);
    expect(await states(id)).toEqual(['booked']);
    expect((await jobOf(id)).status).toBe('paid');
  });

  test('that runs out goes to the next in line, and to nobody twice', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cancel(visit, wei.as);
    await settle();
    await pass({ minutes: 31 });
    expect(await states(first, second)).toEqual(['passed', 'offered']);
    await pass({ minutes: 31 });
    expect(await states(first, second)).toEqual(['passed', 'passed']);
    await pass({ minutes: 31 });
    expect(offers()).toHaveLength(4);
    const again = { ...mei, as: await signedIn(app, 'customer', mei.id) };
    expect(problem(await join(again)).code).toBe('day_not_full');
  });

  test('that runs out is told to its customer, who keeps waiting with one call, at the end of the line', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cancel(visit, wei.as);
    await settle();
    const fresh = async () => ({ ...mei, as: await signedIn(app, 'customer', mei.id) });
    expect((await rejoin(first, (await fresh()).as)).body.state).toBe('offered');
    await pass({ minutes: 31 });
    const told = app.sent.sms.filter(({ body }) => body.includes('has gone to the next person'));
    expect(told).toHaveLength(1);
    expect(told[0]?.body).toContain('/dashboard/bookings');
    const again = await rejoin(first, (await fresh()).as);
    expect([again.status, again.body.state, again.body.date]).toEqual([201, 'waiting', DAY]);
    expect(again.body.id).not.toBe(first);
    expect((await rejoin(first, (await fresh()).as)).body.id).toBe(again.body.id);
    expect(await states(first, second, again.body.id)).toEqual(['passed', 'offered', 'waiting']);
    await pass({ minutes: 31 });
    expect(await states(second, again.body.id)).toEqual(['passed', 'offered']);
  });

  test('that is declined is not told to its customer', async () => {
    const id = await wait(mei);
    await cancel(visit, wei.as);
    await settle();
    await leave(id, mei.as);
    await settle();
    expect(messages().filter((text) => text.includes('next person'))).toEqual([]);
  });

  test('that is declined goes to the next in line at once', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cancel(visit, wei.as);
    await settle();
    expect((await leave(first, mei.as)).body.state).toBe('declined');
    await settle();
    expect(await states(first, second)).toEqual(['declined', 'offered']);
  });

  test('is made to as many as there is time for', async () => {
    const other = await cleaner();
    const second = await book(await person());
    const [one, two, three] = [await wait(mei), await wait(siti), await wait(await person())];
    await Promise.all([cancel(visit, wei.as), cancel(second, office())]);
    await pass({ minutes: 1 });
    expect(await states(one, two, three)).toEqual(['offered', 'offered', 'waiting']);
    const crews = [(await jobOf(one)).cleaner1ID, (await jobOf(two)).cleaner1ID];
    expect(crews.toSorted()).toEqual([aminah, other].toSorted());
  });

  test('passes over those whom the time does not suit', async () => {
    const far = { part: 'afternoon' as const };
    const [first, second] = [await wait(mei, far), await wait(siti)];
    await cancel(visit, wei.as);
    await settle();
    expect(await states(first, second)).toEqual(['waiting', 'offered']);
  });

  test('keeps to the cleaner that the customer asked for', async () => {
    const first = await wait(mei, { cleanerID: aminah });
    await cleaner();
    const added = await book(await person());
    await cancel(added, office());
    await pass({ minutes: 1 });
    expect(await states(first)).toEqual(['waiting']);
    await cancel(visit, wei.as);
    await settle();
    expect((await jobOf(first)).cleaner1ID).toBe(aminah);
  });

  test('waits a minute after a change of the office, which could be undone', async () => {
    const id = await wait(mei);
    await settle();
    await cancel(visit, office());
    await settle();
    await pass({ seconds: 50 });
    expect(await states(id)).toEqual(['waiting']);
    await pass({ seconds: 10 });
    expect(await states(id)).toEqual(['offered']);
  });

  test('is not made at night, but in the morning', async () => {
    const id = await wait(mei);
    app.clock.set(at('21:00', TODAY));
    const free = await signedIn(app, 'customer', wei.id);
    await cancel(visit, free);
    await settle();
    expect(await states(id)).toEqual(['waiting']);
    app.clock.set(at('07:59', '2026-11-26'));
    await pass({ minutes: 0 });
    expect(offers()).toEqual([]);
    await pass({ minutes: 1 });
    expect(await states(id)).toEqual(['offered']);
    expect(offers()).toHaveLength(2);
  });

  test('leaves out a customer who holds a booking for that day, and closes the entry once it is paid', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cleaner('{[480,1200)}');
    const body = {
      packageID: world.world.packageID,
      addressID: mei.addressID,
      startTime: at('15:00'),
    };
    const held = await app.call(booking.createJob, { body }, mei.as);
    await settle();
    expect(await states(first, second)).toEqual(['waiting', 'offered']);
    await pay(held.body.id, mei.as);
    expect(await states(first)).toEqual(['closed']);
  });

  test('ends when the lead time is reached', async () => {
    const id = await wait(mei);
    app.clock.set(at('09:30', '2026-11-27'));
    await pass({ minutes: 0 });
    // A visit of the evening could still be booked.
    expect(await states(id)).toEqual(['waiting']);
    app.clock.set(at('17:30', '2026-11-27'));
    await pass({ minutes: 0 });
    expect(await states(id)).toEqual(['closed']);
  });

  test('is closed if the home is gone', async () => {
    const id = await wait(mei);
    const now = app.clock.now().toString();
    await app.services.db
      .updateTable('customer_address')
      .set({ trashedAt: now })
      .where('id', '=', mei.addressID)
      .execute();
    await cancel(visit, wei.as);
    await settle();
    expect(await states(id)).toEqual(['closed']);
  });

  test('counts like a booking of the customer’s own: with five unpaid ones, the next is asked', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cleaner('{[480,1200)}');
    await app.services.db.updateTable('waiting_entry').set({ part: 'morning' }).execute();
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']) {
      const body = {
        packageID: world.world.packageID,
        addressID: mei.addressID,
        startTime: at('13:00', day),
      };
      expect((await app.call(booking.createJob, { body }, mei.as)).status).toBe(201);
    }
    await offerFreedTime(app.context(), { day: DAY });
    expect(await states(first, second)).toEqual(['waiting', 'offered']);
  });
});

describe('time that becomes free', () => {
  const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a visit is moved', () => moveVisit()],
    ['the office trashes an unpaid booking', () => trashHold()],
    ['a cleaner joins', () => addThroughApi()],
    ['working hours change', () => longerHours()],
    ['time off is removed', () => timeOffRemoved()],
    ['a block is removed', () => blockRemoved()],
  ];
  test.each(acts)('%s', async (_what, act) => {
    const id = await wait(mei);
    await settle();
    await act();
    await pass({ minutes: 1 });
    expect(await states(id)).toEqual(['offered']);
  });

  const moveVisit = () =>
    app.call(
      jobs.updateJob,
      { params: { id: visit }, body: { startTime: at('09:00', '2026-11-30') } },
      wei.as,
    );

  async function trashHold() {
    await cleaner();
    await app.services.db.updateTable('waiting_entry').set({ part: 'morning' }).execute();
    const body = { packageID: world.world.packageID, addressID: siti.addressID, startTime: at('09:00') };
    const { id } = (await app.call(booking.createJob, { body }, siti.as)).body;
    await settle();
    await app.call(jobs.trashJob, { params: { id } }, office());
  }

  let serial = 0;

  async function addThroughApi() {
    serial += 1;
    const body = {
      firstname: 'Rosa',
      lastname: 'Lim',
      mobile: `9123${String(4000 + serial)}`,
      gender: 'female' as const,
      languages: ['English'],
      saturdayAvailability: true,
      saturdayHours: '09:00-12:00',
    };
    const added = await app.call(cleaners.cleaners.create, { body }, office());
    expect(added.status).toBe(201);
  }

  async function longerHours() {
    const body = { saturdayAvailability: true, saturdayHours: '09:00-18:00' };
    const changed = await app.call(cleaners.updateCleaner, { params: { id: aminah }, body }, office());
    expect(changed.status).toBe(200);
  }

  async function timeOffRemoved() {
    const other = await cleaner();
    const times = { startTime: at('00:00'), endTime: at('23:59'), description: 'Leave' };
    // The day is full for others as long as she is away.
    const added = await app.call(schedule.addTimeOff, { params: { id: other }, body: times }, office());
    await settle();
    expect(added.status).toBe(201);
    const params = { id: other, timeOffID: added.body.id };
    expect((await app.call(schedule.removeTimeOff, { params }, office())).status).toBe(200);
  }

  async function blockRemoved() {
    const other = await cleaner();
    const block = {
      startTime: at('00:00'),
      endTime: at('23:59'),
      cleanerIDs: [other],
      description: 'Training',
    };
    const created = await app.call(blocks.createBlocks, { body: { unavailable_dates: [block] } }, office());
    expect(created.status).toBe(200);
    await settle();
    const { id } = await app.services.db.selectFrom('block_booking').select('id').executeTakeFirstOrThrow();
    expect((await app.call(blocks.removeBlock, { params: { id } }, office())).status).toBe(200);
  }

  test('and of which no event tells is found within minutes', async () => {
    const id = await wait(mei);
    await settle();
    await app.services.db.deleteFrom('cleaner_occupation').execute();
    await pass({ minutes: 4 });
    expect(await states(id)).toEqual(['waiting']);
    await pass({ minutes: 1 });
    expect(await states(id)).toEqual(['offered']);
  });

  test('costs one queued task, however often it is freed', async () => {
    await wait(mei);
    await settle();
    await app.call(
      jobs.updateJob,
      { params: { id: visit }, body: { startTime: at('09:00', '2026-11-30') } },
      wei.as,
    );
    await cancel(visit, wei.as);
    const { rows } = await app.database.pool.query(
      "select key from graphile_worker.jobs where key like 'offer-freed-time:%'",
    );
    expect(rows).toEqual([{ key: `offer-freed-time:${DAY}` }]);
  });

  test('on a day for which nobody waits queues nothing', async () => {
    await cancel(visit, wei.as);
    const { rows } = await app.database.pool.query(
      "select key from graphile_worker.jobs where key like 'offer-freed-time:%'",
    );
    expect(rows).toEqual([]);
  });
});

describe('failures', () => {
  test('a crash between hold and message loses neither: nothing is held, and the next run offers it', async () => {
    const id = await wait(mei);
    await cancel(visit, wei.as);
    const ctx = app.context();
    const outbox = {
      ...ctx.outbox,
      publishAll: async () => {
        throw new Error('The process is gone');
      },
    };
    const log = Object.assign(Object.create(ctx.log), { error: () => undefined });
    await offerFreedTime({ ...ctx, outbox, log }, { day: DAY });
    expect(await states(id)).toEqual(['waiting']);
    expect(await world.jobsOf(mei)).toEqual([]);
    await settle();
    expect(await states(id)).toEqual(['offered']);
    expect(offers()).toHaveLength(2);
  });

  test('an entry that fails keeps its place, and the others get their turn', async () => {
    const [first, second] = [await wait(mei), await wait(siti)];
    await cancel(visit, wei.as);
    const ctx = app.context();
    const failing = {
      ...ctx.composed,
      waitingBookings: {
        holdOffer: (async (as, offer) => {
          if (offer.customerID === mei.id) throw new Error('Something is wrong with this one');
          const { holdOffer } = ctx.composed.waitingBookings ?? {};
          if (holdOffer === undefined) throw new Error('No booking');
          return holdOffer(as, offer);
        }) satisfies NonNullable<typeof ctx.composed.waitingBookings>['holdOffer'],
      },
    };
    const errors: unknown[] = [];
    const log = Object.assign(Object.create(ctx.log), { error: (what: unknown) => errors.push(what) });
    await offerFreedTime({ ...ctx, composed: failing, log }, { day: DAY });
    expect(await states(first, second)).toEqual(['waiting', 'offered']);
    expect(errors).toHaveLength(1);
  });
});

test('the list is sorted by day and then by who came first, and filtered', async () => {
  await app.services.db.updateTable('cleaner').set({ trashedAt: app.clock.now().toString() }).execute();
  const late = await wait(mei, { date: '2026-12-02' });
  const [first, second] = [await wait(siti), await wait(mei)];
  const all = await world.entries(office());
  expect(all.map(({ id }) => id)).toEqual([first, second, late]);
  const ids = async (query: object) => (await world.entries(office(), query)).map(({ id }) => id);
  expect(await ids({ date: DAY })).toEqual([first, second]);
  expect(await ids({ from_date: '2026-12-01', to_date: '2026-12-02' })).toEqual([late]);
  expect(await ids({ customerID: siti.id })).toEqual([first]);
  await leave(first, siti.as);
  expect(await ids({ state: 'live' })).toEqual([second, late]);
  expect(await ids({ state: 'withdrawn' })).toEqual([first]);
});

test('entries are deleted after a year', async () => {
  await wait(mei);
  app.clock.set(at('10:00', '2027-12-01'));
  await app.runCronJobs();
  const left = await app.services.db.selectFrom('waiting_entry').select('id').execute();
  expect(left).toEqual([]);
});
