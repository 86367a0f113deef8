import { expect, test } from 'vitest';
import { type AskedVisit, judgeChoice, type OpenChoice, type Question, whyClosed } from './question.ts';

const nine = '2026-11-26T09:00:00+08:00';
const question: Question = { startsAt: nine, awayIDs: ['mei'] };
const visit: AskedVisit = {
  startsAt: nine,
  crew: ['mei', 'siti'],
  numCleaners: 2,
  takesPlace: true,
  hasBegun: false,
};

test.each<[string, Partial<AskedVisit>, Partial<Question>, ReturnType<typeof whyClosed>]>([
  ['as it was asked', {}, {}, null],
  ['the colleague is another', { crew: ['mei', 'aminah'] }, {}, null],
  ['the one who is away is replaced', { crew: ['aminah', 'siti'] }, {}, 'covered'],
  ['the one who is away is removed, and nobody comes instead', { crew: ['siti'] }, {}, null],
  ['fewer cleaners are needed', { crew: ['siti'], numCleaners: 1 }, {}, 'covered'],
  ['two are away, one is replaced', { crew: ['aminah', 'siti'] }, { awayIDs: ['mei', 'siti'] }, null],
  ['two are away, both are replaced', { crew: ['aminah', 'lin'] }, { awayIDs: ['mei', 'siti'] }, 'covered'],
  ['another time', { startsAt: '2026-11-27T09:00:00+08:00' }, {}, 'changed'],
  ['cancelled', { takesPlace: false }, {}, 'changed'],
  ['begun', { hasBegun: true }, {}, 'begun'],
  ['begun with another crew', { hasBegun: true, crew: ['aminah', 'siti'] }, {}, 'begun'],
])('%s', (_name, changed, asked, why) => {
  expect(whyClosed({ ...question, ...asked }, { ...visit, ...changed })).toBe(why);
});

const NINE = '2026-11-27T09:00:00+08:00';
const open: OpenChoice = { chosen: null, closed: null, offers: [NINE] };

test.each<[string, Partial<OpenChoice>, string | null, ReturnType<typeof judgeChoice>]>([
  ['a time that was offered', {}, NINE, 'take'],
  ['a refund', {}, 'cancel', 'take'],
  ['a refund where no time was offered', { offers: [] }, 'cancel', 'take'],
  ['another time', {}, '2026-11-27T10:00:00+08:00', 'refuse'],
  ['no time at all', {}, null, 'refuse'],
  ['the same again', { chosen: NINE }, NINE, 'repeat'],
  ['the same again, once it is closed', { chosen: NINE, closed: 'changed' }, NINE, 'repeat'],
  ['a refund after a time', { chosen: NINE }, 'cancel', 'refuse'],
  ['once somebody comes', { closed: 'covered' }, 'cancel', 'refuse'],
])('a customer chooses %s', (_what, more, wanted, outcome) => {
  expect(judgeChoice({ ...open, ...more }, wanted)).toBe(outcome);
});
