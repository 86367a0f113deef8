import { expect, test } from 'vitest';
import type { BoardCleaner, BoardMember, BoardVisit, DayBoard } from '../contract.ts';
import { EXTRA, type ProposedCrew, withProposal } from './proposal.ts';
import { rowsOf, stopsOf, TRAY } from './rows.ts';

const DAY = '2026-12-01';
const at = (time: string) => `${DAY}T${time}:00+08:00`;
const period = (start: string, end: string) => ({ startTime: at(start), endTime: at(end) });
const cleaner = (id: string) =>
  ({ id, fullname: id, regions: [], shifts: [period('09:00', '18:00')], off: [] }) as unknown as BoardCleaner;
const visit = (jobID: string, crew: readonly (string | { missing: string })[], numCleaners = 1) =>
  ({
    jobID,
    ...period('10:00', '13:00'),
    numCleaners,
    crew: crew.map((one) => memberOf(one)),
  }) as unknown as BoardVisit;
const memberOf = (one: string | { missing: string }) =>
  (typeof one === 'string'
    ? { id: one, isMissing: false }
    : { id: one.missing, isMissing: true }) as BoardMember;
const board = (visits: readonly BoardVisit[]): DayBoard =>
  ({
    day: DAY,
    opening: period('08:00', '20:00'),
    visits,
    cleaners: ['mei', 'siti', 'tan'].map(cleaner),
  }) as unknown as DayBoard;
const proposed = (
  jobID: string,
  before: readonly string[],
  after: readonly (string | null)[],
  more: Partial<ProposedCrew> = {},
): ProposedCrew => ({ jobID, startTime: at('10:00'), before, after, isLeftOut: false, gain: '', ...more });

const shown = (visits: readonly BoardVisit[], changes: readonly ProposedCrew[]) => {
  const rows = withProposal(rowsOf(board(visits)), { visits: changes }, board(visits));
  return {
    ghosts: Object.fromEntries(
      rows.flatMap(({ id, ghosts }) => (ghosts.length > 0 ? [[id, ghosts.map(({ key }) => key)]] : [])),
    ),
    leaving: rows.flatMap(({ parts }) => parts.flatMap(({ key, isLeaving }) => (isLeaving ? [key] : []))),
    rows,
  };
};

test.each<[string, BoardVisit, ProposedCrew, object]>([
  [
    'an empty position',
    visit('a', []),
    proposed('a', [], ['siti']),
    { ghosts: { siti: ['ghost:a:0'] }, leaving: ['a:0'] },
  ],
  [
    'a cleaner who cannot come',
    visit('a', [{ missing: 'mei' }]),
    proposed('a', ['mei'], ['siti']),
    { ghosts: { siti: ['ghost:a:0'] }, leaving: ['a:0'] },
  ],
  [
    'one of two positions',
    visit('a', ['mei', 'siti'], 2),
    proposed('a', ['mei', 'siti'], ['tan', 'siti']),
    { ghosts: { tan: ['ghost:a:0'] }, leaving: ['a:0'] },
  ],
  [
    'a visit that is left out, which stays',
    visit('a', ['mei']),
    proposed('a', ['mei'], ['siti'], { isLeftOut: true }),
    { ghosts: { siti: ['ghost:a:0'] }, leaving: [] },
  ],
  [
    'one more cleaner',
    visit('a', ['mei']),
    proposed('a', ['mei'], [null]),
    { ghosts: { [EXTRA]: ['ghost:a:0'] }, leaving: ['a:0'] },
  ],
  [
    'no visit whose crew has changed since',
    visit('a', ['tan']),
    proposed('a', ['mei'], ['siti']),
    { ghosts: {}, leaving: [] },
  ],
  [
    'no visit whose time has changed since',
    visit('a', ['mei']),
    proposed('a', ['mei'], ['siti'], { startTime: at('11:00') }),
    { ghosts: {}, leaving: [] },
  ],
])('there is a ghost of %s', (_, of, change, expected) => {
  expect(shown([of], [change])).toMatchObject(expected);
});

test('two visits that exchange their cleaners have a ghost each', () => {
  const { ghosts, leaving } = shown(
    [visit('a', ['mei']), visit('b', ['siti'])],
    [proposed('a', ['mei'], ['siti']), proposed('b', ['siti'], ['mei'])],
  );
  expect(ghosts).toEqual({ siti: ['ghost:a:0'], mei: ['ghost:b:0'] });
  expect(leaving).toEqual(['a:0', 'b:0']);
});

test('rows without a proposed change stay the same objects, so that they are not rendered again', () => {
  const of = board([visit('a', [])]);
  const rows = rowsOf(of);
  const after = withProposal(rows, { visits: [proposed('a', [], ['siti'])] }, of);
  expect(after.map((row, index) => row === rows[index])).toEqual([false, true, false, true]);
  expect(after[0]?.id).toBe(TRAY);
});

test('the keyboard stops at a ghost, and not at the free time under it', () => {
  const { rows } = shown([visit('a', [])], [proposed('a', [], ['siti'])]);
  const siti = rows.find(({ id }) => id === 'siti');
  const stops = siti ? stopsOf(siti, { start: 480, end: 1200 }) : [];
  expect(stops.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['free', 540, 600],
    ['ghost', 600, 780],
    ['free', 780, 1080],
  ]);
});
