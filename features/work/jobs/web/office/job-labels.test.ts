// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { chipOf, crewLabel, hoursLabel, paidLabel, priceLabel } from './job-labels.ts';

const now = new Date('2026-11-24T09:05:00+08:00');
const job = {
  status: 'paid',
  stage: 'upcoming',
  startTime: '2026-11-24T09:00:00+08:00',
  endTime: '2026-11-24T12:00:00+08:00',
  numCleaners: 1,
  cleaners: [{}],
} as const;

describe('the chip of a job', () => {
  test.each([
    ['is upcoming', {}, 'upcoming', 'Upcoming'],
    ['is late ten minutes after its start', { startTime: '2026-11-24T08:54:00+08:00' }, 'wrong', 'Late'],
    ['has too few cleaners', { numCleaners: 2 }, 'wrong', 'Needs crew'],
    ['has an unavailable cleaner', { lacksCrew: true }, 'wrong', 'Needs crew'],
    [
      'ended an hour ago and is still in progress',
      { stage: 'in-progress', endTime: '2026-11-24T08:05:00+08:00' },
      'now',
      'In progress',
    ],
    [
      'was never clocked out',
      { stage: 'in-progress', endTime: '2026-11-23T20:00:00+08:00' },
      'wrong',
      'Not clocked out, ended 13 h ago',
    ],
    [
      'was never clocked out, days ago',
      { stage: 'in-progress', endTime: '2026-11-21T09:00:00+08:00' },
      'wrong',
      'Not clocked out, ended 3 days ago',
    ],
    [
      'was never clocked into',
      { startTime: '2026-11-23T17:00:00+08:00', endTime: '2026-11-23T20:00:00+08:00' },
      'wrong',
      'Not clocked in, ended 13 h ago',
    ],
    [
      'is in progress',
      { stage: 'in-progress', startTime: '2026-11-24T08:00:00+08:00' },
      'now',
      'In progress',
    ],
    ['is done', { stage: 'done' }, 'done', 'Done'],
    ['waits for payment', { status: 'pending' }, 'held', 'Unpaid'],
    ['was cancelled', { status: 'cancelled' }, 'cancelled', 'Cancelled'],
    ['expired', { status: 'expired' }, 'cancelled', 'Expired'],
  ] as const)('one that %s', (_, change, status, word) => {
    expect(chipOf({ ...job, ...change }, now)).toEqual({ status, word });
  });
});

describe('the price of a job', () => {
  test('is in dollars, or in hours of a package', () => {
    expect(priceLabel({ amountToPay: 102400, creditsUsed: 0 })).toBe('1,024.00');
    expect(priceLabel({ amountToPay: 0, creditsUsed: 4 })).toBe('4 h');
    expect(priceLabel({ amountToPay: 0, creditsUsed: 0 })).toBe('0.00');
  });

  test.each([
    [{ status: 'pending', paid: false, amountToPay: 9000 }, 'Unpaid'],
    [
      { status: 'pending', paid: false, amountToPay: 9000, holdExpiresAt: '2026-11-26T10:00:00+08:00' },
      'Held until Thu 26 Nov, 10:00 am',
    ],
    [{ status: 'confirmed', paid: false, amountToPay: 9000, dueOn: '2026-11-25' }, 'Due Wed 25 Nov'],
    [
      { status: 'confirmed', paid: false, amountToPay: 9000, dueOn: '2026-11-24' },
      'Overdue since Tue 24 Nov',
    ],
    [{ status: 'expired', paid: false, amountToPay: 9000 }, '–'],
    [{ status: 'paid', paid: true, amountToPay: 9000 }, 'Paid'],
    [{ status: 'paid', paid: true, amountToPay: 0, creditsUsed: 4 }, 'Credits'],
    [{ status: 'paid', paid: true, amountToPay: 1500, creditsUsed: 4 }, 'Credits and card'],
    [{ status: 'paid', paid: true, amountToPay: 0 }, 'Nothing to pay'],
  ] as const)('%o was paid: %s', (paying, word) => {
    expect(paidLabel({ dueOn: null, holdExpiresAt: null, ...paying }, '2026-11-25')).toBe(word);
  });
});

test('a crew is shown as the first name and a count of the others', () => {
  const crew = [
    { firstname: 'Siti', fullname: 'Siti Rahmah' },
    { firstname: 'Rosa', fullname: 'Rosa' },
  ];
  expect([crewLabel([]), crewLabel(crew.slice(1)), crewLabel(crew)]).toEqual(['', 'Rosa', 'Siti Rahmah +1']);
});

test('hours are shown per cleaner', () => {
  expect(hoursLabel({ numCleaners: 1, hours: 3.5 })).toBe('3.5 h');
  expect(hoursLabel({ numCleaners: 2, hours: 4 })).toBe('2×4 h');
});
