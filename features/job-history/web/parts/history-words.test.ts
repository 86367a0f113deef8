// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { actWords, changeWords, whoWords } from './history-words.ts';

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
  expect(actWords({ action, changes: [...changes] })).toBe(words);
});

test('who did it is said by name and by what they are', () => {
  expect(whoWords({ kind: 'admin', name: 'Grace Lee' })).toBe('Grace Lee, office');
  expect(whoWords({ kind: 'anyone', name: '' })).toBe('System');
});

test('changes are said as before and after', () => {
  const at = (wire: string) => `at ${wire}`;
  const changes = [
    { field: 'status' as const, about: '', before: 'paid', after: 'cancelled' },
    { field: 'startTime' as const, about: '', before: '9', after: '14' },
    { field: 'crew' as const, about: '', before: ['Siti'], after: ['', 'Rosa'] },
    { field: 'amountToPay' as const, about: '', before: 9000, after: 0 },
    { field: 'clockedIn' as const, about: 'Siti', before: null, after: '9' },
    { field: 'label' as const, about: '', before: '', after: 'Sofa' },
  ];
  expect(changeWords(changes, at)).toEqual([
    { name: 'Time', before: 'at 9', after: 'at 14' },
    { name: 'Crew', before: 'Siti', after: 'Somebody who has left, Rosa' },
    { name: 'To pay', before: 'S$90.00', after: 'S$0.00' },
    { name: 'Siti, in', before: '–', after: 'at 9' },
    { name: 'Label', before: '–', after: 'Sofa' },
  ]);
});
