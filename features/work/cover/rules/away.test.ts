import { expect, test } from 'vitest';
import { awayFrom, canBeReplaced } from './away.ts';

const mei = { id: 'mei', startedAt: null };
const siti = { id: 'siti', startedAt: null };
const working = { id: 'siti', startedAt: '2026-11-26 09:00:00+08' };

test.each([
  ['one of a crew', { crew: [mei, siti], cleanerIds: ['mei'], away: ['mei'], replaceable: true }],
  [
    'both of a crew',
    { crew: [mei, siti], cleanerIds: ['mei', 'siti'], away: ['mei', 'siti'], replaceable: false },
  ],
  [
    'one who has clocked in',
    { crew: [mei, working], cleanerIds: ['mei', 'siti'], away: ['mei'], replaceable: true },
  ],
  ['nobody can come', { crew: [mei], cleanerIds: null, away: ['mei'], replaceable: false }],
  ['not of this crew', { crew: [mei], cleanerIds: ['siti'], away: [], replaceable: false }],
] as const)('%s', (_case, { crew, cleanerIds, away, replaceable }) => {
  expect(awayFrom(crew, cleanerIds).map(({ id }) => id)).toEqual(away);
  expect(canBeReplaced(crew, cleanerIds)).toBe(replaceable);
});
