import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { geocodingCases, impatientBreaker } from '../../testing/conformance.ts';
import { type OneMapFault, startFakeOneMap } from '../../testing/fake-one-map.ts';
import { neverOpens } from '../../testing/never-opens.ts';
import { type MakeBreaker, makeBreakerWith } from './breaker.ts';
import { oneMap } from './one-map.ts';

const fake = await startFakeOneMap();
beforeEach(() => {
  fake.fail();
  fake.asked.length = 0;
});

const client = (more: { password?: string; timeoutMs?: number; makeBreaker?: MakeBreaker } = {}) =>
  oneMap({ ...fake.account, apiUrl: fake.url, makeBreaker: neverOpens, ...more });
const TOKEN = '/api/auth/post/getToken';
const SEARCH = '/api/common/elastic/search';

describe('a postal code', () => {
  it('is found with its street and position; NIL is nothing', async () => {
    expect(await client().find('310145')).toEqual({
      block: '145',
      street: 'LORONG 2 TOA PAYOH',
      building: '',
      latitude: 1.3343,
      longitude: 103.8459,
    });
  });

  it('that does not exist is null', async () => {
    expect(await client().find('999999')).toBeNull();
  });
});

describe('the token', () => {
  it('is requested once', async () => {
    const map = client();
    await map.find('310145');
    await map.find('238823');
    expect(fake.asked).toEqual([TOKEN, `${SEARCH} 310145`, `${SEARCH} 238823`]);
  });

  it('is replaced when it is refused', async () => {
    const map = client();
    await map.find('310145');
    fake.revokeTokens();
    expect(await map.find('238823')).toMatchObject({ building: 'ISTANA' });
    expect(fake.asked.slice(2)).toEqual([`${SEARCH} 238823`, TOKEN, `${SEARCH} 238823`]);
  });

  it('is not issued for a wrong password, whose error names neither address nor password', async () => {
    const error = await client({ password: 'wrong' })
      .find('310145')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'OneMap replied 401.' });
  });
});

describe('throws, so that people type their address', () => {
  it.each<OneMapFault>(['is-down', 'says-html', 'says-nonsense', 'redirects', 'floods'])(
    'when it %s',
    async (fault) => {
      fake.fail(fault);
      await expect(client().find('310145')).rejects.toThrow();
      expect(fake.asked).not.toContain('/elsewhere');
    },
  );

  it('when it never answers, and after five failures asks no more', async () => {
    const map = client({ timeoutMs: 40, makeBreaker: makeBreakerWith(pino({ level: 'silent' })) });
    fake.fail('never-answers');
    for (let failed = 0; failed < 5; failed += 1)
      await expect(map.find('310145')).rejects.toThrow('timed out');
    fake.fail();
    await expect(map.find('310145')).rejects.toThrow('Circuit breaker open');
    expect(fake.asked).toHaveLength(5);
  });
});

it('a trial looks up a place that exists', async () => {
  await client().check?.();
  expect(fake.asked).toContain(`${SEARCH} 238823`);
  await expect(client({ password: 'wrong' }).check?.()).rejects.toThrow('401');
});

describe('is a provider of addresses that', () => {
  const FAULTS = { works: undefined, 'is down': 'is-down', 'never answers': 'never-answers' } as const;
  it.each(geocodingCases)('$name', ({ run }) =>
    run({
      geocoding: client({ makeBreaker: impatientBreaker }),
      known: { postal: '310145', street: 'LORONG 2 TOA PAYOH', latitude: 1.3343 },
      become: (mood) => fake.fail(FAULTS[mood]),
    }),
  );
});
