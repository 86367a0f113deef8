import { expect, it } from 'vitest';
import { startTestApp } from '#platform/testing/test-app.ts';
import { clientNetwork, clientRules, neighbourhoodRules } from './client-network.ts';
import { refundThrottles, throttleAll } from './throttle.ts';

const LIMIT = { most: 2, per: Temporal.Duration.from({ hours: 1 }) };
let keys = 0;

const app = await startTestApp({ features: [] });

/** How many of these addresses, with one attempt each, pass a limit of two. */
async function passed(addresses: readonly string[], rulesOf = clientRules): Promise<number> {
  keys += 1;
  let count = 0;
  for (const ip of addresses) {
    const ctx = { ...app.context(), ip };
    if ((await throttleAll(ctx, rulesOf(`test-${keys}`, LIMIT, ctx))) === null) count += 1;
  }
  return count;
}
const hex = (number: number) => number.toString(16);
const many = (count: number, address: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => address(at));

it.each([
  ['counts each IPv4 address separately', many(10, (at) => `203.0.113.${at}`), 10],
  [
    'counts an IPv4 address and its IPv6 form together',
    ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7'],
    2,
  ],
  ['allows a /64 one budget', many(20, (at) => `2001:db8:1:2::${hex(at)}`), 2],
  ['allows a /56 four budgets', many(40, (at) => `2001:db8:1:${hex(at)}::1`), 8],
  ['allows a /48 sixteen budgets', many(80, (at) => `2001:db8:1:${hex(at * 256)}::1`), 32],
  ['counts each /48 separately', many(5, (at) => `2001:db8:${hex(at)}::1`), 5],
])('a limit of two: %s', async (_what, addresses, expected) => {
  expect(await passed(addresses)).toBe(expected);
});

it('a limit by neighbourhood counts 256 IPv4 addresses together', async () => {
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.114.1'];
  expect(await passed(addresses, neighbourhoodRules)).toBe(3);
});

it('gives an attempt back to every network it was counted under', async () => {
  const ctx = { ...app.context(), ip: '2001:db8:2:3::1' };
  const rules = clientRules('taken-back', LIMIT, ctx);
  await throttleAll(ctx, rules);
  await refundThrottles(ctx, rules);
  const rows = await app.database.db
    .selectFrom('throttle')
    .select('key')
    .where('key', 'like', 'taken-back%')
    .execute();
  expect(rows).toEqual([]);
});

it('names the network of a client', () => {
  expect(clientNetwork({ ip: '::ffff:203.0.113.7' })).toBe('203.0.113.7');
  expect(clientNetwork({ ip: '2001:db8:1:2:3:4:5:6' })).toBe('2001:0db8:0001:0002/64');
});
