import { beforeEach, describe, expect, test } from 'vitest';
import { listHistory } from '#features/work/jobs/contract/history.ts';
import { previewUpdate, untrashJob, updateJob } from '#features/work/jobs/contract.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { createJob, createJobForCustomer, quoteJob } from '../contract.ts';
import { startBusiness } from './testing/booking-app.ts';
import { trashVisitAhead } from './testing/trash-ahead.ts';
import {
  addBlock,
  addCleaner,
  addCustomer,
  addPackage,
  emptyDiaries,
  type WorldCustomer,
} from './testing/world.ts';

const EAST = '01900000-0000-7000-8000-000000000103';
const NINE = '2026-12-01T09:00:00+08:00';
const overrideReason = 'Nobody else is free, and she agreed by phone.';

let office: As;
let home: WorldCustomer;
/** Works in the East only; the homes are in the centre. */
let farah: string;

const { app, world } = await startBusiness({ customers: 1, cleaners: 2 });

beforeEach(async () => {
  await emptyDiaries(app.context());
  office = await signedIn(app, 'admin');
  home = await addCustomer(app.context());
  farah = await addCleaner(app.context());
  const { db } = app.services;
  await db
    .updateTable('cleaner')
    .set({ firstname: 'Farah', lastname: 'Omar' })
    .where('id', '=', farah)
    .execute();
  await db.insertInto('cleaner_region').values({ cleanerID: farah, regionID: EAST }).execute();
});

const requestFor = (customer: WorldCustomer, more: object = {}) => ({
  packageID: world.packageID,
  addressID: customer.addressID,
  startTime: NINE,
  ...more,
});
const bookFor = (customer: WorldCustomer, more: object = {}) =>
  app.call(
    createJobForCustomer,
    { body: { ...requestFor(customer, more), customerID: customer.id } },
    office,
  );
const change = (id: string, body: object, as = office) => app.call(updateJob, { params: { id }, body }, as);
const setHome = (fields: { genderPreference?: string; hasPets?: boolean }) =>
  app.services.db.updateTable('customer_address').set(fields).where('id', '=', home.addressID).execute();
const setCleaner = (fields: { avoidsPets?: boolean; trashedAt?: string }) =>
  app.services.db.updateTable('cleaner').set(fields).where('id', '=', farah).execute();
const overridesOf = async (id: string) => {
  const { body } = await app.call(listHistory, { params: { id } }, office);
  return body.items
    .filter(({ overridden }) => overridden.length > 0)
    .map(({ who, reason, overridden }) => ({ kind: who.kind, reason, overridden }));
};

describe('a cleaner who violates a soft rule', () => {
  test('is refused with the reason to the office, and without it to a customer', async () => {
    const refused = await bookFor(home, { cleaner1ID: farah });
    expect(problem(refused)).toMatchObject({
      status: 409,
      code: 'slot_taken',
      detail: 'Farah Omar does not work in this region.',
      obstacles: [{ cleanerID: farah, code: 'region', canOverride: true }],
    });
    const mei = await signedIn(app, 'customer', home.id);
    const other = await app.call(createJob, { body: requestFor(home, { cleaner1ID: farah }) }, mei);
    expect(problem(other)).toMatchObject({ status: 409, code: 'slot_taken' });
    expect(problem(other).detail).toMatch(/^Someone has just taken that time/);
    expect(problem(other)).not.toHaveProperty('obstacles');
  });

  test('is booked by the office with a reason, which the history records', async () => {
    const { status, body } = await bookFor(home, { cleaner1ID: farah, overrideReason });
    expect(status).toBe(201);
    expect(body.cleaner1ID).toBe(farah);
    expect(await overridesOf(body.id)).toEqual([
      { kind: 'admin', reason: overrideReason, overridden: [{ cleaner: 'Farah Omar', rules: ['region'] }] },
    ]);
  });

  test('is added to a crew in the same way', async () => {
    await setHome({ genderPreference: 'female', hasPets: true });
    await setCleaner({ avoidsPets: true });
    const { body: job } = await bookFor(home);
    const refused = await change(job.id, { cleaner1ID: farah });
    expect(problem(refused)).toMatchObject({
      status: 409,
      detail: 'Farah Omar does not work in homes with pets.',
    });
    const params = { id: job.id };
    const body = { cleaner1ID: farah, overrideReason };
    expect((await app.call(previewUpdate, { params, body }, office)).body.joining).toMatchObject([
      { id: farah },
    ]);
    expect((await change(job.id, body)).body.cleaner1ID).toBe(farah);
    expect(await overridesOf(job.id)).toEqual([
      {
        kind: 'admin',
        reason: overrideReason,
        overridden: [{ cleaner: 'Farah Omar', rules: ['pets', 'region'] }],
      },
    ]);
  });

  test('can be assigned anyway if only a soft rule is violated, but not if they are busy', async () => {
    const query = { startTime: NINE, hours: 3, addressID: home.addressID, explain: '1' as const };
    const reason = async () => {
      const { body } = await app.call(listAvailable, { query }, office);
      return body.items.find(({ id }) => id === farah)?.reason;
    };
    await setHome({ hasPets: true });
    await setCleaner({ avoidsPets: true });
    expect(await reason()).toEqual({
      code: 'pets',
      detail: 'Does not work in homes with pets. Does not work in this region.',
      canOverride: true,
    });
    await addBlock(app.context(), farah, { from: NINE, until: '2026-12-01T10:00:00+08:00' });
    expect(await reason()).toMatchObject({ canOverride: false });
  });

  test('comes with others who satisfy all rules', async () => {
    const packageID = await addPackage(app.context(), { crew: 2 });
    await setHome({ hasPets: true });
    const other = await addCleaner(app.context());
    const { db } = app.services;
    await db.updateTable('cleaner').set({ avoidsPets: true }).where('id', '=', other).execute();
    const { body } = await bookFor(home, { packageID, cleaner1ID: farah, overrideReason });
    expect(body.cleaner1ID).toBe(farah);
    expect(body.cleaner2ID).not.toBe(other);
    expect(await overridesOf(body.id)).toMatchObject([{ overridden: [{ cleaner: 'Farah Omar' }] }]);
  });

  test('comes to each visit of a series, and stays when a visit is restored', async () => {
    const recurrence = { interval: 'weekly' as const, count: 2 };
    const { body } = await bookFor(home, { cleaner1ID: farah, overrideReason, recurrence });
    expect(body.jobs?.map(({ cleaner1ID }) => cleaner1ID)).toEqual([farah, farah]);
    for (const { id } of body.jobs ?? []) expect(await overridesOf(id)).toHaveLength(1);
    const params = { id: body.id };
    await app.services.db.updateTable('job').set({ status: 'confirmed' }).where('id', '=', body.id).execute();
    await trashVisitAhead(app.context(), body.id);
    expect((await app.call(untrashJob, { params }, office)).body.cleaner1ID).toBe(farah);
  });
});

test('a reason without a violated rule leaves no entry', async () => {
  const { body } = await bookFor(home, { cleaner1ID: world.cleanerIDs[0], overrideReason });
  expect(await overridesOf(body.id)).toEqual([]);
});

describe('a hard rule is never overridden', () => {
  const busy = { from: '2026-12-01T10:00:00+08:00', until: '2026-12-01T11:00:00+08:00' };
  test.each<[string, string, () => Promise<unknown>]>([
    [
      'at another visit',
      'Farah Omar is at another visit then.',
      async () => {
        const other = await addCustomer(app.context());
        expect((await bookFor(other, { cleaner1ID: farah, overrideReason })).status).toBe(201);
      },
    ],
    [
      'travelling from another visit',
      'Farah Omar would not have enough time to travel between visits.',
      async () => {
        const other = await addCustomer(app.context(), '520201');
        expect(
          (await bookFor(other, { cleaner1ID: farah, startTime: '2026-12-01T12:00:00+08:00' })).status,
        ).toBe(201);
      },
    ],
    [
      'with the time blocked',
      'The office keeps this time free for Farah Omar.',
      () => addBlock(app.context(), farah, busy),
    ],
    [
      'outside her hours',
      'Farah Omar does not work at this time of day.',
      async () => {
        const week = app.services.db.updateTable('cleaner_week').where('cleanerID', '=', farah);
        await week.set({ shifts: '{[540,660)}' }).execute();
      },
    ],
    [
      'on a day off',
      'Farah Omar does not work on this weekday.',
      async () => {
        const week = app.services.db.updateTable('cleaner_week').where('cleanerID', '=', farah);
        await week.set({ available: false }).execute();
      },
    ],
  ])('%s', async (_case, detail, arrange) => {
    await arrange();
    const refused = await bookFor(home, { cleaner1ID: farah, overrideReason });
    expect(problem(refused)).toMatchObject({ status: 409, detail, obstacles: [{ canOverride: false }] });
    const { body: job } = await bookFor(home);
    expect(problem(await change(job.id, { cleaner1ID: farah, overrideReason }))).toMatchObject({
      status: 409,
      detail,
    });
  });

  test('of many concurrent assignments of her, one succeeds', async () => {
    const homes = await Promise.all(Array.from({ length: 8 }, () => addCustomer(app.context())));
    const replies = await Promise.all(
      homes.map((customer) => bookFor(customer, { cleaner1ID: farah, overrideReason })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    // At 15:00 there is one other cleaner for each of two homes.
    const elsewhere = { startTime: '2026-12-01T15:00:00+08:00' };
    const booked = await Promise.all(homes.slice(0, 2).map((customer) => bookFor(customer, elsewhere)));
    expect(booked.map(({ status }) => status)).toEqual([201, 201]);
    const changes = await Promise.all(
      booked.map(({ body }) => change(body.id, { cleaner1ID: farah, overrideReason })),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await app.database.pool.query(`
      select count(*)::int as overlaps from cleaner_occupation a join cleaner_occupation b
        on a.cleaner_id = b.cleaner_id and a.id < b.id and a.released_at is null and b.released_at is null
        and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`);
    expect(rows).toEqual([{ overlaps: 0 }]);
  });
});

describe('only the office can override', () => {
  test('a customer’s booking, quote and change with a reason are refused', async () => {
    const mei = await signedIn(app, 'customer', home.id);
    const body = requestFor(home, { overrideReason });
    expect((await app.call(createJob, { body } as never, mei)).status).toBe(422);
    expect(problem(await app.call(quoteJob, { body }, mei)).errors).toMatchObject([
      { path: 'overrideReason' },
    ]);
    expect((await app.call(quoteJob, { body: { packageID: world.packageID, overrideReason } })).status).toBe(
      422,
    );
    const { body: job } = await app.call(createJob, { body: requestFor(home) }, mei);
    const changed = await change(job.id, { specialRequests: 'Mind the cat', overrideReason }, mei);
    expect(problem(changed)).toMatchObject({ status: 422, errors: [{ path: 'overrideReason' }] });
  });

  test.each(['  ', 'x'.repeat(201)])('a blank or overlong one is refused: %j', async (reason) => {
    const sent = await bookFor(home, { cleaner1ID: farah, overrideReason: reason });
    expect(problem(sent)).toMatchObject({ status: 422, errors: [{ path: 'overrideReason' }] });
  });

  test('the office’s quote with a reason names the crew', async () => {
    const body = { ...requestFor(home, { cleaner1ID: farah }), customerID: home.id };
    expect((await app.call(quoteJob, { body }, office)).body.cleaners).toEqual([]);
    const { body: quote } = await app.call(quoteJob, { body: { ...body, overrideReason } }, office);
    expect(quote.cleaners).toMatchObject([{ id: farah }]);
  });
});
