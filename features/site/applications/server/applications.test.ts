import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { getCleaner, listCleaners } from '#features/people/cleaners/contract.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { feature } from './index.ts';

const SITI = { firstname: 'Siti', phone: '9123 4567' };
const { list, get, create, update, trash, untrash } = calls.applications;

const app = await startTestApp({ features: [accounts, uploads, places, cleaners, feature] });
const admin = await signedIn(app, 'admin');

beforeEach(async () => {
  await app.runOutbox();
  app.sent.mail.length = 0;
  for (const table of ['application', 'inbox_step', 'throttle', 'cleaner_week', 'cleaner_region', 'cleaner'])
    await app.database.pool.query(`delete from ${table}`);
  await app.database.pool.query(`
    insert into setting (name, value, updated_at) values ('business.email', '"hello@kemas.example"', now())
    on conflict do nothing`);
});

async function apply(over: object = {}, as: As = {}) {
  const made = await app.call(create, { body: { ...SITI, ...over } }, as);
  expect(made.status).toBe(201);
  return made.body;
}

const WHOLE = {
  lastname: 'Rahman',
  email: 'siti@example.com',
  gender: 'female',
  age: '34',
  experience: 'Six years in homes.',
  nationality: 'Malaysian',
  home_area: 'Woodlands',
  apply_for: 'Part-time',
  message: 'I can start in December.',
};

describe('an application', () => {
  it('every field of an application is stored', async () => {
    const { id } = await apply(WHOLE);
    const kept = (await app.call(get, { params: { id } }, admin)).body;
    expect(kept).toMatchObject({
      ...WHOLE,
      ...SITI,
      phone: '6591234567',
      age: 34,
      state: 'new',
      history: [],
    });
  });

  it('requires a name and a phone number, and nothing else', async () => {
    expect(await apply({ age: '', email: '' })).toMatchObject({ age: null, email: '', nationality: '' });
  });

  it.each([
    ['no phone number', { phone: '' }, 'phone'],
    ['a child', { age: 15 }, 'age'],
    ['an age in words', { age: 'thirty' }, 'age'],
    ['half an e-mail address', { email: 'siti@' }, 'email'],
    ['two lines in a single-line field', { nationality: 'a\nb' }, 'nationality'],
  ])('is refused: %s', async (_name, over, path) => {
    const reply = await app.call(create, { body: { ...SITI, ...over } } as never);
    expect(problem(reply)).toMatchObject({ status: 422, errors: [{ path }] });
  });

  it('is stored once if sent twice with its key, and not at all from a bot', async () => {
    const headers = { 'idempotency-key': 'one' };
    expect((await apply({}, { headers })).id).toBe((await apply({}, { headers })).id);
    await apply({ website: 'x' });
    expect((await app.call(list, {}, admin)).body.total).toBe(1);
  });

  it('is refused after ten from one IP address', async () => {
    for (let i = 0; i < 10; i += 1) await apply();
    expect((await app.call(create, { body: SITI })).status).toBe(429);
  });

  it('is deleted after a year', async () => {
    await apply();
    await app.database.pool.query(`update application set created_at = created_at - interval '366 days'`);
    await app.runCronJobs();
    expect((await app.call(list, {}, admin)).body.total).toBe(0);
  });
});

describe('the office', () => {
  it('is notified by e-mail, without age, gender and nationality', async () => {
    await apply(WHOLE);
    await app.runOutbox();
    expect(app.sent.mail).toMatchObject([
      { to: 'hello@kemas.example', replyTo: 'siti@example.com', subject: 'New application from Siti Rahman' },
    ]);
    expect(app.sent.mail[0]?.body).toContain('Lives in: Woodlands');
    expect(app.sent.mail[0]?.body).not.toMatch(/\b34\b|female|Malaysian/);
  });

  it('can reply if there is an e-mail address, without changing the state', async () => {
    const { id } = await apply(WHOLE);
    await app.call(update, { params: { id }, body: { state: 'invited', note: 'Monday' } }, admin);
    const body = { reply: 'Come by on Monday.' };
    const replied = await app.call(calls.replyToApplication, { params: { id }, body }, admin);
    expect(replied.body).toMatchObject({ state: 'invited', history: [{ state: 'invited' }, body] });
    await app.runOutbox();
    expect(app.sent.mail.at(-1)).toMatchObject({
      to: 'siti@example.com',
      subject: 'Your application to Kemas',
    });
    const mute = await apply();
    const refused = await app.call(calls.replyToApplication, { params: { id: mute.id }, body }, admin);
    expect([refused.status, problem(refused).code]).toEqual([409, 'no_email']);
  });

  it('can search, download, trash and restore them', async () => {
    const { id } = await apply(WHOLE);
    await apply({ firstname: 'Rosa' });
    const found = await app.call(list, { query: { q: 'woodlands', state: 'new' } }, admin);
    expect(found.body.items.map((item) => item.firstname)).toEqual(['Siti']);
    expect(String((await app.call(list, { query: { download: '1' } }, admin)).body)).toContain('Woodlands');
    expect((await app.call(trash, { params: { id } }, admin)).body.trash).toBe(1);
    expect((await app.call(list, {}, admin)).body.total).toBe(1);
    expect((await app.call(untrash, { params: { id } }, admin)).body.trash).toBe(0);
  });
});

describe('hiring', () => {
  const hire = (id: string, body: object = { firstname: 'Siti', mobile: '91234567' }) =>
    app.call(calls.hireApplicant, { params: { id }, body } as never, admin);
  const cleanersNow = async () => (await app.call(listCleaners, {}, admin)).body.total;

  it('creates a cleaner, and the application is marked as hired with a link to them', async () => {
    const { id } = await apply(WHOLE);
    const made = await hire(id, { firstname: 'Siti', lastname: 'Rahman', mobile: '9123 4567' });
    expect(made).toMatchObject({ status: 201, body: { firstname: 'Siti', mobile: '6591234567' } });
    const cleaner = made.body as { id: string };
    const kept = (await app.call(get, { params: { id } }, admin)).body;
    expect(kept).toMatchObject({ state: 'hired', cleanerID: cleaner.id, history: [{ state: 'hired' }] });
    expect((await app.call(getCleaner, { params: { id: cleaner.id } }, admin)).status).toBe(200);
  });

  it('happens once, even for two concurrent requests', async () => {
    const { id } = await apply(WHOLE);
    const both = await Promise.all([hire(id), hire(id, { firstname: 'Siti', mobile: '81234567' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await cleanersNow()).toBe(1);
    expect(problem(await hire(id, { firstname: 'Siti', mobile: '82234567' })).code).toBe('hired_before');
    expect(await cleanersNow()).toBe(1);
  });

  it('changes nothing if the number belongs to another cleaner, with an error on the field', async () => {
    const [first, second] = [await apply(WHOLE), await apply(WHOLE)];
    await hire(first.id);
    const refused = await hire(second.id);
    expect(problem(refused)).toMatchObject({ code: 'mobile_in_use', errors: [{ path: 'mobile' }] });
    expect((await app.call(get, { params: { id: second.id } }, admin)).body).toMatchObject({
      state: 'new',
      cleanerID: null,
    });
  });

  it('is refused for trashed or unknown applications', async () => {
    const { id } = await apply(WHOLE);
    await app.call(trash, { params: { id } }, admin);
    expect((await hire(id)).status).toBe(404);
    expect((await hire('01900000-0000-7000-8000-000000000001')).status).toBe(404);
    expect(await cleanersNow()).toBe(0);
  });
});
