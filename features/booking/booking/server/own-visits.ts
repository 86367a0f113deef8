import type { z } from 'zod';
import { findVisitsToHome, type JobRow } from '#features/work/jobs/server/index.ts';
import type { OwnTime } from '#features/work/schedule/rules/nearest-free.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';
import type { BookingRequest } from './booking-request.ts';

type OwnVisit = z.output<typeof quoteReply>['ownVisits'][number];

type Booking = Pick<BookingRequest, 'customer' | 'address' | 'need'>;

/** The customer's visits to the home of a booking, without those that it replaces; empty without a home. */
export async function findOwnVisits(ctx: Context, booking: Booking): Promise<OwnVisit[]> {
  return (await readOwnVisits(ctx, booking)).map(toOwnVisit);
}

/** Their times. */
export async function findOwnTimes(ctx: Context, booking: Booking): Promise<OwnTime[]> {
  const visits = await readOwnVisits(ctx, booking);
  return visits.map((row) => ({
    from: readDatabaseTime(row.startsAt),
    until: readDatabaseTime(row.endsAt),
  }));
}

async function readOwnVisits(ctx: Context, { customer, address, need }: Booking): Promise<JobRow[]> {
  if (customer === null || address === null) return [];
  const visits = await findVisitsToHome(ctx, { customerID: customer.id, addressID: address.id });
  return visits.filter(({ id }) => !need.excludeJobIDs?.includes(id));
}

function toOwnVisit(row: JobRow): OwnVisit {
  return {
    jobID: row.id,
    startTime: wireTime(row.startsAt),
    endTime: wireTime(row.endsAt),
    cleaners: row.crew.map(({ id, firstname, profilePhoto }) => ({ id, firstname, profilePhoto })),
  };
}
