import { expect } from 'vitest';
import { commitJob } from '#features/booking/checkout/contract.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { createJob } from '../../contract.ts';
import type { World } from './world.ts';

export interface VisitsToBook {
  readonly cleanerID: string;
  /** More than one: a weekly series of this many. */
  readonly visits?: number;
}

/** Books the first customer's home from 1 December, 09:00. Returns the ids of the visits by date. */
export async function bookVisits(
  app: TestApp,
  as: As,
  { packageID, customers }: World,
  { cleanerID, visits = 1 }: VisitsToBook,
): Promise<string[]> {
  const body = {
    packageID,
    addressID: customers[0]?.addressID ?? '',
    startTime: '2026-12-01T09:00:00+08:00',
    cleaner1ID: cleanerID,
    ...(visits > 1 && { recurrence: { interval: 'weekly' as const, count: visits } }),
  };
  const { status, body: booked } = await app.call(createJob, { body }, as);
  expect(status).toBe(201);
  return (booked.jobs ?? [booked]).map((job) => job.id);
}

/** Pays for a visit, or all held visits of its series. */
export function payFor(app: TestApp, as: As, id: string, stripeToken = 'tok_visa') {
  return app.call(commitJob, { params: { id }, body: { stripeToken } }, as);
}
