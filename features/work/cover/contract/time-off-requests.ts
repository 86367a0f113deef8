/** Cleaners ask for time off in their own app; the office accepts or declines. */

import { z } from 'zod';
import { errors as cleanerErrors } from '#features/people/cleaners/contract.ts';
import { manageTimeOff } from '#features/work/schedule/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, id, idParams, line, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { requestTimeOff as mayRequest } from '../rules/policy.ts';

export const timeOffRequestErrors = defineErrors({
  already_requested: {
    status: 409,
    title: 'Already asked',
    detail: 'You have already asked for some of these days. Take that request back first.',
  },
  request_decided: {
    status: 409,
    title: 'Already decided',
    detail: 'The office has already decided about this request.',
  },
  request_withdrawn: {
    status: 409,
    title: 'Taken back',
    detail: 'The cleaner has taken this request back. Nothing was changed.',
  },
});

export const timeOffRequest = z.strictObject({
  id,
  /** Business days, both included. */
  firstDay: z.string(),
  lastDay: z.string(),
  note: z.string(),
  state: z.enum(['open', 'accepted', 'declined']),
  createdAt: wireMoment,
});
export type TimeOffRequest = z.output<typeof timeOffRequest>;

const ownRequests = z.strictObject({ items: z.array(timeOffRequest) });

export const listOwnTimeOffRequests = defineCall({
  method: 'GET',
  path: '/time-off-requests/own',
  ...openTo(mayRequest),
  summary: "The cleaner's requests for time off that is not over, earliest first.",
  reply: ownRequests,
});

export const requestTimeOff = defineCall({
  method: 'POST',
  path: '/time-off-requests',
  ...openTo(mayRequest),
  summary: 'The cleaner asks for time off.',
  body: z.strictObject({ firstDay: day, lastDay: day, note: line(200).default('') }),
  reply: ownRequests,
  status: 201,
  errors: pick(timeOffRequestErrors, 'already_requested'),
  idempotent: true,
});

export const withdrawTimeOffRequest = defineCall({
  method: 'POST',
  path: '/time-off-requests/:id/withdraw',
  ...openTo(mayRequest),
  summary: 'The cleaner takes a request back, until the office has decided.',
  params: idParams,
  body: z.strictObject({}),
  reply: ownRequests,
  errors: pick(timeOffRequestErrors, 'request_decided'),
});

export const acceptTimeOffRequest = defineCall({
  method: 'POST',
  path: '/time-off-requests/:id/accept',
  ...openTo(manageTimeOff),
  summary: 'Sets the time off and tells the cleaner. Over booked visits only with their number.',
  params: idParams,
  body: z.strictObject({
    /** How many visits in that time the office has seen; refused with the list if there is another number by now. */
    visits: z.int().min(0).default(0),
  }),
  reply: timeOffRequest,
  errors: {
    ...pick(timeOffRequestErrors, 'request_decided', 'request_withdrawn'),
    ...pick(cleanerErrors, 'breaks_jobs'),
  },
});

export const declineTimeOffRequest = defineCall({
  method: 'POST',
  path: '/time-off-requests/:id/decline',
  ...openTo(manageTimeOff),
  summary: 'Declines a request and tells the cleaner.',
  params: idParams,
  body: z.strictObject({}),
  reply: timeOffRequest,
  errors: pick(timeOffRequestErrors, 'request_decided', 'request_withdrawn'),
});
