import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeOverview } from './rules/policy.ts';

const count = z.int();

export const officeCounts = defineCall({
  method: 'GET',
  path: '/overview/counts',
  ...openTo(seeOverview),
  summary: 'How many things wait for the office now, by kind',
  reply: z.strictObject({
    /** Visits of the next seven days without their crew. */
    needsCrew: count,
    /** Visits that should have begun. */
    late: count,
    /** Visits that are over, but not clocked out. */
    notFinished: count,
    /** Bookings that are held unpaid, or whose due date has come; a series counts once. */
    unpaid: count,
    /** Payment problems that nobody has resolved. */
    paymentProblems: count,
    /** Conversations in which the customer waits for an answer. */
    messages: count,
    /** Contact requests and applications that are new. */
    contactRequests: count,
    applications: count,
    /** Reviews that are neither published nor hidden. */
    reviews: count,
    /** Messages of the last seven days that could not be delivered and have not been sent again. */
    undelivered: count,
  }),
});
