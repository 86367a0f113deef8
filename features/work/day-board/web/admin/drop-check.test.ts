// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Candidate } from '#features/work/jobs/web/office/crew-plan.ts';
import { EXTRA } from '../../rules/proposal.ts';
import { type Part, type Row, TRAY } from '../../rules/rows.ts';
import { checkDrop, type DropQuestion } from './drop-check.ts';

const part = (jobID: string, [start, end]: readonly [number, number], more: object = {}) =>
  ({
    key: jobID,
    position: 0,
    start,
    end,
    member: { id: 'mei', fullname: 'Mei Ling' },
    visit: {
      jobID,
      area: `area of ${jobID}`,
      customer: { fullname: jobID },
      crew: [{ id: 'mei', fullname: 'Mei Ling' }],
    },
    ...more,
  }) as unknown as Part;
const row = (id: string, parts: readonly Part[] = []) => ({ id, parts }) as unknown as Row;
const answer = (id: string, reason: object | null = null) =>
  ({ id, free: reason === null, reason }) as unknown as Candidate;

const held = part('held', [600, 720]);
const ask = (more: Partial<DropQuestion> & { start?: number } = {}) =>
  checkDrop({
    target: { part: held, rowID: 'siti', start: more.start ?? 600 },
    row: row('siti'),
    answers: new Map([['siti', answer('siti')]]),
    opening: { start: 480, end: 1200 },
    past: 0,
    ...more,
  });
const no = (sentence: string) => ({ verdict: 'no', sentence });

test.each([
  ['an empty row', {}, { verdict: 'fits', sentence: 'Fits.' }],
  [
    'after a visit',
    { row: row('siti', [part('a', [480, 540])]) },
    { verdict: 'fits', sentence: 'Fits, 60 min after area of a.' },
  ],
  [
    'before a visit',
    { row: row('siti', [part('a', [780, 900])]) },
    { verdict: 'fits', sentence: 'Fits, 60 min before area of a.' },
  ],
  ['its own place', { row: row('mei') }, { verdict: 'same', sentence: 'This is where it is now.' }],
  ['the tray', { row: row(TRAY) }, no('A booked visit keeps a cleaner. Drop it on someone else.')],
  ['a cleaner who does not work here yet', { row: row(EXTRA) }, no('Does not work here yet.')],
  ['no answer yet', { answers: undefined }, { verdict: 'checking', sentence: 'Checking.' }],
  ['a time that has passed', { start: 630, past: 660 }, no('This time has passed.')],
  ['before opening', { start: 450 }, no('Visits are from 8:00 am to 8:00 pm.')],
  ['after closing', { start: 1110 }, no('Visits are from 8:00 am to 8:00 pm.')],
  ['somebody who has left', { answers: new Map() }, no('Does not work here any more.')],
] as const)('%s', (_, question, fit) => {
  expect(ask(question as Partial<DropQuestion>)).toEqual(fit);
});

test.each([
  ['job', 'At another visit.', [part('a', [660, 780])], 'At area of a until 1:00 pm.'],
  ['job', 'At another visit.', [], 'At another visit.'],
  ['travel', 'Not enough time.', [part('a', [480, 570])], 'Too close: 30 min after area of a.'],
  ['travel', 'Not enough time.', [part('a', [735, 800])], 'Too close: 15 min before area of a.'],
  ['time-off', 'Has time off.', [], 'Has time off.'],
])('%s: %s', (code, detail, parts, sentence) => {
  const answers = new Map([['siti', answer('siti', { code, detail, canOverride: false })]]);
  expect(ask({ row: row('siti', parts), answers })).toEqual(no(sentence));
});

test('a soft rule can be overridden', () => {
  const reason = { code: 'region', detail: 'Does not work in this region.', canOverride: true };
  expect(ask({ answers: new Map([['siti', answer('siti', reason)]]) })).toEqual({
    verdict: 'soft',
    sentence: 'Does not work in this region.',
  });
});

test('the rest of the crew must be free at the new time, and nobody comes twice', () => {
  const two = part('held', [600, 720], {
    visit: {
      jobID: 'held',
      crew: [
        { id: 'mei', fullname: 'Mei Ling' },
        { id: 'tan', fullname: 'Tan Ah Hoe' },
      ],
    },
  });
  const answers = new Map([
    ['siti', answer('siti')],
    ['tan', answer('tan', { code: 'job', detail: '', canOverride: false })],
  ]);
  const moved = { part: two, rowID: 'siti', start: 660 };
  expect(ask({ target: moved, answers })).toEqual(no('Tan Ah Hoe of this crew is not free.'));
  expect(ask({ target: { ...moved, start: 600 }, answers }).verdict).toBe('fits');
  expect(ask({ target: { ...moved, rowID: 'tan' }, row: row('tan'), answers })).toEqual(
    no('Already in this crew.'),
  );
});
