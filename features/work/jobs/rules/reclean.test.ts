import { expect, test } from 'vitest';
import { whyNoReclean } from './reclean.ts';

const DONE = { status: 'paid', stage: 'done', isTrashed: false, isRecleanAhead: false };

test.each([
  ['a paid visit that is done', {}, null],
  ['one that is paid later', { status: 'confirmed' }, null],
  ['one whose cleaning again is booked', { isRecleanAhead: true }, 'already_booked'],
  ['one ahead', { stage: 'upcoming' }, 'not_done'],
  ['one in progress', { stage: 'in-progress' }, 'not_done'],
  ['a cancelled one', { status: 'cancelled' }, 'not_done'],
  ['one in the trash', { isTrashed: true }, 'not_done'],
])('%s', (_name, visit, why) => {
  expect(whyNoReclean({ ...DONE, ...visit })).toBe(why);
});
