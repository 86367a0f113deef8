import { expect, test } from 'vitest';
import { commandFor, commandIn } from './commands.ts';

test.each([
  ['new job for Hui Min', 'new-job', 'Hui Min'],
  ['New Job  hui', 'new-job', 'hui'],
  ['new job for', 'new-job', ''],
  ['new job', 'new-job', ''],
  ['take payment from 5617', 'take-payment', '5617'],
  ['sick siew hua', 'sick', 'siew hua'],
  [' SICK siew', 'sick', 'siew'],
  ['time off for 小红', 'time-off', '小红'],
  ['time off', 'time-off', ''],
])('%s is the command %s about %s', (q, name, person) => {
  const read = commandIn(q);
  expect([read?.command.name, read?.person]).toEqual([name, person]);
});

test.each(['', 'sickle', 'new jobs', 'hui min', 'is sick siew', 'timeoff'])('%s is only a search', (q) => {
  expect(commandIn(q)).toBeNull();
});

test('a command opens its page with the person', () => {
  const person = { id: 'a b', fullname: 'Siew Hua Lim' };
  expect(commandFor('new-job', person, '2026-11-26').to).toBe('/admin/jobs/new?customerID=a%20b');
  expect(commandFor('sick', person, '2026-11-26')).toEqual({
    label: 'Siew Hua Lim is sick today',
    to: '/admin/cleaners/cover?cleanerID=a%20b&day=2026-11-26&reason=Sick',
  });
});
