import { describe, expect, test } from 'vitest';
import { type Conflict, crewOfSeries, decide, nearestForAll, rowsOf, withSeen } from './series-rows.ts';

const at = (day: string, time = '09:00') => `2026-12-${day}T${time}:00+08:00`;
const aisyah = { id: 'aisyah', firstname: 'Nur Aisyah', profilePhoto: '' };
const mei = { id: 'mei', firstname: 'Mei Ling', profilePhoto: '' };
const visit = (day: string, cleaners = [aisyah], startTime = at(day)) => ({
  seriesDate: at(day),
  startTime,
  endTime: startTime,
  cleaners,
});
const conflict = (
  day: string,
  others: readonly string[] = [at(day, '14:00')],
  startTime = at(day),
): Conflict => ({
  seriesDate: at(day),
  startTime,
  endTime: startTime,
  code: 'slot_taken',
  detail: '',
  holiday: null,
  alternatives: others.map((time) => ({ startTime: time, endTime: time, cleaners: [mei] })),
});

describe('the dates of a series', () => {
  const quoted = { dates: [visit('01'), visit('15')], conflicts: [conflict('08')] };
  const seen = withSeen(new Map(), quoted.conflicts);
  const shown = (rows: ReturnType<typeof rowsOf>) =>
    rows.map(({ seriesDate, visit: found, isOpen }) => [
      seriesDate.slice(8, 10),
      found?.startTime ?? null,
      isOpen,
    ]);

  test('are in order, and unavailable ones are open', () => {
    expect(shown(rowsOf(quoted, [], seen))).toEqual([
      ['01', at('01'), false],
      ['08', null, true],
      ['15', at('15'), false],
    ]);
  });

  test('are decided at once, and keep their alternatives while the page is open', () => {
    const exceptions = decide([], at('08'), at('08', '14:00'));
    expect(shown(rowsOf(quoted, exceptions, seen))[1]).toEqual(['08', null, false]);
    const asked = { dates: [visit('01'), visit('08', [mei], at('08', '14:00')), visit('15')], conflicts: [] };
    const [, row] = rowsOf(asked, exceptions, seen);
    expect(row).toMatchObject({ isOpen: false, conflict: quoted.conflicts[0], exception: exceptions[0] });
  });

  test('offer the usual hour first, then the nearest', () => {
    const christmas = conflict('25', [at('24', '14:00'), at('24', '15:00'), at('26')]);
    const [row] = rowsOf({ dates: [], conflicts: [christmas] }, [], withSeen(new Map(), [christmas]));
    expect(row?.conflict?.alternatives.map(({ startTime }) => startTime)).toEqual([
      at('26'),
      at('24', '14:00'),
      at('24', '15:00'),
    ]);
  });

  test('are open again if the chosen alternative is taken too', () => {
    const exceptions = decide([], at('08'), at('08', '14:00'));
    const gone = {
      dates: [visit('01'), visit('15')],
      conflicts: [conflict('08', [at('09')], at('08', '14:00'))],
    };
    expect(shown(rowsOf(gone, exceptions, seen))[1]).toEqual(['08', null, true]);
  });

  test('that are skipped stay in the list without a visit', () => {
    const exceptions = decide([], at('08'), null);
    const asked = { dates: [visit('01'), visit('15')], conflicts: [] };
    expect(shown(rowsOf(asked, exceptions, seen))[1]).toEqual(['08', null, false]);
    expect(decide(exceptions, at('08'), undefined)).toEqual([]);
  });

  test('can all take the nearest alternative at once; those without one are skipped', () => {
    const many = { dates: [visit('01')], conflicts: [conflict('08'), conflict('15', [])] };
    const rows = rowsOf(many, [], withSeen(new Map(), many.conflicts));
    expect(nearestForAll([], rows)).toEqual([
      { startTime: at('08'), instead: at('08', '14:00') },
      { startTime: at('15'), instead: null },
    ]);
  });
});

describe('the crew of a series', () => {
  test.each([
    ['one crew', [visit('01'), visit('08')], ['Nur Aisyah'], []],
    ['a different crew on one date', [visit('01'), visit('08', [mei]), visit('15')], ['Nur Aisyah'], ['08']],
    [
      'the most frequent crew, not the first',
      [visit('01', [mei]), visit('08'), visit('15')],
      ['Nur Aisyah'],
      ['01'],
    ],
    [
      'a crew of two in any order',
      [visit('01', [mei, aisyah]), visit('08', [aisyah, mei])],
      ['Mei Ling', 'Nur Aisyah'],
      [],
    ],
    ['nobody', [], [], []],
  ])('%s', (_what, visits, names, others) => {
    const crew = crewOfSeries(visits);
    expect([crew.names, crew.others.map(({ seriesDate }) => seriesDate.slice(8, 10))]).toEqual([
      names,
      others,
    ]);
  });
});
