import { beforeEach, describe, expect, it } from 'vitest';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature, itemsFor } from './index.ts';

const UNKNOWN = '0192f0c1-2b5e-7000-8000-000000000000';

const app = await startTestApp({ features: [feature] });
const admin = await signedIn(app, 'admin');
const cleaner = await signedIn(app, 'cleaner');

beforeEach(async () => {
  await app.services.db.deleteFrom('checklist_item').execute();
});

async function add(english: string, over: object = {}) {
  const made = await app.call(calls.createChecklist, { body: { english, ...over } }, admin);
  expect(made.status).toBe(201);
  return made.body;
}

async function order(): Promise<string> {
  const listed = await app.call(calls.listChecklists, {}, cleaner);
  return listed.body.items.map((item) => item.english).join('');
}

describe('a checklist item', () => {
  it('is added at the end, in both languages', async () => {
    await add('Wipe the hob', { chinese: '擦炉灶', category: 'Kitchen' });
    const second = await add('Mop the floor', { jobTypes: ['regular', 'regular'] });
    expect(second).toMatchObject({
      position: 2,
      chinese: '',
      category: 'General',
      jobTypes: ['regular'],
      trash: 0,
    });
    expect((await app.call(calls.readChecklist, { params: { id: second.id } }, cleaner)).body).toEqual(
      second,
    );
  });

  it('can be added at a position', async () => {
    expect((await add('A', { position: 7 })).position).toBe(7);
    expect((await add('B')).position).toBe(8);
    expect((await add('C', { position: 0 })).position).toBe(0);
  });

  it('can be changed, trashed and restored while others sort the list', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) ids.push((await add(`Item ${i}`)).id);
    const acts = Array.from({ length: 36 }, (_, i) => {
      const params = { id: ids[(i * 5) % ids.length] ?? '' };
      if (i % 3 === 0) return app.call(calls.reorderChecklists, { body: { ids: [params.id] } }, admin);
      if (i % 3 === 1) return app.call(calls.updateChecklist, { params, body: { category: `C${i}` } }, admin);
      return app.call(i % 2 ? calls.trashChecklist : calls.untrashChecklist, { params }, admin);
    });
    const statuses = (await Promise.all(acts)).map((reply) => reply.status);
    // A sort request may contain an item that has just been trashed.
    expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([]);
  });

  it('gets a unique position when twenty are added concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(`Item ${i}`)));
    const listed = await app.call(calls.listChecklists, {}, admin);
    expect(listed.body.items.map((item) => item.position)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  it('can be changed field by field', async () => {
    const { id } = await add('A', { chinese: '甲', jobTypes: ['one-time'] });
    const changed = await app.call(calls.updateChecklist, { params: { id }, body: { jobTypes: [] } }, admin);
    expect(changed.body).toMatchObject({ english: 'A', chinese: '甲', jobTypes: [] });
    const emptied = await app.call(calls.updateChecklist, { params: { id }, body: { category: '' } }, admin);
    expect(emptied.body.category).toBe('General');
    expect((await app.call(calls.updateChecklist, { params: { id: UNKNOWN }, body: {} }, admin)).status).toBe(
      404,
    );
  });

  it.each([
    ['no English', { english: '' }, 'english'],
    ['an unknown kind of job', { english: 'A', jobTypes: ['deep'] }, 'jobTypes.0'],
    ['a fractional position', { english: 'A', position: 1.5 }, 'position'],
    ['a position before the first', { english: 'A', position: -1 }, 'position'],
    ['an unknown field', { english: 'A', surprise: 1 }, 'surprise'],
  ])('is refused: %s', async (_name, body, path) => {
    const reply = await app.call(calls.createChecklist, { body } as never, admin);
    expect(reply.status).toBe(422);
    expect(problem(reply).errors?.map((error) => error.path)).toEqual([path]);
  });

  it('can be trashed and restored; cleaners do not see the trash', async () => {
    const { id } = await add('A');
    expect((await app.call(calls.trashChecklist, { params: { id } }, admin)).body.trash).toBe(1);
    expect((await app.call(calls.readChecklist, { params: { id } }, cleaner)).status).toBe(404);
    const asked = { query: { trash: '*' } } as const;
    expect((await app.call(calls.listChecklists, asked, cleaner)).body.total).toBe(0);
    expect((await app.call(calls.listChecklists, asked, admin)).body.total).toBe(1);
    expect((await app.call(calls.untrashChecklist, { params: { id } }, admin)).body.trash).toBe(0);
  });
});

describe('a job’s list', () => {
  it('contains the items for its kind and those for all, in order, without trashed ones', async () => {
    await add('for all');
    await add('for one-time', { jobTypes: ['one-time', 'regular'] });
    await add('for moving', { jobTypes: ['moving-in-out'] });
    const { id } = await add('gone');
    await app.call(calls.trashChecklist, { params: { id } }, admin);
    const names = async (jobType: 'one-time' | 'moving-in-out') =>
      (await itemsFor(app.context(), jobType)).map((item) => item.english);
    expect(await names('one-time')).toEqual(['for all', 'for one-time']);
    expect(await names('moving-in-out')).toEqual(['for all', 'for moving']);
    const listed = await app.call(calls.listChecklists, { query: { jobType: 'moving-in-out' } }, cleaner);
    expect(listed.body.items.map((item) => item.english)).toEqual(['for all', 'for moving']);
  });
});

describe('sorting', () => {
  it('reorders a section and leaves the rest unchanged', async () => {
    const [, b, c] = [await add('a'), await add('b'), await add('c'), await add('d')];
    const sorted = await app.call(calls.reorderChecklists, { body: { ids: [c.id, b.id] } }, admin);
    expect(sorted.body.items.map((item) => [item.english, item.position])).toEqual([
      ['a', 1],
      ['c', 2],
      ['b', 3],
      ['d', 4],
    ]);
    expect(await order()).toBe('acbd');
  });

  it('sorting gives items with the same position positions of their own', async () => {
    const [a, b] = [await add('a', { position: 5 }), await add('b', { position: 5 })];
    await app.call(calls.reorderChecklists, { body: { ids: [b.id, a.id] } }, admin);
    expect(await order()).toBe('ba');
  });

  it('refuses unknown, trashed and duplicate items, and moves nothing', async () => {
    const [a, b] = [await add('a'), await add('b')];
    const trashed = await add('t');
    await app.call(calls.trashChecklist, { params: { id: trashed.id } }, admin);
    for (const ids of [[b.id, UNKNOWN], [b.id, trashed.id], [b.id, a.id, b.id], []]) {
      const reply = await app.call(calls.reorderChecklists, { body: { ids } }, admin);
      expect(problem(reply)).toMatchObject({ status: 422, errors: [{ path: 'ids' }] });
    }
    expect(await order()).toBe('ab');
  });

  it('results in one of the orders when two people sort concurrently', async () => {
    const ids = [(await add('a')).id, (await add('b')).id, (await add('c')).id];
    const sort = (sorted: string[]) => app.call(calls.reorderChecklists, { body: { ids: sorted } }, admin);
    await Promise.all([sort(ids.toReversed()), sort(ids), sort(ids.toReversed())]);
    const listed = await app.call(calls.listChecklists, {}, admin);
    expect(listed.body.items.map((item) => item.position)).toEqual([1, 2, 3]);
    expect(['abc', 'cba']).toContain(await order());
  });
});

describe('permissions', () => {
  it.each([
    ['createChecklist', calls.createChecklist],
    ['updateChecklist', calls.updateChecklist],
    ['trashChecklist', calls.trashChecklist],
    ['untrashChecklist', calls.untrashChecklist],
    ['reorderChecklists', calls.reorderChecklists],
  ])('%s: only the office', async (_name, call) => {
    const input = { params: { id: UNKNOWN }, body: { english: 'A' } } as never;
    expect((await app.call(call, input)).status).toBe(401);
    for (const role of ['customer', 'cleaner'] as const) {
      expect((await app.call(call, input, await signedIn(app, role))).status).toBe(403);
    }
  });

  it('read: only the office and cleaners', async () => {
    expect((await app.call(calls.listChecklists, {})).status).toBe(401);
    expect((await app.call(calls.listChecklists, {}, await signedIn(app, 'customer'))).status).toBe(403);
    expect((await app.call(calls.listChecklists, {}, cleaner)).status).toBe(200);
  });
});
