import { expect, test } from 'vitest';
import { isRemovable, MAX_PHOTOS, whyNotAddable } from './photos.ts';

const at = (text: string) => Temporal.Instant.from(`${text}+08:00`);
const visit = {
  status: 'paid',
  dayStart: at('2026-11-26T00:00'),
  end: at('2026-11-26T12:00'),
  photos: 0,
};

test.each([
  ['in the visit', {}, '2026-11-26T10:00', '2026-11-26T10:01', null],
  ['sent a week later', {}, '2026-11-26T10:00', '2026-12-03T12:00', null],
  ['sent a minute too late', {}, '2026-11-26T10:00', '2026-12-03T12:01', 'too_late_for_photos'],
  ['taken the evening before', {}, '2026-11-25T23:59', '2026-11-26T10:00', 'too_early_to_start'],
  ['as the twentieth', { photos: MAX_PHOTOS - 1 }, '2026-11-26T10:00', '2026-11-26T10:01', null],
  ['as the twenty-first', { photos: MAX_PHOTOS }, '2026-11-26T10:00', '2026-11-26T10:01', 'too_many_photos'],
  ['of a cancelled visit', { status: 'cancelled' }, '2026-11-26T10:00', '2026-11-26T10:01', 'not_paid'],
])('a photo %s', (...[, change, taken, now, why]) => {
  expect(whyNotAddable({ ...visit, ...change }, at(taken), at(now))).toBe(why);
});

test.each([
  ['2026-11-26', false, true],
  ['2026-11-27', false, false],
  ['2026-11-27', true, true],
])('on %s (by the office: %s), can be removed: %s', (today, isOffice, removable) => {
  const takenOn = Temporal.PlainDate.from('2026-11-26');
  expect(isRemovable({ takenOn }, Temporal.PlainDate.from(today), isOffice)).toBe(removable);
});
