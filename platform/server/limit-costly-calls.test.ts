import { expect, it } from 'vitest';
import type { Actor, Role } from '../kernel/actor.ts';
import { startTestApp } from '../testing/test-app.ts';
import { limitCostlyCall } from './limit-costly-calls.ts';

const app = await startTestApp({ features: [] });

const LIMIT = { name: 'drawing', most: 2, per: Temporal.Duration.from({ minutes: 1 }) };
const as = (role: Role, id: string): Actor => ({ role, id, sessionID: 'none' });
const call = (actor: Actor, ip = '203.0.113.1') => limitCostlyCall({ ...app.context(actor), ip }, LIMIT);

it.each([
  ['an account', as('customer', 'mei'), as('customer', 'wei')],
  ['a cleaner', as('cleaner', 'aminah'), as('cleaner', 'rosa')],
])('%s is limited after its requests, and others are not', async (_who, one, other) => {
  expect([await call(one), await call(one)]).toEqual([null, null]);
  expect(await call(one)).toMatchObject({
    refusal: 'throttled',
    extensions: { retryAfter: expect.any(Number) },
  });
  expect(await call(other)).toBeNull();
});

it('counts people who are not signed in by their address', async () => {
  const anyone: Actor = { role: 'anyone' };
  expect([await call(anyone), await call(anyone)]).toEqual([null, null]);
  expect(await call(anyone)).toMatchObject({ refusal: 'throttled' });
  expect(await call(anyone, '203.0.113.2')).toBeNull();
});

it('does not limit the office', async () => {
  for (let i = 0; i < 5; i += 1)
    expect(await call({ ...as('admin', 'mina'), officeRole: 'office' } as Actor)).toBeNull();
});
