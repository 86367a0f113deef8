import { describe, expect, it } from 'vitest';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import { ITEMS } from '../contract/items.ts';
import { listChanges } from '../contract/site.ts';
import { feature } from './index.ts';

const { add, list, update, remove, restore, reorder } = ITEMS.testimonials;
const BODY = { clientname: 'Mdm Goh', content: '<p>Spotless.</p>', zh: { content: '<p>一尘不染。</p>' } };

const app = await startTestApp({ features: [accounts, uploads, feature] });
const { rows } = await app.database.pool.query(`
  insert into admin (id, identity, fullname, email, password_hash, office_role, created_at, updated_at)
  values (gen_random_uuid(), 'grace', 'Grace Ong', 'grace@kemas.example', 'x', 'owner', now(), now()) returning id`);
const office = await signedIn(app, 'admin', rows[0].id);

const told = async () => (await app.call(list, {}, {})).body.items;
const changes = async (id?: string) =>
  (await app.call(listChanges, { query: id === undefined ? {} : { id } }, office)).body.items;
const added = async (clientname = 'Mdm Goh') =>
  (await app.call(add, { body: { ...BODY, clientname } }, office)).body;

describe('an entry of a list', () => {
  it('keeps earlier versions with author and time, and restores them exactly in both languages', async () => {
    const first = await added();
    const params = { id: first.id };
    expect(first.version).toBe(1);
    const body = { content: '<p>Fine.</p>', zh: { content: '<p>不错。</p>' }, version: 1 };
    expect((await app.call(update, { params, body }, office)).body.version).toBe(2);
    const [newest, oldest] = await changes(first.id);
    expect(newest).toMatchObject({
      change: 'changed',
      version: 2,
      by: { fullname: 'Grace Ong' },
      isCurrent: true,
      isDeleted: false,
      content: { content: '<p>Fine.</p>', zh: { content: '<p>不错。</p>' } },
      before: BODY,
    });
    expect(oldest).toMatchObject({ change: 'added', version: 1, before: null, isCurrent: false });
    const back = await app.call(restore, { params, body: { version: 1 } }, office);
    const { version, updatedAt: _at, ...words } = back.body;
    const { version: _1, updatedAt: _then, ...before } = first;
    expect([version, words]).toEqual([3, before]);
    expect((await changes(first.id))[0]).toMatchObject({ change: 'restored', restoredFrom: 1 });
    expect((await app.call(restore, { params, body: { version: 9 } }, office)).status).toBe(404);
    await app.call(remove, { params }, office);
  });

  it('cannot be overwritten by someone who has read an earlier version, in English or Chinese', async () => {
    const { id, version } = await added();
    const params = { id };
    await app.call(update, { params, body: { zh: { content: '先' }, version } }, office);
    for (const body of [{ zh: { content: '后' } }, { content: 'Later' }, { profilePhoto: '' }]) {
      const late = await app.call(update, { params, body: { ...body, version } }, office);
      expect([late.status, problem(late).code]).toEqual([409, 'content_changed']);
    }
    expect((await told()).find((one) => one.id === id)?.zh?.content).toBe('先');
    await app.call(remove, { params }, office);
  });

  it('is saved once by ten concurrent requests based on the same version', async () => {
    const { id, version } = await added();
    const all = Array.from({ length: 10 }, (_, i) =>
      app.call(update, { params: { id }, body: { content: `T${i}`, version } }, office),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    expect(await changes(id)).toHaveLength(2);
    await app.call(remove, { params: { id } }, office);
  });

  it('can be restored at its former position after deletion', async () => {
    const [one, two, three] = [await added('One'), await added('Two'), await added('Three')];
    await app.call(update, { params: { id: two.id }, body: { content: 'Last words' } }, office);
    await app.call(remove, { params: { id: two.id } }, office);
    expect((await changes(two.id))[0]).toMatchObject({
      change: 'deleted',
      isDeleted: true,
      isCurrent: false,
      by: { fullname: 'Grace Ong' },
    });
    // Meanwhile its position is taken.
    await app.call(reorder, { body: { ids: [three.id, one.id] } }, office);
    const back = await app.call(restore, { params: { id: two.id }, body: {} }, office);
    expect(back).toMatchObject({ status: 200, body: { id: two.id, content: 'Last words' } });
    const shown = await told();
    expect(shown.map(({ clientname }) => clientname)).toEqual(['Three', 'Two', 'One']);
    expect(new Set(shown.map(({ position }) => position)).size).toBe(3);
    // Idempotent.
    const again = await app.call(restore, { params: { id: two.id }, body: {} }, office);
    expect(again.body.version).toBe(back.body.version);
    for (const { id } of shown) await app.call(remove, { params: { id } }, office);
  });

  it('cannot be restored into a full list, or into another list', async () => {
    const { id } = await added();
    await app.call(remove, { params: { id } }, office);
    const other = ITEMS['scope-of-work'].restore;
    expect((await app.call(other, { params: { id }, body: {} }, office)).status).toBe(404);
    await app.database.pool.query(`
      insert into site_item (id, kind, position, content, created_at, updated_at)
      select gen_random_uuid(), 'testimonials', n, '{}', now(), now() from generate_series(1, 200) n`);
    const full = await app.call(restore, { params: { id }, body: {} }, office);
    expect(problem(full).code).toBe('too_many_items');
    await app.database.pool.query('delete from site_item');
  });

  it('is restored without scripts, even if the database contains one', async () => {
    const { id } = await added();
    await app.database.pool.query(
      `update site_item_version set content = jsonb_set(content, '{content}', '"<img src=x onerror=alert(1)>ok"')
       where item_id = $1`,
      [id],
    );
    await app.call(remove, { params: { id } }, office);
    expect((await changes(id)).at(-1)?.content.content).toBe('ok');
    const back = await app.call(restore, { params: { id }, body: { version: 1 } }, office);
    expect(back.body.content).toBe('ok');
  });
});

it('only shows its history to the office, which can restore versions', async () => {
  const { id } = await added();
  for (const [as, status] of [
    [{}, 401],
    [await signedIn(app, 'customer'), 403],
    [await signedIn(app, 'cleaner'), 403],
  ] as const) {
    expect((await app.call(listChanges, {}, as)).status).toBe(status);
    expect((await app.call(restore, { params: { id }, body: {} }, as)).status).toBe(status);
  }
});

it('changes of all lists are in one history, newest first', async () => {
  const { id } = (await app.call(ITEMS['scope-of-work'].add, { body: { name: 'Oven' } }, office)).body;
  const all = await changes();
  expect(all[0]).toMatchObject({ kind: 'scope-of-work', itemID: id, content: { name: 'Oven' } });
  const times = all.map(({ createdAt }) => createdAt);
  expect(times.toSorted().toReversed()).toEqual(times);
});
