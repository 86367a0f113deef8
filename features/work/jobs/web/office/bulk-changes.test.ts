import { expect, test } from 'vitest';
import { assignBody, onePerCustomer, previousBody, shiftedStart } from './bulk-changes.ts';

const [ai, bo, cy] = ['ai', 'bo', 'cy'].map((id) => ({ id })) as [
  { id: string },
  { id: string },
  { id: string },
];

test.each([
  ['replaces the only cleaner', [ai], 1, { cleaner1ID: 'cy' }],
  ['fills the first empty position', [ai], 2, { cleaner2ID: 'cy' }],
  ['fills a crew without anybody', [], 2, { cleaner1ID: 'cy' }],
  ['replaces the first of a complete crew', [ai, bo], 2, { cleaner1ID: 'cy' }],
  ['leaves a crew that she belongs to', [ai, cy], 2, {}],
])('assigning a cleaner %s', (_, cleaners, numCleaners, body) => {
  expect(assignBody({ cleaners, numCleaners }, 'cy')).toEqual(body);
});

test('the previous crew keeps its positions', () => {
  expect(previousBody({ startTime: '2026-11-26T09:00:00+08:00', cleaners: [bo, ai] as never })).toEqual({
    startTime: '2026-11-26T09:00:00+08:00',
    cleaner1ID: 'bo',
    cleaner2ID: 'ai',
    overrideReason: 'Undo',
  });
});

test.each([
  ['2026-11-26T09:30:00+08:00', { days: 1, time: '' }, '2026-11-27 09:30'],
  ['2026-12-31T23:30:00+08:00', { days: 1, time: '' }, '2027-01-01 23:30'],
  ['2026-11-26T09:30:00+08:00', { days: -7, time: '14:00' }, '2026-11-19 14:00'],
  ['2026-11-26T00:30:00+08:00', { days: 0, time: '08:00' }, '2026-11-26 08:00'],
])('%s moved by %j starts at %s', (start, shift, moved) => {
  expect(shiftedStart(start, shift)).toBe(moved);
});

test('a customer with several jobs gets one message, about the earliest', () => {
  const job = (id: string, customer: string, startTime: string) => ({
    id,
    customer: { id: customer },
    startTime,
  });
  const jobs = [
    job('2', 'mei', '2026-11-27T09:00:00+08:00'),
    job('1', 'mei', '2026-11-26T09:00:00+08:00'),
    job('3', 'tan', '2026-11-28T09:00:00+08:00'),
  ];
  expect(onePerCustomer(jobs).map(({ id }) => id)).toEqual(['1', '3']);
});
