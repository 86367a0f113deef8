// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import {
  type Candidate,
  crewBody,
  crewForTime,
  mayAssignAnyway,
  mayChange,
  mayClock,
  mayTrash,
  whyNot,
  withCleanerAt,
} from './crew-plan.ts';

const siti = { id: 'siti', firstname: 'Siti', fullname: 'Siti Rahmah' };
const rosa = { id: 'rosa', firstname: 'Rosa', fullname: 'Rosa' };

function candidate(id: string, busy?: string): Candidate {
  const firstname = id.charAt(0).toUpperCase() + id.slice(1);
  const reason = busy === undefined ? null : { code: 'job', detail: busy, canOverride: false };
  return { id, firstname, lastname: '', profilePhoto: '', languages: [], free: busy === undefined, reason };
}

test('a crew is sent by position', () => {
  expect(crewBody(withCleanerAt([siti, rosa], 1, 'mei'))).toEqual({ cleaner1ID: 'siti', cleaner2ID: 'mei' });
});

test('a cleaner who is busy or already in the crew cannot be added', () => {
  expect(whyNot(candidate('mei'), [siti])).toBeNull();
  expect(whyNot(candidate('mei', 'Has time off.'), [siti])).toBe('Has time off.');
  expect(whyNot(candidate('siti'), [siti])).toBe('Already in this crew.');
});

test('a cleaner excluded only by soft rules can be added with an override, once', () => {
  const far = { ...candidate('mei', 'Does not work in this region.') };
  const soft = {
    ...far,
    reason: { code: 'region', detail: 'Does not work in this region.', canOverride: true },
  };
  expect(mayAssignAnyway(soft, [siti])).toBe(true);
  expect(mayAssignAnyway({ ...soft, id: 'siti' }, [siti])).toBe(false);
  expect(mayAssignAnyway(candidate('mei', 'Has time off.'), [siti])).toBe(false);
  expect(mayAssignAnyway(candidate('mei'), [siti])).toBe(false);
});

describe('the crew at another time', () => {
  test('is the same if all of them are free', () => {
    expect(crewForTime([siti, rosa], [candidate('rosa'), candidate('siti')])).toEqual({
      crew: ['siti', 'rosa'],
      changes: [],
    });
  });

  test('replaces members who are not free by the best other cleaners, and says why', () => {
    const free = [
      candidate('mei'),
      candidate('ana'),
      candidate('rosa'),
      candidate('siti', 'At another visit.'),
    ];
    expect(crewForTime([siti, rosa], free)).toEqual({
      crew: ['mei', 'rosa'],
      changes: ['Mei replaces Siti Rahmah. Reason: at another visit.'],
    });
  });

  test('is null if too few are free', () => {
    expect(crewForTime([siti, rosa], [candidate('siti'), candidate('rosa', 'Has time off.')])).toBeNull();
  });
});

test('a visit can be changed while it is agreed or held, and not over', () => {
  const job = { trash: 0, status: 'paid', stage: 'upcoming' } as const;
  expect(mayChange(job)).toBe(true);
  expect(mayChange({ ...job, status: 'pending' })).toBe(true);
  expect(mayChange({ ...job, stage: 'done' })).toBe(false);
  expect(mayChange({ ...job, status: 'cancelled' })).toBe(false);
  expect(mayChange({ ...job, trash: 1 })).toBe(false);
});

test('only what came to nothing can be trashed', () => {
  const job = {
    status: 'paid',
    stage: 'upcoming',
    endTime: '2026-11-25T12:00:00+08:00',
    paidAt: '2026-11-20T12:00:00+08:00',
  } as const;
  const after = new Date('2026-11-25T12:00:00+08:00');
  expect(mayTrash(job, new Date('2026-11-25T11:59:00+08:00'))).toBe(false);
  expect(mayTrash(job, after)).toBe(false);
  expect(mayTrash({ ...job, stage: 'done' }, after)).toBe(false);
  expect(mayTrash({ ...job, status: 'pending', paidAt: null }, after)).toBe(true);
});

test('the office can clock cleaners in and out from the day of the visit until everyone is done', () => {
  const job = {
    trash: 0,
    status: 'paid',
    stage: 'upcoming',
    startTime: '2026-11-25T09:00:00+08:00',
  } as const;
  expect(mayClock(job, new Date('2026-11-24T23:59:00+08:00'))).toBe(false);
  expect(mayClock(job, new Date('2026-11-25T00:00:00+08:00'))).toBe(true);
  expect(mayClock({ ...job, stage: 'in-progress' }, new Date('2026-11-26T07:35:00+08:00'))).toBe(true);
  expect(mayClock({ ...job, stage: 'done' }, new Date('2026-11-26T07:35:00+08:00'))).toBe(false);
  expect(mayClock({ ...job, status: 'pending' }, new Date('2026-11-25T09:00:00+08:00'))).toBe(false);
});
