// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { actLabel, changeLabel, whoLabel } from './history-labels.ts';

const change = (field: 'startTime' | 'crew' | 'label' | 'status' | 'clockedIn') => ({
  field,
  about: '',
  before: null,
  after: null,
});

test.each([
  ['job.cancelled', [change('status')], 'Cancelled'],
  ['job.updated', [change('startTime'), change('crew')], 'Moved'],
  ['job.updated', [change('crew')], 'Crew changed'],
  ['job.updated', [change('clockedIn')], 'Clocked in'],
  ['job.updated', [change('label')], 'Notes changed'],
] as const)('%s with its changes is called in words', (action, changes, words) => {
  expect(actLabel({ action, changes: [...changes] })).toBe(words);
});

test('a cleaner who was assigned against soft rules is named, with the rules', () => {
  const overridden = [{ cleaner: 'Nur Aisyah Rahman', rules: ['pets' as const, 'region' as const] }];
  expect(actLabel({ action: 'job.rules-overridden', changes: [], overridden })).toBe(
    'Nur Aisyah Rahman assigned to a home with pets and outside their region',
  );
});

test("shows the actor's name and role", () => {
  expect(whoLabel({ kind: 'admin', name: 'Grace Lee' })).toBe('Grace Lee, office');
  expect(whoLabel({ kind: 'anyone', name: '' })).toBe('System');
});

test('shows changes as before and after, without a before if there was no value', () => {
  const moments = { at: (wire: string) => `at ${wire}`, clock: (wire: string) => `clock ${wire}` };
  const changes = [
    { field: 'status' as const, about: '', before: 'paid', after: 'cancelled' },
    { field: 'startTime' as const, about: '', before: '9', after: '14' },
    { field: 'crew' as const, about: '', before: ['Siti'], after: ['', 'Rosa'] },
    { field: 'amountToPay' as const, about: '', before: 9000, after: 0 },
    { field: 'clockedIn' as const, about: 'Siti', before: null, after: '9' },
    { field: 'clockedOut' as const, about: 'Siti', before: '13', after: null },
    { field: 'label' as const, about: '', before: '', after: 'Sofa' },
  ];
  const entry = {
    changes,
    who: { kind: 'admin' as const, name: 'Grace Lee' },
    at: '2026-11-22T13:02:10+08:00',
  };
  expect(changeLabel(entry, moments)).toEqual([
    { name: 'Time', before: 'at 9', after: 'at 14' },
    { name: 'Crew', before: 'Siti', after: 'A former cleaner, Rosa' },
    { name: 'To pay', before: 'S$90.00', after: 'S$0.00' },
    { name: 'Siti, in', before: null, after: 'clock 9' },
    { name: 'Siti, out', before: 'clock 13', after: 'none' },
    { name: 'Label', before: null, after: 'Sofa' },
  ]);
});

test.each([
  ['by the cleaner, at that minute', 'Siti', '2026-11-22T13:02:00+08:00', 0],
  ['by the office', 'Rosa', '2026-11-22T13:02:00+08:00', 1],
  ['sent later', 'Siti', '2026-11-22T12:40:00+08:00', 1],
])('clocked out %s: shows the time once', (_case, about, after, lines) => {
  const who = { kind: 'cleaner' as const, name: 'Siti' };
  const changes = [{ field: 'clockedOut' as const, about, before: null, after }];
  const moments = { at: String, clock: String };
  expect(changeLabel({ changes, who, at: '2026-11-22T13:02:41+08:00' }, moments)).toHaveLength(lines);
});
