// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { bookingAfterSeries, bookingFromJob, frequencyOf } from './booking-from-job.ts';

const visit = (day: string, more: Partial<Job> = {}) =>
  ({
    id: day,
    startTime: `2026-12-${day}T09:00:00+08:00`,
    customerID: 'mei',
    customer: { id: 'mei', fullname: 'Mei Tan', mobile: null },
    addressID: 'home',
    packageID: 'weekly',
    hours: 3,
    numCleaners: 1,
    requireCleaningSupplies: true,
    specialRequests: 'Windows',
    contactDetails: 'Key with the guard',
    label: '',
    status: 'expired',
    trash: 0,
    holdExpiresAt: null,
    ...more,
  }) as Job;

test.each([
  [['03'], { interval: 'once', count: 4, weekdays: [] }],
  [['03', '10'], { interval: 'weekly', count: 2, weekdays: [] }],
  [['03', '17', '24'], { interval: 'weekly', count: 3, weekdays: [] }],
  [['03', '17', '31'], { interval: 'fortnightly', count: 3, weekdays: [] }],
])('books visits on %j again', (days, frequency) => {
  expect(frequencyOf(days.map((day) => visit(day)))).toEqual(frequency);
});

test('starts with the request of the expired visits, at their time if it is still ahead', () => {
  const series = [visit('10'), visit('03'), visit('17', { status: 'cancelled' })];
  const booking = bookingFromJob(visit('10'), series, new Date('2026-12-01T00:00:00Z'));
  expect(booking).toMatchObject({
    customer: { id: 'mei', fullname: 'Mei Tan' },
    request: { addressID: 'home', packageID: 'weekly', specialRequests: 'Windows', promocode: '' },
    size: { hours: 3, numCleaners: 1 },
    startTime: '2026-12-03T09:00:00+08:00',
    frequency: { interval: 'weekly', count: 2, weekdays: [] },
  });
  expect(bookingFromJob(visit('10'), series, new Date('2026-12-05T00:00:00Z')).startTime).toBeNull();
});

test('goes on after the last visit of a series that goes ahead, as often as before', () => {
  const paid = { status: 'paid' } as const;
  const series = [
    visit('17', paid),
    visit('03', paid),
    visit('10', paid),
    visit('24', { status: 'cancelled' }),
  ];
  expect(bookingAfterSeries(visit('03', paid), series)).toMatchObject({
    customer: { id: 'mei' },
    request: { addressID: 'home', packageID: 'weekly' },
    startTime: '2026-12-24T09:00:00+08:00',
    frequency: { interval: 'weekly', count: 3, weekdays: [] },
  });
});
