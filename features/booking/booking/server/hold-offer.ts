import type { HoldOffer } from '#features/work/waiting-list/server/index.ts';
import { createJob } from '../contract.ts';
import { bookJob } from './book-job.ts';

/** Holds a time for a customer of the waiting list, like a booking of their own. Registered with the waiting list. */
export const holdOffer: HoldOffer = (ctx, { customerId, body, ...options }) =>
  bookJob(ctx, createJob.body.parse(body), customerId, options);
