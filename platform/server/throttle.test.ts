import { describe, expect, it } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';
import { inTransaction } from './database/transaction.ts';
import {
  clearThrottle,
  peekThrottle,
  purgeThrottles,
  type ThrottleRule,
  throttle,
  throttleAll,
  uncountTry,
} from './throttle.ts';

const app = await startTestApp({ features: [], connections: 20 });

let made = 0;
function rule(over: Partial<ThrottleRule> = {}): ThrottleRule {
  made += 1;
  return { key: `test:${made}`, most: 3, per: Temporal.Duration.from({ hours: 1 }), ...over };
}
const wait = (retryAfter: number) => ({ refusal: 'throttled', extensions: { retryAfter } });

async function use(it: ThrottleRule, times: number) {
  const answers: unknown[] = [];
  for (let i = 0; i < times; i += 1) answers.push(await throttle(app.context(), it));
  return answers;
}

it('allows the configured number and returns how long to wait for the next', async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  expect(await use(rule(), 4)).toEqual([null, null, null, wait(3600)]);
});

it('uses a sliding window: each attempt counts for an hour, not until the hour ends', async () => {
  app.clock.set('2026-11-23T10:00:00+08:00');
  const sliding = rule();
  await use(sliding, 1);
  app.clock.set('2026-11-23T10:50:00+08:00');
  expect(await use(sliding, 3)).toEqual([null, null, wait(600)]);
  app.clock.set('2026-11-23T11:00:00+08:00');
  expect(await use(sliding, 2)).toEqual([null, wait(3000)]);
});

it('allows exactly the configured number of concurrent attempts', async () => {
  const raced = rule({ most: 5 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => throttle(app.context(), raced)));
  expect(answers.filter((answer) => answer === null)).toHaveLength(5);
});

it('counts under all rules or under none', async () => {
  const [wide, narrow] = [rule({ most: 10 }), rule({ most: 1 })];
  expect(await throttleAll(app.context(), [wide, narrow])).toBeNull();
  for (let i = 0; i < 20; i += 1) {
    expect(await throttleAll(app.context(), [narrow, wide])).toMatchObject({ refusal: 'throttled' });
  }
  expect(await use(wide, 9)).toEqual(Array(9).fill(null));
});

describe('distinct', () => {
  it('counts different values, not repetitions', async () => {
    const mobiles = rule();
    const send = (mobile: string) => throttle(app.context(), { ...mobiles, distinct: mobile });
    expect([await send('a'), await send('a'), await send('b'), await send('c')]).toEqual(Array(4).fill(null));
    expect(await send('d')).toMatchObject({ refusal: 'throttled' });
    expect(await send('b')).toBeNull();
  });

  it('gives an attempt back once when it turned out valid', async () => {
    const mobiles = rule({ most: 1 });
    await throttle(app.context(), { ...mobiles, distinct: 'a' });
    await uncountTry(app.context(), { ...mobiles, distinct: 'a' });
    await uncountTry(app.context(), { ...mobiles, distinct: 'a' });
    expect(await throttle(app.context(), { ...mobiles, distinct: 'b' })).toBeNull();
    expect(await throttle(app.context(), { ...mobiles, distinct: 'c' })).toMatchObject({
      refusal: 'throttled',
    });
  });
});

it('pauses after the last allowed attempt, then starts from zero', async () => {
  const failures = rule({ most: 2, coolOff: Temporal.Duration.from({ minutes: 30 }) });
  expect(await use(failures, 3)).toEqual([null, null, wait(1800)]);
  app.clock.advance({ minutes: 30 });
  expect(await use(failures, 3)).toEqual([null, null, wait(1800)]);
  await clearThrottle(app.context(), failures);
  expect(await peekThrottle(app.context(), failures)).toBeNull();
});

it('gives the last attempt back', async () => {
  const once = rule({ most: 1 });
  await use(once, 1);
  await uncountTry(app.context(), once);
  expect(await use(once, 2)).toEqual([null, expect.objectContaining({ refusal: 'throttled' })]);
});

it('gives nothing back to a rule that only checks', async () => {
  const once = rule({ most: 1 });
  await use(once, 1);
  await uncountTry(app.context(), { ...once, checkOnly: true });
  expect(await use(once, 1)).toEqual([expect.objectContaining({ refusal: 'throttled' })]);
});

it('handles a clock that was set back', async () => {
  const one = rule({ most: 1 });
  app.clock.set('2027-05-01T10:00:00+08:00');
  await use(one, 1);
  app.clock.set('2026-11-23T10:00:00+08:00');
  expect(await use(one, 1)).toEqual([null]);
});

it('refuses to count inside a transaction, where a rollback would undo it', async () => {
  await expect(inTransaction(app.context(), (tx) => throttle(tx, rule()))).rejects.toThrow(
    'before the transaction',
  );
});

it('deletes expired attempts', async () => {
  app.clock.set('2028-01-01T00:00:00+08:00');
  await purgeThrottles(app.context());
  expect((await app.database.pool.query('select from throttle')).rowCount).toBe(0);
});
