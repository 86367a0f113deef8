import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeBreakerWith } from '#platform/server/providers/breaker.ts';
import { oneMap } from '#platform/server/providers/one-map.ts';
import { startFakeOneMap } from '#platform/testing/fake-one-map.ts';
import { neverOpens } from '#platform/testing/never-opens.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import { findAddress } from '../contract.ts';
import { feature, lookUpPlaces, pointFinder, pointOfPostal } from './index.ts';

const SEARCH = '/api/common/elastic/search';
const fake = await startFakeOneMap();
const geocoding = oneMap({ ...fake.account, apiUrl: fake.url, makeBreaker: neverOpens, timeoutMs: 200 });
const app = await startTestApp({ features: [feature], providers: { geocoding } });

beforeEach(async () => {
  fake.fail();
  await app.database.db.deleteFrom('postal_place').execute();
  await app.database.db.deleteFrom('throttle').execute();
  await look('310145');
  await app.database.db.deleteFrom('postal_place').execute();
  fake.asked.length = 0;
});

const look = async (postal: string) => (await app.call(findAddress, { query: { postal } })).body.place;
const searches = () => fake.asked.filter((path) => path.startsWith(SEARCH)).length;
const toaPayoh = { block: '145', street: 'Lorong 2 Toa Payoh', building: '' };

describe('the address of a postal code', () => {
  test('is written as people write it', async () => {
    expect(await look('310145')).toEqual(toaPayoh);
    expect(await look('259569')).toEqual({
      block: '1',
      street: 'Cluny Road',
      building: 'Singapore Botanic Gardens',
    });
  });

  test('is looked up once, also if it is unknown', async () => {
    for (let times = 0; times < 3; times += 1) {
      expect(await look('310145')).toEqual(toaPayoh);
      expect(await look('310999')).toBeNull();
    }
    expect(searches()).toBe(2);
  });

  test('is looked up again after a year, an unknown one after a week', async () => {
    await look('310145');
    await look('310999');
    app.clock.advance({ hours: 8 * 24 });
    await look('310145');
    await look('310999');
    expect(searches()).toBe(3);
    app.clock.advance({ hours: 360 * 24 });
    expect(await look('310145')).toEqual(toaPayoh);
    expect(searches()).toBe(4);
  });

  test('of a sector that does not exist is not looked up', async () => {
    expect(await look('740001')).toBeNull();
    expect(searches()).toBe(0);
  });

  test('can be looked up by many at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => look('310145')));
    expect(all).toEqual(Array(8).fill(toaPayoh));
  });

  test('has a limit per client, so that nobody copies the map through us', async () => {
    for (let times = 0; times < 60; times += 1) await look('310145');
    const refused = await app.call(findAddress, { query: { postal: '310145' } });
    expect([refused.status, problem(refused).code]).toEqual([429, 'throttled']);
  });
});

describe('the postal codes of the next visits', () => {
  const stored = async () => {
    const rows = await app.database.db.selectFrom('postal_place').select(['postal', 'found']).execute();
    return rows.toSorted((a, b) => (a.postal < b.postal ? -1 : 1));
  };

  test('are looked up, also if most of them have a sector that does not exist', async () => {
    const unknown = Array.from({ length: 20 }, (_, index) => `7400${String(index).padStart(2, '0')}`);
    const all = [...unknown, '310145'];
    await lookUpPlaces(app.context(), all);
    await lookUpPlaces(app.context(), all);
    expect(await stored()).toEqual([
      { postal: '310145', found: true },
      ...unknown.map((postal) => ({ postal, found: false })),
    ]);
    expect(searches()).toBe(1);
  });

  test('that are no postal codes stop nothing', async () => {
    await lookUpPlaces(app.context(), ['', '7400', 'postal', '310145']);
    expect(await stored()).toEqual([{ postal: '310145', found: true }]);
  });

  test('are taken at random, so that some whose lookup fails do not block the others', async () => {
    const failing = Array.from({ length: 40 }, (_, index) => `3102${String(index).padStart(2, '0')}`);
    fake.fail('is-down');
    for (let times = 0; times < 3; times += 1) await lookUpPlaces(app.context(), failing);
    expect(new Set(fake.asked.filter((path) => path.startsWith(SEARCH))).size).toBeGreaterThan(20);
    expect(await stored()).toEqual([]);
  });
});

describe('while OneMap is down', () => {
  test.each(['never-answers', 'is-down', 'says-html', 'says-nonsense'] as const)(
    'nothing is found, and what was known stays: it %s',
    async (fault) => {
      await look('310145');
      fake.fail(fault);
      expect(await look('259569')).toBeNull();
      expect(await look('310145')).toEqual(toaPayoh);
      app.clock.advance({ hours: 366 * 24 });
      expect(await look('310145')).toEqual(toaPayoh);
      fake.fail();
      expect(await look('259569')).toMatchObject({ street: 'Cluny Road' });
    },
  );

  test('an open circuit breaker finds nothing, at once', async () => {
    const makeBreaker = makeBreakerWith(pino({ level: 'silent' }));
    const broken = oneMap({ ...fake.account, apiUrl: fake.url, makeBreaker, timeoutMs: 20 });
    fake.fail('never-answers');
    const other = await startTestApp({ features: [feature], providers: { geocoding: broken } });
    for (let times = 0; times < 7; times += 1)
      expect((await other.call(findAddress, { query: { postal: '310145' } })).body.place).toBeNull();
    expect(fake.asked).toHaveLength(5);
  });
});

test('without a provider nothing is looked up', async () => {
  const other = await startTestApp({ features: [feature] });
  expect((await other.call(findAddress, { query: { postal: '310145' } })).body.place).toBeNull();
  expect(await pointOfPostal(other.context(), '310145')).toMatchObject({ latitude: 1.331 });
});

describe('the position of a postal code', () => {
  const point = { latitude: 1.3343, longitude: 103.8459 };
  const centre = { latitude: 1.331, longitude: 103.852 };

  test('is the centre of its area until it was looked up', async () => {
    expect(await pointOfPostal(app.context(), '310145')).toMatchObject(centre);
    await look('310145');
    expect(await pointOfPostal(app.context(), '310145')).toEqual(point);
  });

  test('that is unknown to the map is the centre of its area', async () => {
    await look('310999');
    expect(await pointOfPostal(app.context(), '310999')).toMatchObject(centre);
    expect(await pointOfPostal(app.context(), '740001')).toBeNull();
  });

  test('is found for many, with those that were looked up since the last time', async () => {
    const unread = await pointFinder(app.context());
    expect(unread('310145')).toMatchObject(centre);
    await look('310145');
    const read = await pointFinder(app.context());
    expect(read('310145')).toEqual(point);
    expect(read('259569')).toMatchObject({ latitude: 1.315 });
    expect(read('740001')).toBeNull();
    app.clock.advance({ hours: 1 });
    await look('259569');
    expect((await pointFinder(app.context()))('259569')).toMatchObject({ latitude: 1.3138 });
  });
});
