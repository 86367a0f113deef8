import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import * as jobsCalls from '#features/work/jobs/contract.ts';
import * as scheduleCalls from '#features/work/schedule/contract.ts';
import { MAX_CENTS } from '#platform/kernel/money.ts';
import { withHooks } from '#platform/testing/query-hooks.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import * as bookingCalls from '../contract.ts';
import { quoteJob } from './quote-job.ts';
import { startBusiness } from './testing/booking-app.ts';
import {
  addBlock,
  addCleaner,
  addCustomer,
  addPackage,
  emptyDiaries,
  PACKAGE_PRICE,
} from './testing/world.ts';

let office: As;
const day = Temporal.PlainDate.from('2026-12-01');

beforeEach(async () => {
  await emptyDiaries(app.context());
  office = await signedIn(app, 'admin'); // an admin's session ends after half an hour of inactivity
});

const customer = (i: number) => world.customers[i] ?? { id: '', addressID: '' };

const { app, world } = await startBusiness({ customers: 2, cleaners: 2 });
const mei = await signedIn(app, 'customer', customer(0).id);

const cleaner = (i: number) => world.cleanerIDs[i] ?? '';
const at = (time: string) => `${day}T${time}:00+08:00`;

const requestFor = (time: string, more: object = {}) => ({
  packageID: world.packageID,
  addressID: customer(0).addressID,
  startTime: at(time),
  ...more,
});

/** Blocks a day from 08:00 to 20:00. */
const takeDay = (cleanerID: string, date: Temporal.PlainDate) =>
  addBlock(app.context(), cleanerID, { from: `${date}T08:00:00+08:00`, until: `${date}T20:00:00+08:00` });

const book = (time: string, more: object = {}, as: As = mei) =>
  app.call(bookingCalls.createJob, { body: requestFor(time, more) }, as);

const pay = (id: string, more: object = {}, as: As = mei) =>
  app.call(checkoutCalls.commitJob, { params: { id }, body: { stripeToken: 'tok_visa', ...more } }, as);

describe('booking', () => {
  test('holds the slot for 15 minutes, priced and frozen', async () => {
    const { status, body } = await book('09:00');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'pending',
      startTime: at('09:00'),
      endTime: at('12:00'),
      amountToPay: PACKAGE_PRICE,
      price: { total: PACKAGE_PRICE, gst: 0 },
      policy: { freeHours: 24, lateFeePercent: 50, companyRefundPercent: 100 },
      job_address_postal: '310145',
      cleanerType: 'any',
    });
    expect(body.holdExpiresAt).not.toBeNull();
    expect(body.cleaners).toHaveLength(1);
  });

  test('takes the next cleaner if the first is held, and lists free times if none is left', async () => {
    const first = await book('09:00');
    const second = await book('09:00');
    expect(second.body.cleaner1ID).not.toBe(first.body.cleaner1ID);
    const third = await book('09:00');
    expect(third.status).toBe(409);
    expect(problem(third)).toMatchObject({ code: 'slot_taken' });
    expect(problem(third).alternatives).toHaveLength(3);
    expect(problem(third).alternatives).toMatchObject([
      { startTime: at('12:00'), endTime: at('15:00') },
      { startTime: at('12:30') },
      { startTime: '2026-11-30T09:00:00+08:00' },
    ]);
  });

  test('offers another cleaner at the same time if the named one is taken', async () => {
    const wei = await signedIn(app, 'customer', customer(1).id);
    await book('09:00', { cleaner1ID: cleaner(0), addressID: customer(1).addressID }, wei);
    const again = await book('09:00', { cleaner1ID: cleaner(0) });
    expect(problem(again)).toMatchObject({
      code: 'slot_taken',
      alternatives: [{ startTime: at('09:00'), cleaners: [{ id: cleaner(1) }] }, {}, {}],
    });
  });

  test('frees a slot the moment its hold expires, without waiting for the cron job', async () => {
    const first = await book('09:00', { cleaner1ID: cleaner(0) });
    app.clock.advance({ minutes: 15 });
    const second = await book('09:00', { cleaner1ID: cleaner(0) });
    expect(second.status).toBe(201);
    expect((await app.call(jobsCalls.getJob, { params: { id: first.body.id } }, mei)).body.status).toBe(
      'expired',
    );
  });

  test('is idempotent per key, and refuses the key with another body', async () => {
    const headers = { ...mei, headers: { 'idempotency-key': 'one press' } };
    const [first, second] = [await book('09:00', {}, headers), await book('09:00', {}, headers)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(problem(await book('13:00', {}, headers)).code).toBe('idempotency_mismatch');
  });

  test('a customer with five holds cannot hold a sixth booking', async () => {
    const times = ['08:00', '11:30', '15:00', '08:00', '11:30'];
    for (const time of times) expect((await book(time)).status).toBe(201);
    expect(problem(await book('15:00')).code).toBe('too_many_holds');
  });

  test.each([
    ['a quarter past', { startTime: '2026-12-24T09:15:00+08:00' }, 'half-hour'],
    ['too late in the day', { startTime: '2026-12-24T18:00:00+08:00' }, 'opening-hours'],
    ['a public holiday', { startTime: '2026-12-25T09:00:00+08:00' }, 'holiday'],
    ['tomorrow morning', { startTime: '2026-11-24T09:00:00+08:00' }, 'too-soon'],
    ['next year', { startTime: '2027-11-23T09:00:00+08:00' }, 'too-far'],
  ])('refuses %s', async (_why, more, reason) => {
    expect(problem(await book('09:00', more))).toMatchObject({ code: 'not_bookable', status: 422, reason });
  });

  test('ignores prices from the client, and refuses to book for or at another customer', async () => {
    const foreign = await book('09:00', { addressID: customer(1).addressID });
    expect(foreign.status).toBe(404);
    const forced = await book('09:00', {
      price: 1,
      amountToPay: 1,
      customerID: customer(1).id,
    });
    expect((await book('09:00', { status: 'paid' })).status).toBe(422);
    expect(forced.body).toMatchObject({
      customerID: customer(0).id,
      amountToPay: PACKAGE_PRICE,
      status: 'pending',
      paid: false,
    });
  });

  test.each([
    ['promocode', { promocode: 'WELCOME10' }],
    ['hours', { hours: 2 }],
    ['jobType', { jobType: 'regular' }],
    ['packageID', { packageID: '01900000-0000-7000-8000-000000000000' }],
    ['nonsense', { nonsense: 1 }],
  ])('marks an invalid %s', async (path, more) => {
    const refused = await book('09:00', more);
    expect(refused.status).toBe(422);
    expect(problem(refused).errors?.map((error) => error.path)).toEqual([path]);
  });

  test('books a crew completely or not at all', async () => {
    const pair = await addPackage(app.context(), { crew: 2 });
    await book('09:00', { cleaner1ID: cleaner(0) });
    const refused = await book('10:00', { packageID: pair });
    expect(problem(refused).code).toBe('slot_taken');
    const booked = await book('13:00', { packageID: pair });
    expect(booked.body.cleaners.map((member) => member.id).sort()).toEqual([...world.cleanerIDs].sort());
    expect((await book('13:00')).status).toBe(409);
  });

  test('leaves travel time to another postal code', async () => {
    const far = await addCustomer(app.context(), '520201');
    const wei = await signedIn(app, 'customer', far.id);
    await book('09:00', { cleaner1ID: cleaner(0) });
    const there = { addressID: far.addressID, cleaner1ID: cleaner(0) };
    expect((await book('13:00', there, wei)).status).toBe(409);
    expect((await book('13:30', there, wei)).status).toBe(201);
  });

  test('the office books for a customer without lead time, with an audit entry', async () => {
    const soon = app.clock
      .now()
      .toZonedDateTimeISO('Asia/Singapore')
      .add({ hours: 2 })
      .round({ smallestUnit: 'hour' });
    const body = {
      ...requestFor('09:00'),
      startTime: soon.toString({ timeZoneName: 'never' }),
      customerID: customer(0).id,
    };
    const { status, body: job } = await app.call(bookingCalls.createJobForCustomer, { body }, office);
    expect(status).toBe(201);
    const audit = app.services.db.selectFrom('audit_entry').select('action').where('subjectID', '=', job.id);
    expect(await audit.execute()).toEqual([{ action: 'job.created' }]);
  });
});

describe('a series', () => {
  test('is held together, counts as one hold, and is paid with one charge', async () => {
    const booked = await book('09:00', { recurrence: { interval: 'weekly', count: 3 } });
    expect(booked.status).toBe(201);
    expect(booked.body.jobs).toHaveLength(3);
    expect(new Set(booked.body.jobs?.map((job) => job.cleaner1ID)).size).toBe(1);
    const paid = await pay(booked.body.id, { total: 3 * PACKAGE_PRICE });
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({ job: { status: 'paid', jobs: [{}, {}, {}] }, creditsLeft: 0 });
    const rows = await app.services.db
      .selectFrom('money_transaction')
      .select('total')
      .where('jobID', '=', booked.body.id)
      .execute();
    expect(rows).toEqual([{ total: 3 * PACKAGE_PRICE }]);
  });

  test('lists every date that is taken, and can skip them', async () => {
    for (const id of world.cleanerIDs) {
      await app.call(
        bookingCalls.createJobForCustomer,
        {
          body: {
            ...requestFor('09:00', { cleaner1ID: id }),
            startTime: `${day.add({ weeks: 1 })}T09:00:00+08:00`,
            customerID: customer(1).id,
            addressID: customer(1).addressID,
          },
        },
        office,
      );
    }
    const recurrence = { interval: 'weekly' as const, count: 3 };
    const refused = await book('09:00', { recurrence });
    expect(problem(refused)).toMatchObject({
      code: 'series_conflict',
      status: 409,
      conflicts: [
        {
          startTime: `${day.add({ weeks: 1 })}T09:00:00+08:00`,
          code: 'slot_taken',
          alternatives: [{}, {}, {}],
        },
      ],
    });
    const skipped = await book('09:00', { recurrence, onConflict: 'skip' });
    expect(skipped.body.jobs).toHaveLength(2);
  });
});

describe('the dates of a series', () => {
  const weekly = (count: number) => ({ recurrence: { interval: 'weekly' as const, count } });

  test('may be up to 12 months ahead after the first, but no further', async () => {
    const booked = await book('09:00', weekly(51));
    expect(booked.status).toBe(201);
    expect(booked.body.jobs?.at(-1)?.startTime).toBe('2027-11-16T09:00:00+08:00');
    const longer = await book('13:00', weekly(52));
    expect(longer.status).toBe(201);
    expect(longer.body.jobs?.at(-1)?.startTime).toBe('2027-11-23T13:00:00+08:00');
    const startTime = '2026-12-02T09:00:00+08:00';
    const tooLong = await book('09:00', { startTime, ...weekly(52) });
    expect(problem(tooLong).code).toBe('series_conflict');
    expect((problem(tooLong).conflicts as unknown[]).at(-1)).toMatchObject({
      startTime: '2027-11-24T09:00:00+08:00',
      code: 'not_bookable',
      detail: expect.stringContaining('12 months'),
    });
  });

  test('respect lead time and horizon for the first', async () => {
    const soon = await book('09:00', { startTime: '2026-11-24T09:00:00+08:00', ...weekly(3) });
    expect(problem(soon)).toMatchObject({ code: 'series_conflict', conflicts: [{ code: 'not_bookable' }] });
    const far = await book('09:00', { startTime: '2027-01-26T09:00:00+08:00', ...weekly(3) });
    expect(problem(far)).toMatchObject({ code: 'series_conflict', conflicts: [{ code: 'not_bookable' }] });
  });
});

describe('a quote', () => {
  test('needs one query per taken date, plus a constant number', async () => {
    for (const id of world.cleanerIDs) {
      for (let week = 0; week < 52; week += 1) await takeDay(id, day.add({ weeks: week }));
    }
    const queriesOf = async (count: number, more: object = {}) => {
      let queries = 0;
      const ctx = app.context();
      const db = withHooks(ctx.db, {
        answered() {
          queries += 1;
          return undefined;
        },
      });
      const recurrence = { interval: 'weekly', count };
      const body = bookingCalls.quoteJob.body.parse({
        ...quoted,
        startTime: at('09:00'),
        recurrence,
        ...more,
      });
      const quote = await quoteJob({ ...ctx, db }, body, null);
      return { queries, conflicts: 'conflicts' in quote ? quote.conflicts : [] };
    };
    const quoted = { packageID: world.packageID, postal: '310145' };
    const [short, long] = [await queriesOf(5), await queriesOf(52)];
    expect(long.queries - short.queries).toBeLessThanOrEqual(52 - 5);
    expect(long.conflicts).toHaveLength(52);
    expect(long.conflicts.map((conflict) => conflict.alternatives.length)).toEqual(Array(52).fill(3));
    const hopeless = await queriesOf(52, { numCleaners: 5 }); // more than work here
    expect(hopeless.conflicts.flatMap((conflict) => conflict.alternatives)).toEqual([]);
    expect(hopeless.queries).toBeLessThan(long.queries);
  });

  test('is throttled by address for visitors, but not for customers', async () => {
    const body = { packageID: world.packageID };
    const statuses = new Set<number>();
    for (let i = 0; i < 61; i += 1) statuses.add((await app.call(bookingCalls.quoteJob, { body })).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await app.call(bookingCalls.quoteJob, { body }, mei)).status).toBe(200);
    app.clock.advance({ minutes: 1, seconds: 2 });
    expect((await app.call(bookingCalls.quoteJob, { body })).status).toBe(200);
  });

  test('returns price, crew and conflicts, and holds nothing', async () => {
    const { status, body } = await app.call(bookingCalls.quoteJob, { body: requestFor('09:00') }, mei);
    expect(status).toBe(200);
    expect(body).toMatchObject({ visits: 1, total: PACKAGE_PRICE, conflicts: [], startTime: at('09:00') });
    expect(body.cleaners).toHaveLength(1);
    const anyone = await app.call(bookingCalls.quoteJob, {
      body: { packageID: world.packageID, postal: '310145' },
    });
    expect(anyone.body).toMatchObject({ startTime: null, total: PACKAGE_PRICE, cleaners: [] });
    expect(
      (await app.call(jobsCalls.listJobs, { query: { from_date: String(day), to_date: String(day) } }, mei))
        .body.total,
    ).toBe(0);
  });
});

describe('a body with the figures that existing clients send', () => {
  test.each([
    ['/api/jobs/quote', 200],
    ['/api/customers/createjob', 201],
    ['/api/jobs', 201],
  ])('%s accepts client figures, ignores them, and refuses unknown fields', async (url, status) => {
    const who = url === '/api/jobs' ? office : mei;
    const { id: customerID, addressID } = customer(0);
    const booking = { packageID: world.packageID, addressID, customerID, startTime: at('13:00') };
    const figures = { price: 1, total: 1, amountToPay: 1, creditsUsed: 9, auth: 'x', otpVerified: true };
    const post = (more: object) =>
      app.request({
        method: 'POST',
        url,
        payload: { ...booking, ...figures, ...more },
        headers: { authorization: `Bearer ${who.jwt}` },
      });
    expect((await post({ noSuchField: 'paid' })).status).toBe(422);
    if (status === 201) expect((await post({ status: 'paid' })).status).toBe(422);
    const reply = await post({});
    expect(reply.status).toBe(status);
    if (status === 201) expect(reply.body).toMatchObject({ status: 'pending', amountToPay: PACKAGE_PRICE });
  });
});

describe('offered slots', () => {
  test('ignore the person’s own booking, but nobody else’s', async () => {
    const only = await addCleaner(app.context());
    const { body: mine } = await book('09:00', { cleaner1ID: only });
    const query = { date: String(day), hours: 3, postal: '310145', cleanerID: only, excludeJobID: mine.id };
    const isFree = async (who?: As) => {
      const { body } = await app.call(scheduleCalls.listTimeAvailable, { query }, who);
      return body.slots?.some((slot) => slot.startTime === at('09:00'));
    };
    const other = await signedIn(app, 'customer', customer(1).id);
    expect([await isFree(mei), await isFree(office)]).toEqual([true, true]);
    expect([await isFree(other), await isFree()]).toEqual([false, false]);
  });

  test('can all be booked, and no other time can', async () => {
    const only = await addCleaner(app.context());
    await book('12:00', { cleaner1ID: only });
    const query = { date: String(day), hours: 3, postal: '310145', cleanerID: only };
    const { body } = await app.call(scheduleCalls.listTimeAvailable, { query }, mei);
    expect(body.date).toBe(String(day));
    expect(body.slots?.map((slot) => slot.startTime)).toEqual(
      ['08:00', '08:30', '09:00', '15:00', '15:30', '16:00', '16:30', '17:00'].map(at),
    );
    for (const slot of body.slots ?? []) {
      const booked = await book('09:00', { startTime: slot.startTime, cleaner1ID: only });
      expect(booked.status).toBe(201);
      await app.call(jobsCalls.trashJob, { params: { id: booked.body.id } }, office);
    }
    expect((await book('10:00', { cleaner1ID: only })).status).toBe(409);
  });

  test('are those of cleaners who speak an explicitly requested language; the home’s own language only ranks', async () => {
    const [only, { addressID }] = [await addCleaner(app.context()), customer(0)];
    const { db } = app.services;
    const cleanerOnly = db.updateTable('cleaner').where('id', '=', only);
    await cleanerOnly.set({ languages: ['English', 'mandarin'] }).execute();
    const home = db.updateTable('customer_address').where('id', '=', addressID);
    await home.set({ languagePreference: 'Tamil' }).execute();
    const query = { date: String(day), hours: 3, addressID, cleanerID: only };
    const count = async (more: object) => {
      const asked = { query: { ...query, ...more } };
      return (await app.call(scheduleCalls.listTimeAvailable, asked, office)).body.slots?.length;
    };
    const all = await count({});
    expect(all).toBeGreaterThan(0);
    expect(await count({ language: 'Mandarin' })).toBe(all);
    expect(await count({ language: 'Tamil' })).toBe(0);
    expect(await count({ language: '' })).toBe(all);
    await home.set({ languagePreference: '' }).execute();
  });

  test('cover up to 62 days, and closed days give a reason', async () => {
    const range = { from_date: '2026-12-01', to_date: '2027-01-31', postal: '310145' };
    const { body } = await app.call(scheduleCalls.listTimeAvailable, { query: range });
    expect(body.days).toHaveLength(62);
    expect(body.days.find((one) => one.date === '2026-12-25')).toMatchObject({
      closed: 'Christmas Day',
      slots: [],
    });
    const longer = await app.call(scheduleCalls.listTimeAvailable, {
      query: { ...range, to_date: '2027-02-01' },
    });
    expect(longer.status).toBe(422);
  });

  test('tell the office who is free, and why others are not', async () => {
    await book('09:00', { cleaner1ID: cleaner(0) });
    const query = { startTime: at('10:00'), hours: 3, postal: '310145' };
    const free = await app.call(scheduleCalls.listAvailable, { query }, office);
    expect(free.body.items.map((item) => item.id)).not.toContain(cleaner(0));
    const all = await app.call(scheduleCalls.listAvailable, { query: { ...query, explain: '1' } }, office);
    expect(all.body.items.find((item) => item.id === cleaner(0))).toMatchObject({
      free: false,
      reason: { code: 'job', detail: 'At another visit.' },
    });
    const seen = await app.call(scheduleCalls.listAvailable, { query: { ...query, explain: '1' } }, mei);
    expect(Object.keys(seen.body.items[0] ?? {}).sort()).toEqual([
      'firstname',
      'free',
      'id',
      'languages',
      'profilePhoto',
    ]);
  });
});

describe('a home with pets', () => {
  let only: string;
  const set = (hasPets: boolean) =>
    app.services.db
      .updateTable('customer_address')
      .set({ hasPets: hasPets })
      .where('id', '=', customer(0).addressID)
      .execute();
  beforeEach(async () => {
    only = await addCleaner(app.context());
    await app.services.db.updateTable('cleaner').set({ avoidsPets: true }).where('id', '=', only).execute();
    await set(true);
  });
  afterEach(() => set(false));

  test('is not assigned a cleaner who does not work with pets', async () => {
    expect((await book('09:00', { cleaner1ID: only })).status).toBe(409);
    await set(false);
    expect((await book('09:00', { cleaner1ID: only })).status).toBe(201);
  });

  test('is offered only times of cleaners who do', async () => {
    const query = { date: String(day), hours: 3, addressID: customer(0).addressID, cleanerID: only };
    const times = async (more: object = {}) => {
      const asked = { query: { ...query, ...more } };
      return (await app.call(scheduleCalls.listTimeAvailable, asked, mei)).body.slots ?? [];
    };
    expect(await times()).toEqual([]);
    expect(await times({ hasPets: '0' })).not.toEqual([]);
    await set(false);
    expect(await times()).not.toEqual([]);
    expect(await times({ hasPets: true })).toEqual([]);
  });

  test('tells the office why a cleaner is not proposed', async () => {
    const query = { startTime: at('09:00'), hours: 3, addressID: customer(0).addressID };
    const of = async (more: object = {}) => {
      const asked = { query: { ...query, explain: '1' as const, ...more } };
      const { body } = await app.call(scheduleCalls.listAvailable, asked, office);
      return body.items.find((item) => item.id === only);
    };
    expect(await of()).toMatchObject({
      free: false,
      reason: { code: 'pets', detail: 'Does not work in homes with pets.' },
    });
    expect(await of({ hasPets: '0' })).toMatchObject({ free: true });
  });

  test.each([
    ['list-available', scheduleCalls.listAvailable],
    ['list-time-available', scheduleCalls.listTimeAvailable],
  ])('is a boolean: %s refuses anything else', async (_name, call) => {
    const query = { startTime: at('09:00'), date: String(day), hasPets: 'banana' };
    expect(
      (await app.call(call as typeof scheduleCalls.listAvailable, { query } as never, office)).status,
    ).toBe(422);
  });
});

describe('a booking above the payment limit', () => {
  let packageID: string;
  beforeEach(async () => {
    packageID = await addPackage(app.context());
  });
  const priced = (cents: number) =>
    app.services.db.updateTable('package').set({ pricePerHour: cents }).where('id', '=', packageID).execute();
  const book = (more: object = {}) =>
    app.call(
      bookingCalls.createJobForCustomer,
      { body: { ...requestFor('09:00', { packageID, ...more }), customerID: customer(0).id } },
      office,
    );

  test('is refused for a single visit', async () => {
    await priced(MAX_CENTS);
    const reply = await book({ hours: 8 });
    expect([reply.status, problem(reply).errors]).toEqual([
      422,
      [{ path: 'packageID', message: 'This comes to more than S$1,000,000.' }],
    ]);
  });

  test('is refused for a series', async () => {
    await priced(1_000_000);
    expect((await book()).status).toBe(201);
    const reply = await book({ recurrence: { interval: 'weekly', count: 52 }, onConflict: 'skip' });
    expect([reply.status, problem(reply).errors]).toMatchObject([422, [{ path: 'recurrence.count' }]]);
  });
});
