import { expect, test } from 'vitest';
import { anyone } from '../../kernel/actor.ts';
import { limitsFor } from './serve-live-events.ts';

const visitor = (ip: string) => limitsFor({ actor: anyone, ip }, 4000);
const customer = (sessionID: string, ip: string) =>
  limitsFor({ actor: { role: 'customer', id: 'mei', sessionID }, ip }, 4000);
const names = (limits: ReturnType<typeof visitor>) => limits.map(({ name }) => name);

test('visitors are counted together, and by their network: an IPv4 address, or an IPv6 /64, /56 and /48', () => {
  expect(visitor('203.0.113.7')).toEqual([
    { name: 'total', most: 6000 },
    { name: 'visitors', most: 4000 },
    { name: 'network 203.0.113.7', most: 500 },
  ]);
  expect(visitor('2001:db8:1:2::1')).toEqual(visitor('2001:db8:1:2:ffff::9'));
  expect(visitor('2001:db8:1:2::1').map(({ most }) => most)).toEqual([6000, 4000, 500, 2000, 8000]);
  expect(names(visitor('2001:db8:1:2::1'))).not.toEqual(names(visitor('2001:db8:1:3::1')));
});

test('who is signed in is counted by session, whatever the network, and not among the visitors', () => {
  expect(names(customer('one', '203.0.113.7'))).toEqual(['total', 'session one']);
  expect(names(customer('one', '203.0.113.7'))).toEqual(names(customer('one', '198.51.100.1')));
});
