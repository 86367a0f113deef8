import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createJob } from '#features/booking/booking/contract.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { markPromosUsed, releasePromos, reservePromo } from './index.ts';
import { startPromoApp } from './testing/promo-app.ts';

const UNKNOWN = '0192f0c1-2b5e-7000-8000-000000000000';

const app = await startPromoApp();
const admin = await signedIn(app, 'admin');
const world = await makeWorld(app.context(), { customers: 2, cleaners: 1 });

let serial = 0;
const newCode = () => `Sale-${++serial}`;
const whole = (): z.input<typeof calls.createPromoCode.body> & { code: string } => ({
  code: newCode(),
  label: 'Ten off',
  type: 'percent',
  amount: 10,
  startDate: '2026-11-23',
  endDate: '2026-12-31',
  booking_type: ['one-time', 'regular', 'one-time'],
  packages: [world.packageID, world.packageID],
  totalAllocation: 100,
  maxPerCustomer: 2,
});

async function create(over: object = {}) {
  const made = await app.call(calls.createPromoCode, { body: { ...whole(), ...over } }, admin);
  expect(made.status).toBe(201);
  return made.body;
}
const update = (id: string, body: object) => app.call(calls.updatePromoCode, { params: { id }, body }, admin);
const wrongFields = (reply: { body: unknown }) =>
  problem(reply as never).errors?.map((error) => error.path) ?? [];

/** A use of a code by one of the customers, for an arbitrary job. */
async function reserve(code: string, by = 0, target = app.services.newID()): Promise<string> {
  const customerID = world.customers[by]?.id ?? '';
  const price = { subtotal: 9000, work: 9000, workHours: 3 };
  const query = {
    code,
    customerID,
    jobType: 'one-time',
    packageID: world.packageID,
    postal: null,
    price,
  } as const;
  const outcome = await inTransaction(app.context(), (tx) =>
    reservePromo(tx, query, { kind: 'job', id: target }),
  );
  expect(outcome).toMatchObject({ discount: 900 });
  return target;
}

describe('a promo code', () => {
  it('is created with every field and reads back the same', async () => {
    const made = await create();
    expect(made).toMatchObject({
      ...whole(),
      code: `Sale-${serial - 1}`,
      booking_type: ['one-time', 'regular'],
      packages: [world.packageID],
      remainder: 100,
      used: 0,
      reserved: 0,
      trash: 0,
    });
    const read = await app.call(calls.readPromoCode, { params: { id: made.id } }, admin);
    expect(read).toMatchObject({ status: 200, body: made });
  });

  it('has no bounds or limits where fields are absent or empty', async () => {
    const open = {
      label: '',
      startDate: null,
      endDate: null,
      booking_type: [],
      packages: [],
      totalAllocation: null,
      maxPerCustomer: null,
      remainder: null,
    };
    const least = { code: newCode(), type: 'hours', amount: 1.5 } as const;
    expect((await app.call(calls.createPromoCode, { body: least }, admin)).body).toMatchObject(open);
    const empty = { startDate: '', endDate: null, totalAllocation: '', maxPerCustomer: '' };
    expect(await create({ ...empty, booking_type: [], packages: [], label: '' })).toMatchObject(open);
    const { id } = await create();
    expect((await update(id, { ...empty, label: '', booking_type: [], packages: [] })).body).toMatchObject(
      open,
    );
  });

  it('accepts figures as forms send them', async () => {
    const sent = {
      totalAllocation: '20',
      maxPerCustomer: '1',
    };
    expect(await create(sent)).toMatchObject({
      totalAllocation: 20,
      maxPerCustomer: 1,
      remainder: 20,
      used: 0,
      reserved: 0,
      trash: 0,
    });
  });

  it.each([
    ['no code', { code: ' ' }, 'code'],
    ['a code with a space', { code: 'TEN OFF' }, 'code'],
    ['an unknown type', { type: 'free' }, 'type'],
    ['nothing off', { amount: 0 }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['more than everything off', { amount: 101 }, 'amount'],
    ['half a percent', { amount: 2.5 }, 'amount'],
    ['a fraction of a cent', { type: 'amount', amount: 2.5 }, 'amount'],
    ['a quarter of an hour', { type: 'hours', amount: 0.25 }, 'amount'],
    ['no such day', { startDate: '2026-02-30' }, 'startDate'],
    ['an end before its start', { endDate: '2026-11-22' }, 'endDate'],
    ['an unknown kind of job', { booking_type: ['deep'] }, 'booking_type.0'],
    ['an unknown package', { packages: [UNKNOWN] }, 'packages'],
    ['a negative limit', { totalAllocation: -1 }, 'totalAllocation'],
    ['half a use', { totalAllocation: 1.5 }, 'totalAllocation'],
    ['zero per customer', { maxPerCustomer: 0 }, 'maxPerCustomer'],
    ['an unknown field', { surprise: 1 }, 'surprise'],
  ])('is refused: %s', async (_name, over, path) => {
    const reply = await app.call(calls.createPromoCode, { body: { ...whole(), ...over } } as never, admin);
    expect(reply.status).toBe(422);
    expect(wrongFields(reply)).toEqual([path]);
  });

  it('has a unique code, case-insensitively', async () => {
    const { id, code } = await create();
    const again = await app.call(
      calls.createPromoCode,
      { body: { ...whole(), code: code.toUpperCase() } },
      admin,
    );
    expect([again.status, wrongFields(again)]).toEqual([422, ['code']]);
    const other = await create();
    const renamed = await update(other.id, { code: code.toLowerCase() });
    expect([renamed.status, wrongFields(renamed)]).toEqual([422, ['code']]);
    expect((await update(id, { code: code.toUpperCase() })).body.code).toBe(code.toUpperCase());
  });

  it('is created by one of twenty concurrent requests with the same code', async () => {
    const body = whole();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call(calls.createPromoCode, { body }, admin)),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(422)]);
  });

  it('changes field by field, and its audit trail leaves out the counts', async () => {
    const { id, code } = await create();
    await reserve(code);
    const changed = await update(id, { amount: 15, totalAllocation: 50, booking_type: ['one-time'] });
    expect(changed.body).toMatchObject({ amount: 15, code, remainder: 49, booking_type: ['one-time'] });
    expect((await update(UNKNOWN, {})).status).toBe(404);
    const trail = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('subjectID', '=', id)
      .orderBy('id')
      .execute();
    expect(trail[1]).toEqual({
      action: 'promo_code.updated',
      before: { amount: 10, totalAllocation: 100, booking_type: ['one-time', 'regular'] },
      after: { amount: 15, totalAllocation: 50, booking_type: ['one-time'] },
    });
  });

  it('refuses a change that conflicts with its other terms', async () => {
    const { id, code } = await create({ maxPerCustomer: null });
    for (const by of [0, 0, 1]) await reserve(code, by);
    for (const [change, path] of [
      [{ type: 'amount' }, 'amount'],
      [{ endDate: '2026-11-01' }, 'endDate'],
      [{ packages: [UNKNOWN] }, 'packages'],
      [{ totalAllocation: 2 }, 'totalAllocation'],
      [{ maxPerCustomer: 1 }, 'maxPerCustomer'],
    ] as const) {
      const reply = await update(id, change);
      expect([reply.status, wrongFields(reply)]).toEqual([422, [path]]);
    }
    expect((await update(id, { totalAllocation: 3, maxPerCustomer: 2 })).body.remainder).toBe(0);
  });

  it('cannot be limited to fewer uses than a concurrent reservation leaves', async () => {
    const { id, code } = await create({ totalAllocation: 2, maxPerCustomer: null });
    const price = { subtotal: 9000, work: 9000, workHours: 3 };
    const customerID = world.customers[0]?.id ?? '';
    const query = {
      code,
      customerID,
      jobType: 'one-time',
      packageID: world.packageID,
      postal: null,
      price,
    } as const;
    const reply = await overlap(
      app,
      (tx) => reservePromo(tx, query, { kind: 'job', id: app.services.newID() }),
      () => update(id, { totalAllocation: 0 }),
    );
    expect([reply.status, wrongFields(reply)]).toEqual([422, ['totalAllocation']]);
  });

  it('counts used, reserved and remaining uses', async () => {
    const { id, code } = await create({ totalAllocation: 5, maxPerCustomer: null });
    const [paid, , back] = [await reserve(code), await reserve(code), await reserve(code)];
    await inTransaction(app.context(), (tx) => markPromosUsed(tx, 'job', [paid]));
    await inTransaction(app.context(), (tx) => releasePromos(tx, 'job', [back]));
    const counts = { used: 1, reserved: 1, remainder: 3 };
    const read = await app.call(calls.readPromoCode, { params: { id } }, admin);
    expect(read.body).toMatchObject(counts);
    const listed = await app.call(calls.listPromoCodes, { query: { q: code } }, admin);
    expect(listed.body.items).toEqual([read.body]);
  });

  it('frees its code in the trash, and is restored unless another code has taken it', async () => {
    const { id, code } = await create();
    expect((await app.call(calls.trashPromoCode, { params: { id } }, admin)).body.trash).toBe(1);
    const other = await create({ code });
    const refused = await app.call(calls.untrashPromoCode, { params: { id } }, admin);
    expect([refused.status, problem(refused).code]).toEqual([409, 'promo_code_taken']);
    expect(problem(refused).detail).toMatch(/^Another promo code has the same code/);
    await app.call(calls.trashPromoCode, { params: { id: other.id } }, admin);
    expect((await app.call(calls.untrashPromoCode, { params: { id } }, admin)).body.trash).toBe(0);
    expect((await app.call(calls.untrashPromoCode, { params: { id: UNKNOWN } }, admin)).status).toBe(404);
  });
});

describe('the list of codes', () => {
  it('filters, searches and sorts; a code for all kinds matches each kind', async () => {
    const of = 'Filtered';
    const a = await create({
      label: `${of} a`,
      type: 'amount',
      amount: 2000,
      booking_type: ['spring-cleaning'],
    });
    const b = await create({ label: `${of} b`, booking_type: [], startDate: null, endDate: null });
    const c = await create({ label: `${of} c`, startDate: '2026-12-01', endDate: '2026-12-02' });
    const found = async (query: object) => {
      const { body } = await app.call(calls.listPromoCodes, { query: { q: of, ...query } }, admin);
      return body.items
        .map(({ id }) => [a.id, b.id, c.id].indexOf(id))
        .map((at) => 'abc'[at])
        .join('');
    };
    expect(await found({ sortby: 'label' })).toBe('abc');
    expect(await found({ sortby: 'code', order: 'desc' })).toBe('cba');
    expect(await found({ sortby: 'type' })).toBe('abc');
    expect(await found({ sortby: 'startDate' })).toBe('bac');
    expect(await found({ sortby: 'endDate' })).toBe('cab');
    expect(await found({ type: 'amount' })).toBe('a');
    expect(await found({ sortby: 'label', booking_type: 'spring-cleaning' })).toBe('ab');
    expect(await found({ sortby: 'startDate', from: 1, size: 1 })).toBe('a');
  });

  it.each(['createdAt', 'code', 'label', 'type', 'startDate', 'endDate'] as const)(
    'continues after its last row, sorted by %s',
    async (sortby) => {
      const query = { sortby, size: 3, trash: '*' } as const;
      const all = await app.call(calls.listPromoCodes, { query: { ...query, size: 1000 } }, admin);
      const seen: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const asked = { ...query, ...(after === undefined ? {} : { after }) };
        const { body } = await app.call(calls.listPromoCodes, { query: asked }, admin);
        seen.push(...body.items.map(({ id }) => id));
        after = body.next;
      }
      expect(seen).toEqual(all.body.items.map(({ id }) => id));
    },
  );

  it('exports a CSV with the discount in words', async () => {
    const { code } = await create({ type: 'amount', amount: 2000, label: 'New year' });
    const url = `/api/promocodes?download=1&q=${code}`;
    const headers = { authorization: `Bearer ${admin.jwt}` };
    const file = await app.request({ method: 'GET', url, headers });
    expect(file.body).toContain(
      `${code},New year,S$20 off,2026-11-23,2026-12-31,"one-time, regular",false,100,2,0,0,100,0`,
    );
  });
});

describe('the uses of a code', () => {
  const uses = async (id: string, query: object = {}) =>
    (await app.call(calls.listPromoUses, { params: { id }, query }, admin)).body;

  it('show the customer, the target and the state', async () => {
    const { id, code } = await create({ maxPerCustomer: null });
    const other = await create();
    await reserve(other.code);
    const paid = await reserve(code);
    app.clock.advance({ minutes: 5 });
    const held = await reserve(code, 1);
    app.clock.advance({ minutes: 5 });
    const back = await reserve(code);
    await inTransaction(app.context(), (tx) => markPromosUsed(tx, 'job', [paid, back]));
    await inTransaction(app.context(), (tx) => releasePromos(tx, 'job', [back]));
    const all = await uses(id);
    expect(all.total).toBe(3);
    expect(all.items.map(({ targetID, state }) => [targetID, state])).toEqual([
      [back, 'released'],
      [held, 'reserved'],
      [paid, 'used'],
    ]);
    expect(all.items[2]).toMatchObject({
      customer: { id: world.customers[0]?.id, fullname: 'Mei Tan' },
      targetKind: 'job',
      job: null,
      discount: 900,
      releasedAt: null,
    });
    const states = async (query: object) => (await uses(id, query)).items.map(({ targetID }) => targetID);
    expect(await states({ state: 'used' })).toEqual([paid]);
    expect(await states({ state: 'reserved' })).toEqual([held]);
    expect(await states({ state: 'released' })).toEqual([back]);
    expect(await states({ q: 'Nobody' })).toEqual([]);
    expect((await states({ sortby: 'customer', q: 'Mei' })).length).toBe(3);
    expect((await states({ sortby: 'discount' })).length).toBe(3);
  });

  it('are 404 for an unknown code', async () => {
    const reply = await app.call(calls.listPromoUses, { params: { id: UNKNOWN } }, admin);
    expect(reply.status).toBe(404);
  });

  it('name a visit by its time', async () => {
    const startTime = '2026-11-27T09:00:00+08:00';
    const [mei] = world.customers;
    const by = await signedIn(app, 'customer', mei?.id);
    const body = { packageID: world.packageID, addressID: mei?.addressID ?? '', startTime };
    const { id: jobID } = (await app.call(createJob, { body }, by)).body;
    const { id, code } = await create();
    await reserve(code, 0, jobID);
    expect((await uses(id)).items[0]?.job).toEqual({ id: jobID, startTime });
  });
});

describe('permissions', () => {
  it.each([
    ['createPromoCode', calls.createPromoCode],
    ['updatePromoCode', calls.updatePromoCode],
    ['trashPromoCode', calls.trashPromoCode],
    ['untrashPromoCode', calls.untrashPromoCode],
    ['readPromoCode', calls.readPromoCode],
    ['listPromoCodes', calls.listPromoCodes],
    ['listPromoUses', calls.listPromoUses],
    ['promoStatistics', calls.promoStatistics],
  ])('%s: the office', async (_name, call) => {
    const input = { params: { id: UNKNOWN }, body: whole() } as never;
    expect((await app.call(call, input)).status).toBe(401);
    for (const role of ['customer', 'cleaner'] as const) {
      expect((await app.call(call, input, await signedIn(app, role))).status).toBe(403);
    }
  });
});
