import { describe, expect, test } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { holdKeyOf } from './draft.ts';
import { draftOfAgain, draftOfHeld, recurrenceOfVisits } from './draft-of-job.ts';
import { openStep, serviceOf } from './steps.ts';

const job = {
  id: '0190-job',
  customerID: '0190-rachel',
  packageID: '0190-pack',
  addressID: '0190-home',
  jobType: 'one-time',
  numCleaners: 1,
  seriesID: null,
  hours: 3,
  requireCleaningSupplies: true,
  startTime: '2026-11-24T09:00:00+08:00',
  endTime: '2026-11-24T12:00:00+08:00',
  contactDetails: 'Gate code 12',
  specialRequests: '',
  job_address_postal: '310145',
  job_address_addressLine1: 'Blk 145 Lor 2 Toa Payoh',
  job_address_addressLine2: '#08-112',
  job_address_hasPets: true,
  job_address_genderPreference: 'female',
  job_address_languagePreference: '',
} as unknown as Job;

const visitsOn = (...days: readonly string[]) =>
  days.map((day) => ({ ...job, startTime: `${day}T09:00:00+08:00` }));

describe('resuming a held booking', () => {
  test.each(['one-time', 'regular', 'spring-cleaning'] as const)('opens at the payment: %s', (jobType) => {
    const service = serviceOf(jobType);
    const draft = draftOfHeld({ ...job, jobType }, visitsOn('2026-11-24', '2026-12-01'));
    expect(openStep('pay', draft, { service, isCustomer: true })).toBe('pay');
    expect(draft.held).toEqual({ jobID: job.id, request: holdKeyOf(draft, service.recurs) });
  });

  test('restores the held booking with all its data', () => {
    expect(draftOfHeld(job, [job])).toMatchObject({
      hasPets: true,
      gender: 'female',
      supplies: true,
      customerID: job.customerID,
    });
  });

  test.each([
    ['hourly, with the held number of cleaners', 'one-time', 2, 2],
    ['fixed price, with the package’s number of cleaners', 'spring-cleaning', 2, null],
  ] as const)('%s', (_what, jobType, numCleaners, expected) => {
    expect(draftOfHeld({ ...job, jobType, numCleaners }, [job]).numCleaners).toBe(expected);
  });
});

describe('repeating a booking', () => {
  test('restores everything except time and hold', () => {
    const draft = draftOfAgain(job, [job], [{ id: job.addressID }]);
    expect(draft).toMatchObject({
      addressID: job.addressID,
      contactDetails: 'Gate code 12',
      supplies: true,
      detailsSeen: true,
      startTime: null,
      held: null,
      again: { jobID: job.id, startTime: job.startTime },
    });
  });

  test('stores a home again that is no longer stored', () => {
    const draft = draftOfAgain(job, [job], []);
    expect(draft).toMatchObject({ addressID: null, otherAddress: true, addressLine2: '#08-112' });
  });

  test.each([
    ['weekly', ['2026-11-24', '2026-12-01', '2026-12-08']],
    ['weekly', ['2026-12-08', '2026-11-24', '2026-12-01', '2026-12-22']],
    ['fortnightly', ['2026-11-24', '2026-12-08', '2026-12-22']],
    ['fortnightly', ['2026-11-24', '2026-12-07', '2026-12-22']],
  ])('has the same recurrence: %s', (interval, days) => {
    expect(recurrenceOfVisits(visitsOn(...days))).toEqual({ interval, count: days.length });
  });
});
