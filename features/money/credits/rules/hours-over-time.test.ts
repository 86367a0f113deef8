import { expect, it } from 'vitest';
import { hoursOverTime } from './hours-over-time.ts';

it('carries the balance from day to day, including days without movements', () => {
  const statement = hoursOverTime(
    [
      { date: null, kind: 'bought', perHour: 27, hours: 10 },
      { date: null, kind: 'held', perHour: 27, hours: -2.5 },
      { date: '2026-11-01', kind: 'bought', perHour: 24, hours: 24 },
      { date: '2026-11-01', kind: 'adjusted', perHour: 0, hours: 1 },
      { date: '2026-11-03', kind: 'held', perHour: 24, hours: -3.5 },
      { date: '2026-11-03', kind: 'held', perHour: 27, hours: -0.5 },
    ],
    ['2026-11-01', '2026-11-02', '2026-11-03'],
  );
  expect(statement).toEqual({
    opening: { hours: 7.5, value: 20250 },
    closing: { hours: 28.5, value: 68100 },
    changes: [
      { kind: 'bought', hours: 24, value: 57600 },
      { kind: 'adjusted', hours: 1, value: 0 },
      { kind: 'held', hours: -4, value: -9750 },
    ],
    rows: [
      { date: '2026-11-01', hours: 32.5, value: 77850 },
      { date: '2026-11-02', hours: 32.5, value: 77850 },
      { date: '2026-11-03', hours: 28.5, value: 68100 },
    ],
  });
});

it('is empty for a business without hours', () => {
  expect(hoursOverTime([], ['2026-11-01'])).toEqual({
    opening: { hours: 0, value: 0 },
    closing: { hours: 0, value: 0 },
    changes: [],
    rows: [{ date: '2026-11-01', hours: 0, value: 0 }],
  });
});
