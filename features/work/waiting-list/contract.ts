/** The waiting list: customers who wait for a day that is full, and are offered times that become free. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors } from '#platform/contract/errors.ts';
import {
  day,
  flag,
  hours,
  id,
  idParams,
  listQuery,
  listReply,
  paragraph,
  whole,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { DAY_PARTS, ENTRY_STATES } from './rules/offer.ts';
import * as policy from './rules/policy.ts';

export const waitingErrors = defineErrors({
  /** `slots`: the free times. */
  day_not_full: {
    status: 409,
    title: 'The day is not full',
    detail: 'Times are free on this day. Choose one of them.',
  },
  already_booked: {
    status: 409,
    title: 'Already booked',
    detail: 'There is a booking for this service on that day already. Choose another day.',
  },
  too_many_entries: {
    status: 409,
    title: 'Too many waiting lists',
    detail: 'You can wait for five days at a time. Leave one of the waiting lists, then join this one.',
  },
});

export const dayPart = z.enum(DAY_PARTS);

export const waitingEntry = z.object({
  id,
  customer: z.object({ id, fullname: z.string(), mobile: z.string() }),
  package: z.object({ id, label: z.string(), jobType }),
  addressID: id,
  /** On one line. */
  address: z.string(),
  date: z.string(),
  part: dayPart,
  /** Per cleaner. */
  hours: z.number(),
  numCleaners: z.int(),
  /** Only times at which this cleaner is free are offered; null: anyone. */
  cleaner: z.object({ id, firstname: z.string() }).nullable(),
  /**
   * `passed`: the offer ran out unpaid. `closed`: the day can no longer be booked, or the customer has booked it
   * otherwise.
   */
  state: z.enum(ENTRY_STATES),
  /** The booking that was offered. */
  jobID: id.nullable(),
  createdAt: wireMoment,
  /** When the state last changed. */
  changedAt: wireMoment,
  trash: z.literal(0),
});
export type WaitingEntry = z.output<typeof waitingEntry>;

export const joinWaitingList = defineCall({
  ...routes.joinWaitingList,
  ...openTo(policy.joinWaitingList),
  summary:
    'Waits for a day on which no time is free for a visit. Once for a day and package: a repeated request changes what is waited for and keeps the position in line.',
  body: z.strictObject({
    /** Of the office; customers wait for themselves. */
    customerID: id.optional(),
    packageID: id,
    addressID: id,
    date: day,
    part: dayPart.default('any'),
    hours: hours.optional(),
    numCleaners: whole(1, 5).optional(),
    cleanerID: id.optional(),
    requireCleaningSupplies: flag.default(false),
    specialRequests: paragraph(1000).default(''),
    contactDetails: paragraph(300).default(''),
  }),
  reply: waitingEntry,
  errors: waitingErrors,
});

export const listWaitingList = defineCall({
  method: 'GET',
  path: '/waiting-list',
  ...openTo(policy.seeWaitingList),
  summary: 'Who waits for which day, first come first; customers see their own entries.',
  query: listQuery(['date', 'createdAt', 'customer', 'state'], {
    date: day.optional(),
    from_date: day.optional(),
    to_date: day.optional(),
    /** `live`: waiting or offered. */
    state: z.enum([...ENTRY_STATES, 'live']).optional(),
    customerID: id.optional(),
    jobID: id.optional(),
  }),
  reply: listReply(waitingEntry),
  streamed: true,
});

export const rejoinWaitingList = defineCall({
  method: 'POST',
  path: '/waiting-list/:id/rejoin',
  ...openTo(policy.joinWaitingList),
  summary:
    'Waits again for the day of an offer that was not paid in time, at the end of the line. Repeated, it changes nothing.',
  params: idParams,
  body: z.strictObject({}),
  reply: waitingEntry,
  status: 201,
  errors: waitingErrors,
});

export const leaveWaitingList = defineCall({
  method: 'POST',
  path: '/waiting-list/:id/withdraw',
  ...openTo(policy.joinWaitingList),
  summary: 'Stops waiting. An offered time is given up, unless it is paid or being paid.',
  params: idParams,
  body: z.strictObject({}),
  reply: waitingEntry,
});
