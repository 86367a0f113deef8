import { describe, expect, it } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature, getPackage } from './index.ts';

const UNKNOWN = '0192f0c1-2b5e-7000-8000-000000000000';

const app = await startTestApp({ features: [feature] });
const admin = await signedIn(app, 'admin');

/** A package with all its fields. */
const whole = {
  type: 'moving-in-out',
  category: 'HDB 5-room',
  pricingType: 'hourly',
  label: 'Move 5-room',
  description: 'Empty home, top to bottom.',
  pricePerHour: 3200,
  totalHours: 16,
  numCleaners: 2,
  hoursPerCleaner: 8,
  breakHours: 1,
  suppliesCost: 3000,
  suppliesIncluded: true,
  suppliesToBePrepared: '',
  startTime: '09:00',
  credits: 0,
  price: 54_200,
} as const;

async function create(over: object = {}) {
  const made = await app.call(calls.createPackage, { body: { ...whole, ...over } }, admin);
  expect(made.status).toBe(201);
  return made.body;
}

describe('a package', () => {
  it('can be added with all its fields, and is returned unchanged', async () => {
    const made = await create();
    expect(made).toMatchObject({ ...whole, trash: 0, createdAt: '2026-11-23T10:00:00+08:00' });
    const read = await app.call(calls.readPackage, { params: { id: made.id } });
    expect(read).toMatchObject({ status: 200, body: made });
  });

  it('can be added with the minimum: type, label, hours and an hourly price', async () => {
    const body = { type: 'one-time', label: 'One-time 3 h', hoursPerCleaner: 3, pricePerHour: 3000 } as const;
    const made = await app.call(calls.createPackage, { body }, admin);
    expect(made).toMatchObject({ status: 201, body: { pricingType: 'hourly', price: 9000, totalHours: 3 } });
  });

  it('accepts booleans as sent by forms', async () => {
    expect(await create({ suppliesIncluded: '1' })).toMatchObject({
      suppliesIncluded: true,
      trash: 0,
    });
  });

  it.each([
    ['no label', { label: ' ' }, 'label'],
    ['an unknown type', { type: 'deep' }, 'type'],
    ['no break in a long day', { breakHours: 0.5 }, 'breakHours'],
    ['a fraction of a cent', { pricePerHour: 0.5 }, 'pricePerHour'],
    ['a negative price', { price: -1 }, 'price'],
    ['six cleaners', { numCleaners: 6 }, 'numCleaners'],
    ['quarter hours of work', { hoursPerCleaner: 3.25 }, 'hoursPerCleaner'],
    ['another tier', { category: 'credit', credits: 12, pricePerHour: 2600 }, 'pricePerHour'],
    ['an unknown field', { surprise: 1 }, 'surprise'],
    ['a field that only the server sets', { trash: 1 }, 'trash'],
  ])('is refused: %s', async (_name, over, path) => {
    const reply = await app.call(calls.createPackage, { body: { ...whole, ...over } } as never, admin);
    expect(reply.status).toBe(422);
    expect(problem(reply).errors?.map((error) => error.path)).toContain(path);
  });

  it('can be changed field by field, and derived fields are recomputed', async () => {
    const { id } = await create();
    const changed = await app.call(calls.updatePackage, { params: { id }, body: { numCleaners: 3 } }, admin);
    expect(changed.body).toMatchObject({ totalHours: 24, price: 79_800, label: whole.label });
    const wrong = await app.call(calls.updatePackage, { params: { id }, body: { breakHours: 0 } }, admin);
    expect(wrong.status).toBe(422);
    const gone = await app.call(calls.updatePackage, { params: { id: UNKNOWN }, body: {} }, admin);
    expect(gone.status).toBe(404);
  });

  it('has audit entries of who changed what', async () => {
    const { id } = await create();
    await app.call(calls.updatePackage, { params: { id }, body: { pricePerHour: 3300 } }, admin);
    const trail = await app.services.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('subjectID', '=', id)
      .orderBy('id')
      .execute();
    expect(trail[1]).toEqual({
      action: 'package.updated',
      before: { pricePerHour: 3200, price: 54_200 },
      after: { pricePerHour: 3300, price: 55_800 },
    });
  });
});

describe('visibility', () => {
  it('only the office sees the trash', async () => {
    const { id } = await create({ label: 'Going away' });
    expect((await app.call(calls.trashPackage, { params: { id } }, admin)).body.trash).toBe(1);
    expect((await app.call(calls.trashPackage, { params: { id } }, admin)).status).toBe(200);
    expect((await app.call(calls.readPackage, { params: { id } })).status).toBe(404);
    expect((await app.call(calls.readPackage, { params: { id } }, admin)).status).toBe(200);
    expect(await getPackage(app.context(), id)).toBeNull();
    const asked = { query: { trash: '*', size: 1000 } } as const;
    const ids = async (as?: As) =>
      (await app.call(calls.listPackages, asked, as)).body.items.map((item) => item.id);
    expect(await ids()).not.toContain(id);
    expect(await ids(admin)).toContain(id);
    expect((await app.call(calls.untrashPackage, { params: { id } }, admin)).body.trash).toBe(0);
    expect((await app.call(calls.readPackage, { params: { id } })).status).toBe(200);
  });

  it('only the office sees complimentary hours', async () => {
    const gift = {
      type: 'regular',
      category: 'credit',
      label: 'Welcome gift',
      credits: 2,
      pricePerHour: 0,
    } as const;
    const { id } = (await app.call(calls.createPackage, { body: gift }, admin)).body;
    expect((await app.call(calls.readPackage, { params: { id } })).status).toBe(404);
    expect((await app.call(calls.readPackage, { params: { id } }, admin)).body.credits).toBe(2);
    const listed = await app.call(calls.listPackages, { query: { category: 'credit', size: 1000 } });
    expect(listed.body.items.map((item) => item.id)).not.toContain(id);
    expect((await app.call(calls.namePackages, { body: { id } })).body).toEqual([]);
  });

  it('names are returned for one id or many, in order', async () => {
    const a = await create({ label: 'A' });
    const b = await create({ label: 'B' });
    const one = await app.call(calls.namePackages, { body: { id: a.id } });
    expect(one.body).toEqual([{ id: a.id, label: 'A', category: a.category, type: a.type }]);
    const both = await app.call(calls.namePackages, { body: { ids: [b.id, UNKNOWN, a.id] } });
    expect(both.body.map((name) => name.label)).toEqual(['B', 'A']);
    expect((await app.call(calls.namePackages, { body: {} })).body).toEqual([]);
  });

  it('lists can be filtered, searched, sorted and paged', async () => {
    await create({ type: 'spring-cleaning', label: 'Spring condo', category: 'Condo', pricePerHour: 9900 });
    await create({ type: 'spring-cleaning', label: 'Spring flat', category: 'HDB' });
    const springs = { type: 'spring-cleaning', sortby: 'price', order: 'desc' } as const;
    const all = await app.call(calls.listPackages, { query: springs });
    expect(all.body).toMatchObject({ total: 2, from: 0, size: 50 });
    expect(all.body.items.map((item) => item.label)).toEqual(['Spring condo', 'Spring flat']);
    const second = await app.call(calls.listPackages, { query: { ...springs, from: 1, size: 1 } });
    expect(second.body.items.map((item) => item.label)).toEqual(['Spring flat']);
    const found = await app.call(calls.listPackages, { query: { q: 'spring con' } });
    expect(found.body.items.map((item) => item.label)).toEqual(['Spring condo']);
  });

  it('visits and hours of credit can be listed separately', async () => {
    const pack = { type: 'regular', category: 'credit', label: 'Apart 12 h' } as const;
    const body = { ...pack, credits: 12, pricePerHour: 2700 };
    expect((await app.call(calls.createPackage, { body }, admin)).status).toBe(201);
    await create({ label: 'Apart visit' });
    const labels = async (kind: 'visit' | 'credit') => {
      const { body: list } = await app.call(calls.listPackages, { query: { q: 'apart', kind } });
      return list.items.map((item) => item.label);
    };
    expect(await labels('visit')).toEqual(['Apart visit']);
    expect(await labels('credit')).toEqual(['Apart 12 h']);
  });

  it.each([
    ['createPackage', calls.createPackage],
    ['updatePackage', calls.updatePackage],
    ['trashPackage', calls.trashPackage],
    ['untrashPackage', calls.untrashPackage],
  ])('%s is only open to the office', async (_name, call) => {
    const input = { params: { id: UNKNOWN }, body: whole } as never;
    expect((await app.call(call, input)).status).toBe(401);
    for (const role of ['customer', 'cleaner'] as const) {
      expect((await app.call(call, input, await signedIn(app, role))).status).toBe(403);
    }
  });
});
