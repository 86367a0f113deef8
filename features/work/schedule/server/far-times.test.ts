import { describe, expect, it } from 'vitest';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature as schedule } from './index.ts';

const app = await startTestApp({ features: [cleaners, schedule] });
const office = await signedIn(app, 'admin');

const ask = (what: string) =>
  app.request({
    method: 'GET',
    url: `/api/${what}`,
    headers: { authorization: `Bearer ${office.jwt}`, ...office.headers },
  });

describe('a time beyond the supported calendar is refused as invalid', () => {
  it.each([
    ['list-time-available?date=0000-01-01'],
    ['list-time-available?date=9999-12-31'],
    ['list-time-available?from_date=0000-01-01'],
    ['list-unavailable-date?from_date=0000-01-01'],
    ['list-unavailable-date?to_date=0000-01-01'],
    ['list-unavailable-date-by-month?month=0000-01'],
    ['list-unavailable-date-by-month?month=9999-12'],
    ['list-unavailable-date-by-month?month=2026-13'],
    ['list-available?startTime=9999-12-31T23:59:59Z'],
    ['list-available?startTime=%2B275760-09-13T00:00:00Z'],
    ['list-available?startTime=-271821-04-20T00:00Z'],
  ])('%s', async (asked) => {
    expect((await ask(asked)).status).toBe(422);
  });

  it.each([['list-time-available?date=1900-01-01'], ['list-time-available?date=2999-12-31']])(
    '%s is supported',
    async (asked) => {
      expect((await ask(asked)).status).toBe(200);
    },
  );
});
