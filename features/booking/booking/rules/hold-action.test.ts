import { expect, test } from 'vitest';
import { type HeldBooking, type HoldAction, holdAction, type WantedBooking } from './hold-action.ts';

const now = 1_000_000;
const wanted: WantedBooking = {
  request: 'four hours',
  recurs: false,
  start: 9,
  contactDetails: 'Lift B',
  specialRequests: '',
};
const held: HeldBooking = {
  id: 'first',
  status: 'pending',
  holdExpiresAt: now + 1,
  request: 'four hours',
  start: 9,
  contactDetails: 'Lift B',
  specialRequests: '',
};

const keep: HoldAction = { kind: 'keep' };
const book = (replaces: string | null): HoldAction => ({ kind: 'book', replaces });
const update = (...parts: ('start' | 'contactDetails' | 'specialRequests')[]): HoldAction => ({
  kind: 'update',
  parts,
});

const cases: readonly [string, Partial<WantedBooking>, Partial<HeldBooking> | null, HoldAction][] = [
  ['nothing is held', {}, null, book(null)],
  ['the same', {}, {}, keep],
  ['only spaces were typed', { contactDetails: 'Lift B ' }, {}, keep],
  ['no time is chosen', { start: null }, {}, keep],
  ['another time', { start: 10 }, {}, update('start')],
  ['notes were cleared', { contactDetails: '' }, {}, update('contactDetails')],
  ['time and notes', { start: 10, specialRequests: 'Orchids' }, {}, update('start', 'specialRequests')],
  ['notes of a series', { specialRequests: 'Orchids', recurs: true }, {}, keep],
  ['another request', { request: 'five hours' }, {}, book('first')],
  ['an unknown request', {}, { request: null }, book('first')],
  ['the hold has expired', {}, { holdExpiresAt: now }, book(null)],
  ['it was cancelled', {}, { status: 'cancelled' }, book(null)],
  ['it is agreed', { request: 'five hours' }, { status: 'paid' }, keep],
];

test.each(cases)('%s', (_what, more, change, action) => {
  expect(holdAction({ ...wanted, ...more }, change && { ...held, ...change }, now)).toEqual(action);
});
