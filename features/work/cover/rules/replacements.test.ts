import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diary } from '#features/work/schedule/rules/diary.ts';
import type { Staff, VisitToFill } from '#features/work/schedule/rules/fill-visit.ts';
import { fixedTravel } from '#features/work/schedule/rules/travel.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import {
  assignReplacements,
  findSwap,
  findUnsuitedReplacements,
  type GivenVisit,
  givenBySwap,
  type OtherVisit,
  type UncoveredVisit,
} from './replacements.ts';

const travel = fixedTravel(45);
const HOUR = 60;

function visit(jobID: string, start: number, scores: Readonly<Record<string, number>>, postal = jobID) {
  const candidates = Object.entries(scores).map(([cleanerID, score]) => ({ cleanerID, score }));
  return { jobID, start: start * HOUR, end: (start + 3) * HOUR, postal, candidates };
}

const assigned = (...visits: UncoveredVisit[]) => Object.fromEntries(assignReplacements(visits, travel));

describe('replacements', () => {
  test('the best cleaner takes each visit', () => {
    expect(assigned(visit('morning', 9, { mei: 80, siti: 60 }), visit('noon', 14, { mei: 70 }))).toEqual({
      morning: 'mei',
      noon: 'mei',
    });
  });

  test('covering one visit more counts more than the best cleaner', () => {
    const both = [visit('a', 9, { mei: 90, siti: 10 }), visit('b', 9, { mei: 90 })];
    expect(assigned(...both)).toEqual({ a: 'siti', b: 'mei' });
  });

  test('nobody is given two visits without time to travel, except at one address', () => {
    expect(assigned(visit('a', 9, { mei: 50 }), visit('b', 12, { mei: 60 }))).toEqual({ b: 'mei' });
    expect(assigned(visit('a', 9, { mei: 50 }, 'x'), visit('b', 12, { mei: 60 }, 'x'))).toEqual({
      a: 'mei',
      b: 'mei',
    });
  });

  test('weeks of visits are assigned at once', () => {
    const weeks = Array.from({ length: 60 }, (_, day) =>
      visit(`job ${day}`, 9 + 24 * day, { mei: 50, siti: 50, rosa: 50 }),
    );
    expect(assignReplacements(weeks, travel).size).toBe(60);
  });

  test('a day on which many cleaners cannot come is assigned at once', () => {
    const scores = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`cleaner ${i}`, 50 + i]));
    const sameDay = Array.from({ length: 40 }, (_, i) => visit(`job ${i}`, 8 + (i % 3) * 4, scores));
    const found = assignReplacements(sameDay, travel);
    expect(found.size).toBe(36);
    expect(coverValue(sameDay, found)).toBe(36 * 10_000 + 3 * (12 * 50 + 66));
  });

  test('a visit that nobody can do is left out', () => {
    expect(assigned(visit('a', 9, {}))).toEqual({});
  });

  test('no other assignment covers more visits, or as many with a higher score', () => {
    const cleaner = fc.constantFrom('mei', 'siti', 'rosa');
    const one = fc.record({
      start: fc.integer({ min: 8, max: 14 }),
      scores: fc.dictionary(cleaner, fc.nat({ max: 100 })),
      postal: fc.constantFrom('x', 'y'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), (drawn) => {
        const visits = drawn.map(({ start, scores, postal }, i) => visit(`job ${i}`, start, scores, postal));
        const found = coverValue(visits, assignReplacements(visits, travel));
        expect(found).not.toBeNull();
        for (const other of everyAssignment(visits)) {
          expect(coverValue(visits, other) ?? 0).toBeLessThanOrEqual(found ?? 0);
        }
      }),
      { numRuns: randomCases(200, 1000) },
    );
  });
});

/** Visits count more than any sum of scores. Null if a cleaner is given visits that are too close. */
function coverValue(visits: readonly UncoveredVisit[], assigned: ReadonlyMap<string, string>): number | null {
  let value = 0;
  for (const a of visits) {
    const cleanerID = assigned.get(a.jobID);
    if (cleanerID === undefined) continue;
    value += 10_000 + (a.candidates.find((one) => one.cleanerID === cleanerID)?.score ?? Number.NaN);
    for (const b of visits) {
      if (a === b || assigned.get(b.jobID) !== cleanerID) continue;
      const gap = Math.max(b.start - a.end, a.start - b.end);
      if (gap < (a.postal === b.postal ? 0 : 45)) return null;
    }
  }
  return value;
}

function everyAssignment(visits: readonly UncoveredVisit[]): Map<string, string>[] {
  const [first, ...others] = visits;
  if (first === undefined) return [new Map()];
  return everyAssignment(others).flatMap((rest) => [
    rest,
    ...first.candidates.map(({ cleanerID }) => new Map([...rest, [first.jobID, cleanerID]])),
  ]);
}

describe('a swap', () => {
  const zone = 'Asia/Singapore';
  const minute = (time: string) =>
    Temporal.Instant.from(`2026-11-26T${time}+08:00`).epochMilliseconds / 60_000;
  const week = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6].map((day) => [day, { available: true, shifts: [[480, 1200] as const] }]),
  );
  const cleaner = (cleanerID: string, more: Partial<Diary> = {}): Diary => {
    const anybody = { gender: 'female', languages: [], avoidsPets: false, regionIDs: [], week, busy: [] };
    return { cleanerID, ...anybody, ...more };
  };
  const at = (time: string, hasPets = false): VisitToFill => {
    const need = {
      minutes: 180,
      numCleaners: 1,
      postal: '310145',
      regionID: null,
      gender: '',
      language: '',
      hasPets,
    };
    return {
      need: { ...need, travel },
      start: Temporal.Instant.from(`2026-11-26T${time}+08:00`),
      home: null,
      usual: [],
    };
  };
  const given = (cleanerID: string, from: string, until: string): GivenVisit => {
    return { cleanerID, start: minute(from), end: minute(until), postal: '310145' };
  };
  const staff: Staff = {
    diaries: [cleaner('mei'), cleaner('siti', { avoidsPets: true }), cleaner('rosa', { avoidsPets: true })],
    bases: new Map(),
    ratings: new Map(),
    zone,
  };
  const other: OtherVisit = { visit: at('10:00'), crew: [{ id: 'mei', startedAt: null }] };
  const none = { others: new Map([['hers', other]]), staff, absent: [], given: [] };
  const busy = [{ cleanerID: 'mei', jobID: 'hers' }];
  const swap = (otherCleanerID: string) => ({ cleanerID: 'mei', otherJobID: 'hers', otherCleanerID });

  const cases: readonly [string, Partial<Parameters<typeof findSwap>[2]>, string | null][] = [
    ['with a cleaner whose own visit somebody else can do', {}, 'rosa'],
    [
      'not with somebody who has begun',
      { others: new Map([['hers', { ...other, crew: [{ id: 'mei', startedAt: '09:30' }] }]]) },
      null,
    ],
    ['not with a visit that is unknown', { others: new Map() }, null],
    ['nobody who is absent does the other visit', { absent: ['rosa'] }, 'siti'],
    ['nobody is given two visits at a time', { given: [given('rosa', '12:00', '15:00')] }, 'siti'],
    ['one at another time does not matter', { given: [given('rosa', '14:00', '17:00')] }, 'rosa'],
    ['nor who swaps', { given: [given('mei', '11:00', '14:00')] }, null],
  ];

  test.each(cases)('%s', (_what, more, by) => {
    const sorted = {
      ...staff,
      diaries: staff.diaries.toSorted((a, b) => (a.cleanerID < b.cleanerID ? -1 : 1)),
    };
    expect(findSwap(at('09:00', true), busy, { ...none, staff: sorted, ...more })).toEqual(by && swap(by));
  });

  test('gives both of them a visit', () => {
    expect(givenBySwap(swap('siti'), at('09:00'), none.others)).toEqual([
      given('mei', '09:00', '12:00'),
      given('siti', '10:00', '13:00'),
    ]);
  });

  test('cleaners who are no match are shown if the plan leaves them time', () => {
    const found = findUnsuitedReplacements(at('09:00', true), staff, { except: ['siti'], given: [] });
    expect(found).toEqual([{ cleanerID: 'rosa', rules: ['pets'] }]);
    const needed = { except: ['siti'], given: [given('rosa', '11:00', '14:00')] };
    expect(findUnsuitedReplacements(at('09:00', true), staff, needed)).toEqual([]);
  });
});
