/** A cleaner reports in their own app that they cannot come. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { ABSENCE_REASONS } from '../rules/absence.ts';
import { reportAbsence as mayReport } from '../rules/policy.ts';

export const absenceErrors = defineErrors({
  already_absent: {
    status: 409,
    title: 'Already reported',
    detail: 'You have told us already, until another day. Take that back first, or call the office.',
  },
  absence_covered: {
    status: 409,
    title: 'The office has acted',
    detail: 'The office has already found others for your visits. Call the office.',
  },
  absence_withdrawn: {
    status: 409,
    title: 'They can come after all',
    detail: 'They have just told us that they can come after all. Nothing was changed.',
  },
});

export const absence = z.strictObject({
  id,
  reason: z.enum(ABSENCE_REASONS),
  startTime: wireMoment,
  /** The last day. */
  until: z.string(),
  createdAt: wireMoment,
  /** The office has covered the visits: it can no longer be taken back. */
  isCovered: z.boolean(),
});
export type Absence = z.output<typeof absence>;

const ownAbsence = z.strictObject({
  /** Empty if the office has not set it. */
  officePhone: z.string(),
  /** The latest one that has neither ended nor been taken back. */
  absence: absence.nullable(),
});
export type OwnAbsence = z.output<typeof ownAbsence>;

export const readOwnAbsence = defineCall({
  method: 'GET',
  path: '/absences/own',
  ...openTo(mayReport),
  summary: 'Whether the cleaner has reported that they cannot come, and the number to call instead.',
  reply: ownAbsence,
});

export const reportAbsence = defineCall({
  method: 'POST',
  path: '/absences',
  ...openTo(mayReport),
  summary:
    'The cleaner cannot come from now on: sets time off and tells the office. A repeat changes nothing.',
  body: z.strictObject({
    /** The last day; today if it is missing. */
    until: day.optional(),
    reason: z.enum(ABSENCE_REASONS).default('sick'),
  }),
  reply: ownAbsence,
  status: 201,
  errors: pick(absenceErrors, 'already_absent'),
  idempotent: true,
});

export const withdrawAbsence = defineCall({
  method: 'POST',
  path: '/absences/withdraw',
  ...openTo(mayReport),
  summary: 'The cleaner can come after all: removes the time off, until the office has acted.',
  body: z.strictObject({}),
  reply: ownAbsence,
  errors: pick(absenceErrors, 'absence_covered'),
  idempotent: true,
});
