import { describe, expect, test } from 'vitest';
import type { BusySpan, Diary } from './diary.ts';
import { findBestFits, findFreeButForOne, findUnsuited, type Staff, type VisitToFill } from './fill-visit.ts';
import { fixedTravel } from './travel.ts';

const zone = 'Asia/Singapore';
const at = (time: string, day = '2026-11-26') => Temporal.Instant.from(`${day}T${time}+08:00`);
const minute = (time: string) => at(time).epochMilliseconds / 60_000;
const allDay = Object.fromEntries(
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, { available: true, shifts: [[480, 1200] as const] }]),
);
const job = (jobID: string, from: string, until: string): BusySpan => {
  return { kind: 'job', jobID, start: minute(from), end: minute(until), postal: '310145' };
};

function cleaner(cleanerID: string, more: Partial<Diary> = {}): Diary {
  const anybody = { gender: 'female', languages: ['English'], avoidsPets: false, regionIDs: [] };
  return { cleanerID, ...anybody, week: allDay, busy: [], ...more };
}

function visit(more: Partial<VisitToFill['need']> = {}, usual: readonly string[] = []): VisitToFill {
  const need = { minutes: 180, numCleaners: 1, postal: '310145', regionID: null, gender: '', language: '' };
  return {
    need: { ...need, hasPets: false, travel: fixedTravel(45), ...more },
    start: at('09:00'),
    home: null,
    usual,
  };
}

const staff = (...diaries: Diary[]): Staff => ({ diaries, bases: new Map(), ratings: new Map(), zone });

describe('the best fits', () => {
  const busy = cleaner('busy', { busy: [job('a', '10:00', '13:00')] });
  const later = cleaner('later', { busy: [job('b', '14:00', '17:00')] });
  const mandarin = cleaner('mandarin', { languages: ['Mandarin'] });
  const idle = cleaner('idle');

  const cases: readonly [string, VisitToFill, string][] = [
    ['without the busy, the idle first', visit(), 'idle mandarin later'],
    [
      'those who speak the language first; nobody is excluded',
      visit({ language: 'mandarin' }),
      'mandarin idle later',
    ],
    [
      'the previous cleaner before everyone',
      visit({ language: 'mandarin' }, ['later']),
      'later mandarin idle',
    ],
  ];

  test.each(cases)('%s', (_what, asked, order) => {
    const found = findBestFits(asked, staff(busy, idle, later, mandarin));
    expect(found.map(({ cleanerID }) => cleanerID).join(' ')).toBe(order);
  });

  test('count ratings', () => {
    const rated = {
      ...staff(cleaner('a'), cleaner('b')),
      ratings: new Map([
        ['a', 2],
        ['b', 4.5],
      ]),
    };
    expect(findBestFits(visit(), rated).map(({ cleanerID }) => cleanerID)).toEqual(['b', 'a']);
  });
});

describe('free but for one of their own jobs', () => {
  const cases: readonly [string, Partial<Diary>, string | null][] = [
    ['a job at the same time', { busy: [job('a', '10:00', '13:00')] }, 'a'],
    ['a job too near to travel', { busy: [{ ...job('a', '12:30', '15:30'), postal: '640101' }] }, 'a'],
    ['two jobs', { busy: [job('a', '08:00', '09:30'), job('b', '11:00', '13:00')] }, null],
    ['a job, and no match', { busy: [job('a', '10:00', '13:00')], avoidsPets: true }, null],
    ['time off', { busy: [{ kind: 'time-off', start: minute('08:00'), end: minute('12:00') }] }, null],
    ['nothing: they are free', {}, null],
  ];

  test.each(cases)('%s', (_what, diary, jobID) => {
    const found = findFreeButForOne(visit({ hasPets: true }), staff(cleaner('mei', diary)));
    expect(found).toEqual(jobID === null ? [] : [{ cleanerID: 'mei', jobID }]);
  });
});

test('those who are no match have time; those who break fewer rules come first', () => {
  const man = { gender: 'male' };
  const found = findUnsuited(
    visit({ gender: 'female', hasPets: true }),
    staff(
      cleaner('both', { ...man, avoidsPets: true }),
      cleaner('one', man),
      cleaner('busy', { ...man, busy: [job('a', '10:00', '13:00')] }),
      cleaner('match'),
    ),
  );
  expect(found).toEqual([
    { cleanerID: 'one', rules: ['gender'] },
    { cleanerID: 'both', rules: ['gender', 'pets'] },
  ]);
});
