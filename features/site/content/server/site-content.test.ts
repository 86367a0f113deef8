import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { BLOCK_NAMES, BLOCKS } from '../contract/blocks.ts';
import { ITEMS } from '../contract/items.ts';
import { readBlocks, readSite } from '../contract/site.ts';
import { feature } from './index.ts';

const nobody: As = {};

const app = await startTestApp({ features: [accounts, uploads, feature] });
const { rows } = await app.database.pool.query(`
  insert into admin (id, identity, fullname, email, password_hash, office_role, created_at, updated_at)
  values (gen_random_uuid(), 'grace', 'Grace Ong', 'grace@kemas.example', 'x', 'owner', now(), now()) returning id`);
const office = await signedIn(app, 'admin', rows[0].id);

const steps = BLOCKS['easy-steps'];
const STEPS = {
  title: 'Two steps',
  steps: [
    { icon: 'home', title: 'Tell us', text: 'About your home.' },
    { icon: 'broom', title: 'Come home', text: '' },
  ],
  zh: { title: '两步', steps: [{ title: '告诉我们' }] },
};
const now = async () => (await app.call(steps.read, {}, nobody)).body;

describe('a block of the site', () => {
  it.each(BLOCK_NAMES.map((name) => [name]))('%s has default content', async (name) => {
    const reply = await app.request({ method: 'GET', url: `/api/cms/${name}` });
    expect([reply.status, (reply.body as { version: number }).version]).toEqual([200, 0]);
    expect(reply.body).toMatchObject({ updatedAt: null });
  });

  it('is replaced as a whole, and published at once', async () => {
    const saved = await app.call(steps.save, { body: STEPS }, office);
    expect(saved).toMatchObject({ status: 200, body: { ...STEPS, version: 1 } });
    expect(await now()).toEqual(saved.body);
    const again = await app.call(steps.save, { body: { title: 'One step', steps: [] } }, office);
    expect(again.body.zh).toBeUndefined();
    expect(await now()).toMatchObject({ title: 'One step', steps: [], version: 2 });
  });

  it('keeps earlier versions with author and time, and restores exactly one', async () => {
    const listed = (await app.call(steps.versions, {}, office)).body.items;
    expect(listed).toMatchObject([
      { version: 2, isCurrent: true, by: { fullname: 'Grace Ong' }, restoredFrom: null },
      { version: 1, isCurrent: false },
    ]);
    const first = (await app.call(steps.readVersion, { params: { version: 1 } }, office)).body;
    expect(first).toMatchObject(STEPS);
    const restored = await app.call(steps.restore, { body: { version: 1 } }, office);
    expect(restored.body).toMatchObject({ ...STEPS, version: 3 });
    const { version: _3, updatedAt: _now, ...content } = restored.body;
    const { version: _1, updatedAt: _then, ...earlier } = first;
    expect(content).toEqual(earlier);
    expect((await app.call(steps.versions, {}, office)).body.items[0]).toMatchObject({ restoredFrom: 1 });
    // Version 0 is the default content.
    expect((await app.call(steps.restore, { body: { version: 0 } }, office)).body.steps).toHaveLength(3);
    expect((await app.call(steps.restore, { body: { version: 99 } }, office)).status).toBe(404);
  });

  it('cannot be overwritten by someone who has read an earlier version', async () => {
    const { version, updatedAt: _then, ...content } = await now();
    const mine = { ...content, title: 'Mine', version };
    expect((await app.call(steps.save, { body: mine }, office)).status).toBe(200);
    const theirs = await app.call(steps.save, { body: { ...mine, title: 'Theirs' } }, office);
    expect([theirs.status, problem(theirs).code]).toEqual([409, 'content_changed']);
    expect((await now()).title).toBe('Mine');
  });

  it('gets ten consecutive versions from ten concurrent saves', async () => {
    const before = (await now()).version;
    const all = Array.from({ length: 10 }, (_, i) =>
      app.call(steps.save, { body: { ...STEPS, title: `T${i}` } }, office),
    );
    const versions = (await Promise.all(all)).map(({ body }) => body.version);
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => before + 1 + i));
  });

  it('can have a draft that only the office sees', async () => {
    const shown = await now();
    const draft = await app.call(steps.saveDraft, { body: { ...STEPS, title: 'Soon' } }, office);
    expect(draft.body).toMatchObject({ isDraft: true, content: { title: 'Soon' }, version: shown.version });
    expect(await now()).toEqual(shown);
    expect((await app.call(steps.readDraft, {}, office)).body.content.title).toBe('Soon');
    expect((await app.call(steps.discardDraft, {}, office)).body).toMatchObject({ isDraft: false });
    await app.call(steps.saveDraft, { body: STEPS }, office);
    await app.call(steps.save, { body: STEPS }, office);
    expect((await app.call(steps.readDraft, {}, office)).body.isDraft).toBe(false);
  });

  it('has one draft, which cannot be overwritten without having read it', async () => {
    const { saveDraft, readDraft, discardDraft } = steps;
    const { version } = await now();
    const mine = { ...STEPS, title: 'Mine', version, revision: null };
    const kept = (await app.call(saveDraft, { body: mine }, office)).body;
    expect(kept.revision).toEqual(expect.any(String));
    const theirs = await app.call(saveDraft, { body: { ...mine, title: 'Theirs' } }, office);
    expect([theirs.status, problem(theirs).code]).toEqual([409, 'content_changed']);
    expect((await app.call(readDraft, {}, office)).body.content.title).toBe('Mine');
    const again = { ...mine, title: 'Mine again', revision: kept.revision };
    const next = (await app.call(saveDraft, { body: again }, office)).body;
    expect(next.revision).not.toBe(kept.revision);
    // Publishing does not remove a draft that someone else has saved.
    const over = await app.call(steps.save, { body: { ...again, revision: kept.revision } }, office);
    expect([over.status, problem(over).code]).toEqual([409, 'content_changed']);
    // Published meanwhile: the draft and its base version are obsolete.
    await app.call(steps.save, { body: STEPS }, office);
    const late = await app.call(saveDraft, { body: { ...again, revision: next.revision } }, office);
    expect(late.status).toBe(409);
    const unseen = await app.call(saveDraft, { body: { ...again, revision: null } }, office);
    expect(unseen.status).toBe(409);
    await app.call(discardDraft, {}, office);
  });

  it('is listed for the office with its draft, and who edited both last', async () => {
    await app.call(steps.save, { body: STEPS }, office);
    await app.call(steps.saveDraft, { body: { ...STEPS, title: 'Soon' } }, office);
    const { blocks } = (await app.call(readBlocks, {}, office)).body;
    expect(blocks.map(({ name }) => name)).toEqual(BLOCK_NAMES);
    const { version } = await now();
    expect(blocks.find(({ name }) => name === 'easy-steps')).toMatchObject({
      version,
      by: { fullname: 'Grace Ong' },
      content: { title: 'Two steps' },
      draft: { version, by: { fullname: 'Grace Ong' }, content: { title: 'Soon' } },
    });
    const untouched = { version: 0, updatedAt: null, by: null, draft: null };
    expect(blocks.find(({ name }) => name === 'hero-images')).toMatchObject(untouched);
    await app.call(steps.discardDraft, {}, office);
  });

  it('contains no script, whoever wrote it, even if the database contains one', async () => {
    const { save, read } = BLOCKS.disclaimer;
    const html = '<p onclick="x">Mind <script>alert(1)</script>the <a href="javascript:x">gap</a></p>';
    await app.call(save, { body: { title: '<b>T</b>', html, zh: { html } } }, office);
    const clean = '<p>Mind the <a>gap</a></p>';
    expect((await app.call(read, {}, nobody)).body).toMatchObject({ html: clean, zh: { html: clean } });
    await app.database.pool.query(
      `update site_block_version set content = jsonb_set(content, '{html}', '"<img src=x onerror=alert(1)>ok"')
       where block = 'disclaimer'`,
    );
    expect((await app.call(read, {}, nobody)).body.html).toBe('ok');
  });

  it.each([
    [
      'a link that runs a script',
      'footer',
      { columns: [], copyright: '', social: [{ network: 'X', href: 'javascript:x' }] },
      'social.0.href',
    ],
    [
      'a picture from elsewhere',
      'join-us',
      { title: '', html: '', image: 'https://elsewhere.example/x.jpg' },
      'image',
    ],
    [
      'a picture that no longer exists',
      'join-us',
      { title: '', html: '', image: `/uploads/${randomUUID()}/960.jpg` },
      'image',
    ],
    ['an unknown field', 'disclaimer', { title: '', html: '', surprise: 1 }, 'surprise'],
    ['a missing field', 'disclaimer', { title: 'A' }, 'html'],
    ['too many', 'easy-steps', { title: '', steps: Array(61).fill(STEPS.steps[0]) }, 'steps'],
  ] as const)('refuses %s beside its field', async (_what, name, body, path) => {
    const reply = await app.call(BLOCKS[name].save as never, { body } as never, office);
    expect([reply.status, problem(reply).errors?.[0]?.path]).toEqual([422, path]);
  });
});

describe('an entry of a list', () => {
  const { add, list, update, remove, reorder } = ITEMS.testimonials;
  const told = async () => (await app.call(list, {}, nobody)).body.items;

  it('can be added, changed, sorted and deleted permanently', async () => {
    const body = {
      clientname: 'Mdm Goh',
      content: '<p>Spotless.<script>x</script></p>',
      zh: { content: '很干净' },
    };
    const first = await app.call(add, { body }, office);
    expect(first).toMatchObject({
      status: 201,
      body: { position: 1, content: '<p>Spotless.</p>', trash: 0 },
    });
    const second = (await app.call(add, { body: { clientname: 'Ravi' } }, office)).body;
    const params = { id: first.body.id };
    const changed = await app.call(update, { params, body: { content: 'Lovely.' } }, office);
    expect(changed.body).toMatchObject({
      clientname: 'Mdm Goh',
      content: 'Lovely.',
      zh: { content: '很干净' },
    });
    const sorted = await app.call(reorder, { body: { ids: [second.id] } }, office);
    expect(sorted.body.items.map(({ clientname }) => clientname)).toEqual(['Ravi', 'Mdm Goh']);
    expect((await told()).map(({ clientname }) => clientname)).toEqual(['Ravi', 'Mdm Goh']);
    expect((await app.call(remove, { params }, office)).body).toEqual({ id: params.id, deleted: true });
    expect((await app.call(remove, { params }, office)).status).toBe(404);
    expect(await told()).toHaveLength(1);
  });

  it('can be searched by text and sorted by its fields', async () => {
    await app.call(add, { body: { clientname: 'Aminah', content: 'Punctual, 100% recommended.' } }, office);
    const names = async (query: object) =>
      (await app.call(list, { query: query as never }, office)).body.items.map(
        ({ clientname }) => clientname,
      );
    expect(await names({ q: 'PUNCTUAL ami' })).toEqual(['Aminah']);
    expect(await names({ q: '%' })).toEqual(['Aminah']);
    expect(await names({ sortby: 'clientname' })).toEqual(['Aminah', 'Ravi']);
    expect(await names({ size: 1, from: 1 })).toEqual(['Aminah']);
    const csv = await app.call(list, { query: { download: '1' } }, office);
    expect(String(csv.body)).toContain('Aminah');
  });

  it('gets a unique position when twenty are added concurrently, up to 200', async () => {
    const service = ITEMS['service-options'];
    const body = { name_r1: 'Ironing', price: 2500 };
    await Promise.all(Array.from({ length: 20 }, () => app.call(service.add, { body }, office)));
    const listed = (await app.call(service.list, {}, nobody)).body.items;
    expect(listed.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    await app.database.pool.query(`
      insert into site_item (id, kind, position, content, created_at, updated_at)
      select gen_random_uuid(), 'service-options', n, '{}', now(), now() from generate_series(21, 200) n`);
    expect(problem(await app.call(service.add, { body }, office)).code).toBe('too_many_items');
  });

  it.each([
    ['no name', { content: 'x' }, 'clientname'],
    ['an unknown field', { clientname: 'A', stars: 5 }, 'stars'],
  ])('is refused with %s', async (_what, body, path) => {
    const reply = await app.call(add, { body } as never, office);
    expect([reply.status, problem(reply).errors?.[0]?.path]).toEqual([422, path]);
  });
});

it('can only be written by the office, as well as versions and drafts read', async () => {
  for (const [role, status] of [
    ['customer', 403],
    ['cleaner', 403],
    [null, 401],
  ] as const) {
    const as = role === null ? nobody : await signedIn(app, role);
    for (const call of [
      steps.save,
      steps.restore,
      steps.saveDraft,
      steps.discardDraft,
      steps.versions,
      steps.readDraft,
      readBlocks,
    ])
      expect((await app.call(call as never, { body: STEPS } as never, as)).status).toBe(status);
    expect((await app.call(ITEMS.testimonials.add, { body: { clientname: 'X' } }, as)).status).toBe(status);
  }
});

describe('the site content in one reply', () => {
  it('has all blocks and lists in one language, with English where Chinese is missing', async () => {
    await app.database.pool.query('delete from site_item');
    await app.call(steps.save, { body: STEPS }, office);
    const review = { clientname: 'Mdm Lim', content: '<p>Tidy.</p>', zh: { content: '<p>整洁。</p>' } };
    await app.call(ITEMS.testimonials.add, { body: review }, office);
    const zh = await app.call(readSite, { query: { lang: 'zh' } }, nobody);
    expect(zh).toMatchObject({ status: 200 });
    expect(Object.keys(zh.body).sort()).toEqual([...BLOCK_NAMES, ...Object.keys(ITEMS)].sort());
    expect(zh.body['easy-steps']).toMatchObject({
      title: '两步',
      steps: [{ icon: 'home', title: '告诉我们', text: 'About your home.' }, { title: 'Come home' }],
    });
    expect(zh.body.testimonials.at(-1)).toEqual({
      id: expect.any(String),
      clientname: 'Mdm Lim',
      content: '<p>整洁。</p>',
      profilePhoto: '',
    });
    const en = await app.call(readSite, {}, nobody);
    expect(en.body['easy-steps'].title).toBe('Two steps');
    expect(JSON.stringify(en.body)).not.toContain('zh');
  });
});
