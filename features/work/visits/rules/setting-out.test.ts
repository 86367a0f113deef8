import { expect, test } from 'vitest';
import { decideSetOut } from './setting-out.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-26T${time}+08:00`);
const visit = { status: 'paid', start: at('09:00'), onTheWayAt: null, startedAt: null };

test.each([
  ['three hours before', {}, '06:00', 'save'],
  ['a minute earlier', {}, '05:59', 'too_early_to_leave'],
  ['late', {}, '09:20', 'save'],
  ['a second time', { onTheWayAt: at('08:00') }, '08:10', 'keep'],
  ['after clocking in', { startedAt: at('08:55') }, '09:10', 'keep'],
  ['for a cancelled visit', { status: 'cancelled' }, '08:00', 'not_paid'],
])('setting out %s', (_name, change, time, decided) => {
  expect(decideSetOut({ ...visit, ...change }, at(time))).toBe(decided);
});
