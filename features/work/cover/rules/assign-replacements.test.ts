import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedTravel } from '#features/work/schedule/rules/travel.ts';
import { randomCases } from '#platform/testing/random-cases.ts';
import { assignReplacements, type UncoveredVisit } from './assign-replacements.ts';

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
