import { beforeEach, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as customers } from '#features/people/customers/server/index.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { feature } from './index.ts';
import { addAdmin } from './testing/admins.ts';

const app = await startTestApp({
  features: [feature, places, customers],
  env: { TRUST_PROXY: 'loopback' },
});
await addAdmin(app, 'mina');

beforeEach(() => app.clock.advance({ hours: 24 }));

const PROXY = '127.0.0.1';
const hex = (number: number) => number.toString(16);

/** The statuses of POST requests from these addresses, all through the proxy. */
async function postFrom(addresses: readonly string[], url: string, bodyOf: (at: number) => object) {
  const statuses: number[] = [];
  for (const [at, address] of addresses.entries()) {
    const headers = { 'x-forwarded-for': address };
    const sent = { method: 'POST', url: `/api${url}`, payload: bodyOf(at), headers } as const;
    statuses.push((await app.request({ ...sent, remoteAddress: PROXY })).status);
  }
  return statuses;
}
const counts = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('visitors behind one trusted proxy', () => {
  it('count as separate addresses: six different people all get a code', async () => {
    const visitors = Array.from({ length: 6 }, (_, at) => `198.51.${at}.7`);
    const statuses = await postFrom(visitors, '/customers/signin', (at) => ({ mobile: `9123456${at}` }));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('limits by address apply to IPv6', () => {
  it('eighty wrong passwords for one admin from one /64: ten are tried', async () => {
    const addresses = Array.from({ length: 80 }, (_, at) => `2001:db8:1:2::${hex(at)}`);
    const sent = { identity: 'mina', password: 'wrong password' };
    const statuses = await postFrom(addresses, '/admins/signin', () => sent);
    expect([counts(statuses, 401), counts(statuses, 429)]).toEqual([10, 70]);
  });

  it('different mobiles stop at three from one /64, and at 48 from many /64s of one /48', async () => {
    const mobile = (at: number) => ({ mobile: `9${String(1_000_000 + at)}` });
    const near = Array.from({ length: 6 }, (_, at) => `2001:db8:2:2::${hex(at)}`);
    expect(counts(await postFrom(near, '/customers/signin', mobile), 200)).toBe(3);
    const far = Array.from({ length: 60 }, (_, at) => `2001:db8:3:${hex(at * 256)}::1`);
    const statuses = await postFrom(far, '/customers/signin', (at) => mobile(100 + at));
    expect(counts(statuses, 200)).toBe(48);
  });

  it('reset links requested from one /64 stop at twenty', async () => {
    const addresses = Array.from({ length: 25 }, (_, at) => `2001:db8:4:2::${hex(at)}`);
    const statuses = await postFrom(addresses, '/admins/forgot-password', (at) => ({ identity: `a${at}` }));
    expect(counts(statuses, 200)).toBe(20);
  });
});
