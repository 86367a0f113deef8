import { expect, test } from 'vitest';
import { changesIn, idsIn } from './changes.ts';

const SIEW_HUA = '0199aaaa-0000-7000-8000-000000000001';
const OTHER = '0199aaaa-0000-7000-8000-000000000002';
const reading = {
  zone: 'Asia/Singapore',
  nameOf: (id: string) => (id === SIEW_HUA ? 'Lim Siew Hua' : undefined),
};

test.each([
  [
    'cents as dollars',
    { pricePerHour: 2500 },
    { pricePerHour: 2650 },
    ['Price per hour', 'S$25.00', 'S$26.50'],
  ],
  [
    'stored times in business time',
    { startTime: '2026-11-26 09:05:00+08' },
    { startTime: '2026-11-26T05:00:00Z' },
    ['Start', 'Thu 26 Nov 2026, 9:05 am', 'Thu 26 Nov 2026, 1:00 pm'],
  ],
  ['days', { dueOn: null }, { dueOn: '2026-11-30' }, ['Due on', '', 'Mon 30 Nov 2026']],
  ['people by name', { crew: [] }, { crew: [SIEW_HUA, OTHER] }, ['Crew', '', `Lim Siew Hua, ${OTHER}`]],
  ['flags', { petsOk: false }, { petsOk: true }, ['Pets ok', 'No', 'Yes']],
  ['the trash', { trash: 0 }, { trash: 1 }, ['In the trash', 'No', 'Yes']],
  [
    'mobile numbers',
    { mobile: '6581234567' },
    { mobile: '6591234567' },
    ['Mobile', '8123 4567', '9123 4567'],
  ],
  [
    'settings with their unit',
    { leadHours: 24 },
    { leadHours: 48 },
    ['Notice for bookings', '24 hours', '48 hours'],
  ],
  [
    'settings that are a time of day',
    { opensAtMinute: 480 },
    { opensAtMinute: 510 },
    ['First visit starts', '08:00', '08:30'],
  ],
  [
    'records in a field',
    { clocks: {} },
    { clocks: { [SIEW_HUA]: { startedAt: '2026-11-26 09:00:00+08' } } },
    ['Clock', '', 'Lim Siew Hua: Clocked in: Thu 26 Nov 2026, 9:00 am'],
  ],
  [
    'records in a list',
    null,
    { credits: [{ numCredits: 2, perHour: 2500 }] },
    ['Credits', '', 'Hours: 2, Price per hour: S$25.00'],
  ],
  ['erased values', { email: 'a@b.sg' }, { email: null }, ['Email', 'a@b.sg', '']],
])('%s', (_what, before, after, [field, was, is]) => {
  expect(changesIn(before, after, reading)).toEqual([{ field, before: was, after: is }]);
});

test('fields without a difference are left out', () => {
  expect(changesIn({ name: 'Mei', notes: '' }, { name: 'Mei', notes: null }, reading)).toEqual([]);
  expect(changesIn(null, { id: SIEW_HUA }, reading)).toEqual([]);
  expect(changesIn(null, null, reading)).toEqual([]);
});

test('a value without a name', () => {
  expect(changesIn(null, [1, 2], reading)).toEqual([{ field: 'Value', before: '', after: '1, 2' }]);
});

test('very long texts are cut', () => {
  expect(changesIn(null, { notes: 'x'.repeat(5000) }, reading)[0]?.after).toHaveLength(1001);
});

test('ids are found in values and names', () => {
  expect(idsIn({ crew: [SIEW_HUA], clocks: { [OTHER]: {} }, at: '2026' })).toEqual([SIEW_HUA, OTHER]);
});
