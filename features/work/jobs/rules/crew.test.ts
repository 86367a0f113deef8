import { expect, test } from 'vitest';
import { type CrewToFind, crewOfSize, crewToFind, crewToFindAnew, dropsWorker } from './crew.ts';

const member = (id: string, startedAt: string | null = null) => ({ id, startedAt });
const crew = [member('mei'), member('siti'), member('rosa', '09:00')];

test.each([
  ['the same', 3, 'mei siti rosa', false],
  ['larger', 5, 'mei siti rosa', false],
  ['smaller: who has clocked in stays', 2, 'mei rosa', false],
  ['of one', 1, 'rosa', false],
])('a crew that is %s', (_what, size, ids, drops) => {
  const kept = crewOfSize(crew, size);
  expect(kept.join(' ')).toBe(ids);
  expect(dropsWorker(crew, kept)).toBe(drops);
});

test('somebody who has clocked in would leave', () => {
  expect(dropsWorker(crew, ['mei', 'siti'])).toBe(true);
});

const nobody: CrewToFind = { seek: 0, named: [], staying: [], preferred: [] };
const two = [member('mei'), member('siti')];
const moved = { moves: true, keepsCrew: true };

const changes: readonly [string, string[], Parameters<typeof crewToFind>[2], CrewToFind][] = [
  [
    'the same crew at the same time',
    ['mei', 'siti'],
    { ...moved, moves: false },
    { ...nobody, staying: ['mei', 'siti'] },
  ],
  [
    'another cleaner at the same time',
    ['mei', 'rosa'],
    { ...moved, moves: false },
    { ...nobody, seek: 1, named: ['rosa'], staying: ['mei'] },
  ],
  ['a move that keeps the crew', ['mei', 'siti'], moved, { ...nobody, seek: 2, named: ['mei', 'siti'] }],
  ['a move with any crew', ['mei', 'siti'], { ...moved, keepsCrew: false }, { ...nobody, seek: 2 }],
];

test.each(changes)('%s', (_what, after, how, found) => {
  expect(crewToFind(two, after, how)).toEqual(found);
});

const begun = [member('mei', '09:00'), member('siti')];
const named = { numCleaners: 2, isNamed: true };

const moves: readonly [string, typeof two, Parameters<typeof crewToFindAnew>[2], CrewToFind][] = [
  ['a named crew', two, named, { ...nobody, seek: 2, named: ['mei', 'siti'] }],
  [
    'any crew: those who can',
    two,
    { ...named, isNamed: false },
    { ...nobody, seek: 2, preferred: ['mei', 'siti'] },
  ],
  [
    'a larger crew',
    two,
    { numCleaners: 3, isNamed: false },
    { ...nobody, seek: 3, preferred: ['mei', 'siti'] },
  ],
  ['who has clocked in stays', begun, named, { ...nobody, seek: 1, named: ['siti'], staying: ['mei'] }],
];

test.each(moves)('another home: %s', (_what, before, how, found) => {
  expect(crewToFindAnew(before, ['mei', 'siti'], how)).toEqual(found);
});
