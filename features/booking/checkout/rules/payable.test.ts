import { expect, test } from 'vitest';
import { type NotPayable, whyNotPayable } from './payable.ts';

const job = (status: string, trashedAt: string | null = null) => ({ status, trashedAt });

test.each<[string, ReturnType<typeof job>[], NotPayable | null]>([
  ['a held visit', [job('pending')], null],
  ['a visit with an expired hold', [job('expired')], null],
  ['a series with some expired holds', [job('pending'), job('expired')], null],
  ['a visit to be paid later', [job('confirmed')], null],
  ['a paid visit', [job('paid')], 'paid'],
  ['a series with a paid visit', [job('pending'), job('paid')], 'paid'],
  ['a cancelled visit', [job('cancelled')], 'cancelled'],
  ['a visit in the trash', [job('pending', '2026-11-23T10:00:00+08:00')], 'trashed'],
  ['a partly confirmed series', [job('pending'), job('confirmed')], 'mixed'],
])('%s', (_what, jobs, why) => {
  expect(whyNotPayable(jobs)).toBe(why);
});
