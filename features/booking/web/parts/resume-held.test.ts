import { describe, expect, test } from 'vitest';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { holdKeyOf } from '../public/one-time-booking/draft.ts';
import { openStep } from '../public/one-time-booking/steps.ts';
import { canResume, draftOfHeld } from './resume-held.ts';

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

describe('a held booking that is taken up again', () => {
  test('opens at the payment, for a customer who is signed in', () => {
    expect(openStep('pay', draftOfHeld(job), true)).toBe('pay');
  });

  test('is the very booking that keeps the time, so that no second one is made', () => {
    const draft = draftOfHeld(job);
    expect(draft.held).toEqual({ jobID: job.id, request: holdKeyOf(draft) });
    expect(draft).toMatchObject({
      hasPets: true,
      gender: 'female',
      supplies: true,
      customerID: job.customerID,
    });
  });

  test('only where the flow books what was held: one cleaner, once', () => {
    expect(canResume(job)).toBe(true);
    expect(canResume({ ...job, numCleaners: 2 })).toBe(false);
    expect(canResume({ ...job, seriesID: 'weekly' })).toBe(false);
    expect(canResume({ ...job, jobType: 'spring-cleaning' })).toBe(false);
  });
});
