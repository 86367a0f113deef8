import { expect, test } from 'vitest';
import { awayFrom, canBeReplaced } from './away.ts';

const mei = { id: 'mei', startedAt: null };
const siti = { id: 'siti', startedAt: null };
const working = { id: 'siti', startedAt: '2026-11-26 09:00:00+08' };

test.each([
  ['one of a crew', { crew: [mei, siti], cleanerIDs: ['mei'], away: ['mei'], replaceable: true }],
  [
    'both of a crew',
    { crew: [mei, siti], cleanerIDs: ['mei', 'siti'], away: ['mei', 'siti'], replaceable: false },
  ],
  [
    'one who has clocked in',
    { crew: [mei, working], cleanerIDs: ['mei', 'siti'], away: ['mei'], replaceable: true },
  ],
  ['nobody can come', { crew: [mei], cleanerIDs: null, away: ['mei'], replaceable: false }],
  ['not of this crew', { crew: [mei], cleanerIDs: ['siti'], away: [], replaceable: false }],
] as const)('%s', (_case, { crew, cleanerIDs, away, replaceable }) => {
  expect(awayFrom(crew, cleanerIDs).map(({ id }) => id)).toEqual(away);
  expect(canBeReplaced(crew, cleanerIDs)).toBe(replaceable);
});
