import { beforeEach, expect, test } from 'vitest';
import * as calls from '#platform/contract/list-views.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { createAdmin, feature } from './index.ts';

const app = await startTestApp({ features: [feature] });
const JOBS = '/admin/jobs';
const MORNING = { list: JOBS, name: 'My morning', query: 'tab=Today&sortby=crew', columns: ['when', 'crew'] };

let joanne: As;
let farid: As;
let created = 0;

async function newAdmin(fullname: string): Promise<As> {
  created += 1;
  const admin = await createAdmin(app.context(), {
    fullname,
    email: `admin${created}@example.sg`,
    identity: `admin${created}`,
    password: 'tidy homes, happy people',
    officeRole: 'office',
  });
  return signedIn(app, 'admin', (admin as { id: string }).id);
}

beforeEach(async () => {
  joanne = await newAdmin('Joanne Seah');
  farid = await newAdmin('Farid Aziz');
  await app.services.db.deleteFrom('list_view').execute();
});

const save = (as: As, body: object = {}) =>
  app.call(calls.createListView, { body: { ...MORNING, ...body } }, as);
const namesFor = async (as: As, list = JOBS) =>
  (await app.call(calls.listListViews, { query: { list } }, as)).body.items.map(({ name }) => name);

test('a view is saved for its admin and its list', async () => {
  const { status, body } = await save(joanne);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...MORNING, shared: false, own: true, owner: 'Joanne Seah' });
  expect(await namesFor(joanne)).toEqual(['My morning']);
  expect(await namesFor(joanne, '/admin/customers')).toEqual([]);
  expect(await namesFor(farid)).toEqual([]);
});

test('a shared view may be used by everyone, and changed and removed only by its owner', async () => {
  const { id } = (await save(joanne, { shared: true })).body;
  const { items } = (await app.call(calls.listListViews, { query: { list: JOBS } }, farid)).body;
  expect(items).toMatchObject([{ name: 'My morning', own: false, owner: 'Joanne Seah' }]);
  const of = { params: { id } };
  expect((await app.call(calls.updateListView, { ...of, body: { name: 'Mine' } }, farid)).status).toBe(403);
  expect((await app.call(calls.deleteListView, of, farid)).status).toBe(403);
  const renamed = await app.call(calls.updateListView, { ...of, body: { name: 'Ours' } }, joanne);
  expect(renamed.body).toMatchObject({ name: 'Ours', query: MORNING.query, shared: true });
  expect((await app.call(calls.deleteListView, of, joanne)).status).toBe(200);
  expect(await namesFor(farid)).toEqual([]);
  expect((await app.call(calls.deleteListView, of, joanne)).status).toBe(404);
});

test('a view that is not shared does not exist for others', async () => {
  const of = { params: { id: (await save(joanne)).body.id } };
  expect((await app.call(calls.updateListView, { ...of, body: { shared: true } }, farid)).status).toBe(404);
  expect((await app.call(calls.deleteListView, of, farid)).status).toBe(404);
});

test('a name is unique for an admin and a list, whatever its capitals', async () => {
  await save(joanne);
  expect(problem(await save(joanne, { name: 'MY MORNING' }))).toMatchObject({
    status: 409,
    code: 'view_name_taken',
  });
  expect((await save(farid)).status).toBe(201);
  expect((await save(joanne, { list: '/admin/customers' })).status).toBe(201);
  const { id } = (await save(joanne, { name: 'Evening' })).body;
  const renamed = await app.call(
    calls.updateListView,
    { params: { id }, body: { name: 'My Morning' } },
    joanne,
  );
  expect(renamed.status).toBe(409);
});

test('a double click saves one view', async () => {
  const statuses = (await Promise.all([save(joanne), save(joanne)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409]);
});

test('an admin has at most fifty views, also when many are saved at once', async () => {
  for (let at = 1; at < calls.MAX_LIST_VIEWS; at += 1) await save(joanne, { name: `View ${at}` });
  const replies = await Promise.all(['A', 'B', 'C'].map((name) => save(joanne, { name })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await namesFor(joanne)).toHaveLength(calls.MAX_LIST_VIEWS);
  expect((await save(farid)).status).toBe(201);
});

test.each([
  ['an empty name', { name: ' ' }],
  ['a name of 61 letters', { name: 'a'.repeat(61) }],
  ['a name with a control character', { name: 'a\u0000b' }],
  ['another address', { list: 'https://example.com/' }],
  ['a query with a line break', { query: 'a\nb' }],
  ['a long query', { query: 'a'.repeat(1001) }],
  ['a column that is no key', { columns: ['<b>'] }],
  ['too many columns', { columns: Array.from({ length: 41 }, (_, at) => `c${at}`) }],
  ['another owner', { adminID: '0192f0c1-2b5e-7000-8000-000000000000' }],
])('%s is refused', async (_name, body) => {
  expect((await save(joanne, body)).status).toBe(422);
});

test('names with markup are plain text', async () => {
  const name = `<img src=x onerror=alert(1)> '; drop table job; --`;
  expect((await save(joanne, { name })).body.name).toBe(name);
});
