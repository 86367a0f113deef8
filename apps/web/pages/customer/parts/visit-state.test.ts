import { describe, expect, test } from 'vitest';
import {
  comingVisits,
  daysUntil,
  heldBookings,
  isOver,
  mayReview,
  pastVisits,
  secondsHeld,
  stateOf,
  visitToConfirm,
  visitToReview,
} from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { partOfDay } from './greeting.ts';
import { sharesOf, termsOf } from './terms.ts';

const visit = {
  id: 'a',
  seriesID: null as string | null,
  status: 'paid',
  stage: 'upcoming',
  startTime: '2026-11-24T09:00:00+08:00',
  endTime: '2026-11-24T13:00:00+08:00',
  holdExpiresAt: null as string | null,
  reviewedAt: null as string | null,
  hasChangedDate: false,
  createdAt: '2026-11-20T09:00:00+08:00',
  policy: { freeHours: 24, lateFeePercent: 50, companyRefundPercent: 100 },
  amountToPay: 12_301,
} as const;
type Visit = { came?: boolean | null } & {
  -readonly [Name in keyof typeof visit]: Name extends 'status'
    ? 'pending' | 'paid' | 'expired' | 'cancelled'
    : Name extends 'stage'
      ? 'upcoming' | 'in-progress' | 'done'
      : (typeof visit)[Name] extends string
        ? string
        : (typeof visit)[Name];
};
const at = (time: string, day = 24) => new Date(`2026-11-${day}T${time}:00+08:00`);
const on = (day: string, more: Partial<Visit> = {}): Visit => ({
  ...visit,
  id: day,
  startTime: `${day}T09:00:00+08:00`,
  endTime: `${day}T13:00:00+08:00`,
  ...more,
});

describe('whether a visit is over', () => {
  test.each([
    ['before its start', 'upcoming', at('08:00'), false],
    ['during its time', 'in-progress', at('12:59'), false],
    ['after its end if nobody clocked in', 'upcoming', at('13:00'), true],
    ['when the crew finished early', 'done', at('11:00'), true],
    ['not while the crew is overrunning', 'in-progress', at('13:30'), false],
    ['the day after, even if nobody clocked out', 'in-progress', at('00:00', 25), true],
  ] as const)('%s', (_when, stage, now, expected) => {
    expect(isOver({ ...visit, stage }, now)).toBe(expected);
  });
});

describe('the state of a visit', () => {
  test.each([
    ['paid and upcoming', {}, at('08:00'), 'upcoming'],
    ['under way', { stage: 'in-progress' }, at('10:00'), 'now'],
    ['over', { stage: 'done' }, at('14:00'), 'done'],
    ['over, and no one has clocked in', {}, at('14:00'), 'ended'],
    ['over, and the customer says that we came', { came: true }, at('14:00'), 'done'],
    ['held', { status: 'pending', holdExpiresAt: '2026-11-24T08:15:00+08:00' }, at('08:14'), 'held'],
    ['run out', { status: 'pending', holdExpiresAt: '2026-11-24T08:15:00+08:00' }, at('08:15'), 'expired'],
    ['called off', { status: 'cancelled' }, at('08:00'), 'cancelled'],
  ] as const)('%s', (_how, more, now, expected) => {
    expect(stateOf({ ...visit, ...more }, now)).toBe(expected);
  });

  test('a hold counts down to zero, never below', () => {
    const job = { holdExpiresAt: '2026-11-24T08:15:00+08:00' };
    expect(secondsHeld(job, at('08:00'))).toBe(900);
    expect(secondsHeld(job, at('08:30'))).toBe(0);
  });
});

describe('the dashboard', () => {
  test('shows as next the earliest visit that is not over; one in progress comes first', () => {
    const jobs = [on('2026-12-01'), on('2026-11-24', { stage: 'done' }), on('2026-11-25')];
    expect(comingVisits(jobs, at('10:00')).map((job) => job.id)).toEqual(['2026-11-25', '2026-12-01']);
    const busy = [on('2026-11-25'), on('2026-11-24', { stage: 'in-progress' })];
    expect(comingVisits(busy, at('10:00'))[0]?.id).toBe('2026-11-24');
    expect(comingVisits([on('2026-11-25', { status: 'pending' })], at('10:00'))).toEqual([]);
  });

  test('shows past visits latest first', () => {
    const jobs = [on('2026-11-10'), on('2026-11-17'), on('2026-12-01')];
    expect(pastVisits(jobs, at('10:00')).map((job) => job.id)).toEqual(['2026-11-17', '2026-11-10']);
  });

  test('asks for a review of only the latest visit, once, and within a month', () => {
    const done = { stage: 'done' } as const;
    const older = on('2026-11-10', done);
    expect(visitToReview([older, on('2026-11-17', done)], at('10:00'))?.id).toBe('2026-11-17');
    expect(visitToReview([older, on('2026-11-17', { ...done, reviewedAt: 'then' })], at('10:00'))).toBeNull();
    expect(visitToReview([on('2026-10-17', done)], at('10:00'))).toBeNull();
    expect(mayReview(on('2026-11-25'), at('10:00'))).toBe(false);
  });

  test('asks whether we came, not for stars, if no one has clocked in', () => {
    const ended = on('2026-11-17');
    expect([visitToReview([ended], at('10:00')), visitToConfirm([ended], at('10:00'))?.id]).toEqual([
      null,
      '2026-11-17',
    ]);
    const [no, yes] = [on('2026-11-17', { came: false }), on('2026-11-17', { came: true })];
    expect(visitToConfirm([no], at('10:00'))).toBeNull();
    expect(visitToReview([no], at('10:00'))).toBeNull();
    expect(visitToReview([yes], at('10:00'))?.id).toBe('2026-11-17');
    expect(visitToConfirm([on('2026-11-17', { stage: 'in-progress' })], at('10:00'))).toBeNull();
  });

  test('shows the held visits of a series as one booking, the first to expire on top', () => {
    const held = (id: string, until: string, seriesID: string | null) =>
      on(id, { status: 'pending', holdExpiresAt: `2026-11-24T${until}:00+08:00`, seriesID });
    const jobs = [
      held('2026-12-08', '08:15', 's'),
      held('2026-12-01', '08:15', 's'),
      held('2026-11-30', '08:05', null),
      held('2026-11-29', '07:59', null),
    ];
    const ids = heldBookings(jobs, at('08:00')).map((booking) => booking.map((job) => job.id));
    expect(ids).toEqual([['2026-11-30'], ['2026-12-01', '2026-12-08']]);
  });

  test('counts days by the calendar in Singapore rather than by 24 hours', () => {
    expect(daysUntil(visit, at('23:59', 23))).toBe(1);
    expect(daysUntil(visit, at('00:01'))).toBe(0);
    expect(daysUntil(visit, at('23:59', 21))).toBe(3);
  });

  test.each([
    ['04:59', 'evening'],
    ['05:00', 'morning'],
    ['11:59', 'morning'],
    ['12:00', 'afternoon'],
    ['17:59', 'afternoon'],
    ['18:00', 'evening'],
    ['00:30', 'evening'],
  ] as const)('at %s the greeting is for the %s', (time, part) => {
    expect(partOfDay(at(time))).toBe(part);
  });
});

describe('the terms of a visit', () => {
  test('keeps nothing until 24 hours ahead, to the minute; then half, rounded to the cent', () => {
    expect(termsOf(visit, at('09:00', 23))).toMatchObject({
      freeUntil: '2026-11-23T01:00:00.000Z',
      isFree: true,
      fee: 6151,
      mayMove: true,
    });
    expect(termsOf(visit, at('09:01', 23))).toMatchObject({ isFree: false, mayMove: false });
  });

  test('the free move is gone once it was used', () => {
    expect(termsOf({ ...visit, hasChangedDate: true }, at('09:00', 22))?.mayMove).toBe(false);
  });

  test('the current time is left of the turning point during the free period, right of it after that', () => {
    const early = sharesOf(visit, at('09:00', 21));
    expect(early?.nowShare).toBeLessThan(early?.freeShare ?? 0);
    const last = sharesOf(visit, at('08:59', 23));
    expect((last?.freeShare ?? 0) - (last?.nowShare ?? 1)).toBeGreaterThan(0.04);
    const late = sharesOf(visit, at('21:00', 23));
    expect(late?.nowShare).toBeGreaterThan(late?.freeShare ?? 1);
    expect(late?.nowShare).toBeLessThan(0.9);
  });
});
