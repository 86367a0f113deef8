import { describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { suggestCleaners } from '../contract/suggestions.ts';

const NINE = '2026-11-26T09:00:00+08:00';

const app = await startBookingApp({});
const office = await signedIn(app, 'admin');
const world = await makeWorld(app.context(), { customers: 1, cleaners: 4 });
const mei = await signedIn(app, 'customer', world.customers[0]?.id ?? '');
const names = ['Siti', 'Aminah', 'Zainab', 'Bee Choo'];
for (const [i, id] of world.cleanerIDs.entries())
  await app.database.pool.query(`update cleaner set firstname = $2, lastname = 'Lim' where id = $1`, [
    id,
    names[i],
  ]);

const ask = async (query: object, as = office) =>
  (await app.call(suggestCleaners, { query: query as never }, as)).body.items;
const visit = () => ({ startTime: NINE, addressID: world.customers[0]?.addressID, hours: 3 });

describe('suggested cleaners', () => {
  it('are found by name as it is typed', async () => {
    expect((await ask({ q: 'lim' })).map(({ firstname }) => firstname)).toEqual([...names].sort());
    expect((await ask({ q: 'zai' })).map(({ firstname }) => firstname)).toEqual(['Zainab']);
    expect(await ask({ q: 'nobody' })).toEqual([]);
    expect(await ask({ size: 2 })).toHaveLength(2);
    expect((await ask({}))[0]).not.toHaveProperty('score');
  });

  it('for a visit are only those who are free, previous ones first, with reasons', async () => {
    const [siti = '', , zainab = ''] = world.cleanerIDs;
    const body = { packageID: world.packageID, addressID: world.customers[0]?.addressID ?? '' };
    const hold = async (startTime: string, cleaner1ID: string) => {
      const made = await app.call(createJob, { body: { ...body, startTime, cleaner1ID } }, mei);
      expect(made.status).toBe(201);
      return made.body.id;
    };
    const came = await hold('2026-11-25T09:00:00+08:00', zainab);
    await hold(NINE, siti); // is busy at nine
    await app.database.pool.query('update cleaner_occupation set held_until = null where job_id = $1', [
      came,
    ]);
    const customerID = world.customers[0]?.id;
    const found = await ask({ ...visit(), customerID });
    expect(found.map(({ firstname }) => firstname)).not.toContain('Siti');
    expect(found[0]).toMatchObject({ firstname: 'Zainab', lastname: 'Lim' });
    expect(found[0]?.reasons?.map(({ code }) => code)).toContain('usual');
    const scores = found.map(({ score = -1 }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(50);
    expect((await ask({ ...visit(), customerID, q: 'bee' })).map(({ firstname }) => firstname)).toEqual([
      'Bee Choo',
    ]);
  });

  it('match the language of the home, unless the query gives another one or none', async () => {
    const [, aminah = ''] = world.cleanerIDs;
    const { pool } = app.database;
    await pool.query(`update customer_address set language_preference = 'Mandarin' where id = $1`, [
      world.customers[0]?.addressID,
    ]);
    await pool.query(`update cleaner set languages = '{English,Mandarin}' where id = $1`, [aminah]);
    const found = await ask(visit());
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]).toMatchObject({ firstname: 'Aminah', languages: ['English', 'Mandarin'] });
    const words = found.map(({ reasons = [] }) => reasons.find(({ code }) => code === 'language')?.detail);
    expect(words).toEqual(['Speaks Mandarin', ...found.slice(1).map(() => 'Does not speak Mandarin')]);
    const [first] = await ask({ ...visit(), language: '' });
    expect(first?.reasons?.map(({ code }) => code)).not.toContain('language');
    await pool.query(`update customer_address set language_preference = ''`);
  });

  it('for a home with pets exclude cleaners who avoid them, unless the query overrides it', async () => {
    const [, aminah = ''] = world.cleanerIDs;
    const { pool } = app.database;
    await pool.query('update customer_address set has_pets = true where id = $1', [
      world.customers[0]?.addressID,
    ]);
    await pool.query('update cleaner set avoids_pets = true where id = $1', [aminah]);
    const names = (found: Awaited<ReturnType<typeof ask>>) => found.map(({ firstname }) => firstname);
    const found = await ask(visit());
    expect(names(found)).not.toContain('Aminah');
    for (const { reasons } of found)
      expect(reasons).toContainEqual({ code: 'pets', detail: 'Fine with pets' });
    expect(names(await ask({ ...visit(), hasPets: '0' }))).toContain('Aminah');
    await pool.query('update customer_address set has_pets = false');
    expect(names(await ask(visit()))).toContain('Aminah');
    expect(names(await ask({ ...visit(), hasPets: '1' }))).not.toContain('Aminah');
    await pool.query('update cleaner set avoids_pets = false');
  });

  it('have only first name, photo, languages and stars for a customer', async () => {
    for (const item of await ask(visit(), mei))
      expect(Object.keys(item).sort()).toEqual([
        'firstname',
        'id',
        'languages',
        'profilePhoto',
        'rating',
        'reviews',
      ]);
    expect(await ask({ q: 'lim' }, mei)).toEqual([]);
    expect((await ask(visit(), mei))[0]?.firstname).toBe('Zainab');
  });

  it('are not available to anyone else', async () => {
    const siti = await signedIn(app, 'cleaner', world.cleanerIDs[0] ?? '');
    expect((await app.call(suggestCleaners, { query: {} as never }, siti)).status).toBe(403);
    expect((await app.call(suggestCleaners, { query: {} as never }, {})).status).toBe(401);
  });
});
