/** Routes around a visit's clock: setting out, the visit record, photos before and after. */

import { z } from 'zod';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { seeJob } from '#features/work/jobs/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { id, idParams, line, moment, paragraph, required, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { MAX_PHOTOS } from '../rules/photos.ts';
import * as policy from '../rules/policy.ts';

const errors = defineErrors({
  hours_changed: {
    status: 409,
    title: 'Changed by someone else',
    detail: 'Someone else has changed these hours since you opened them. Look at theirs, then save again.',
  },
  too_early_to_leave: {
    status: 409,
    title: 'Too early',
    detail: 'You can say that you are on the way from 3 hours before the visit.',
  },
  too_many_photos: {
    status: 409,
    title: 'Enough photos',
    detail: `A visit has at most ${MAX_PHOTOS} photos. Remove one first.`,
  },
  too_late_for_photos: {
    status: 409,
    title: 'Too late for photos',
    detail: 'Photos can be added until a week after the visit. Contact the office.',
  },
  too_late_to_remove: {
    status: 409,
    title: 'Too late to remove this photo',
    detail: 'A photo can be removed on the day it was taken. Contact the office.',
  },
});

/**
 * Where the phone was: at the home, elsewhere, or unknown. `unplaced`: the phone's position is known, but only the
 * district of the home.
 */
export const locationVerdict = z.enum(['inside', 'outside', 'unplaced', 'none']);

const clockStamp = z.object({
  /** When it happened, and when the server received it. */
  at: wireMoment,
  receivedAt: wireMoment,
  /** For the office, and for the cleaner whose phone it was. */
  location: locationVerdict.optional(),
  /** Metres from the home, if both positions are known. */
  metres: z.int().nullable().optional(),
});
export type ClockStamp = z.output<typeof clockStamp>;

export const photoKind = z.enum(['before', 'after']);

export const visitPhoto = z.object({
  id,
  kind: photoKind,
  /** A signed URL that works without a session: for one to two hours, for a cleaner until the end of the next day. */
  url: z.string(),
  takenAt: wireMoment,
  cleanerID: id,
  /** Whether the actor may remove it now. */
  removable: z.boolean(),
});
export type VisitPhoto = z.output<typeof visitPhoto>;

const visitRecord = z.object({
  id,
  /** The office's phone number; empty if none is set. */
  officePhone: z.string(),
  crew: z.array(
    z.object({
      id,
      firstname: z.string(),
      onTheWayAt: wireMoment.nullable(),
      start: clockStamp.nullable(),
      finish: clockStamp.nullable(),
      /** Office only: when someone else took their place, and who has set the times by hand. */
      replacedAt: wireMoment.nullable().optional(),
      correction: z.object({ by: z.string(), at: wireMoment, reason: z.string() }).nullable().optional(),
      /** Office only: another text after each change of the times. */
      version: z.string().optional(),
    }),
  ),
  photos: z.array(visitPhoto),
});
export type VisitRecord = z.output<typeof visitRecord>;

export const getVisitRecord = defineCall({
  method: 'GET',
  path: '/jobs/:id/visit-record',
  ...openTo(seeJob),
  summary: 'The record of a visit: who set out, arrived and left, from where, and the photos.',
  params: idParams,
  reply: visitRecord,
});

export const correctHours = defineCall({
  method: 'POST',
  path: '/jobs/:id/hours',
  ...openTo(policy.clockForOthers),
  summary:
    'Sets both clock times of a crew member, until the month’s pay is approved; also of a cancelled visit, or of a cleaner who was replaced.',
  params: idParams,
  body: z.strictObject({
    cleanerID: id,
    /** Null: they did not clock in, or are still at work. The same time twice: they did not work. */
    startedAt: moment.nullable(),
    finishedAt: moment.nullable(),
    reason: required(300),
    /** Of the times that were read. If they have changed since: 409, with the crew member as `current`. */
    version: line(120).optional(),
  }),
  reply: visitRecord,
  errors: {
    ...pick(jobErrors, 'not_paid', 'not_changeable', 'month_approved'),
    ...pick(errors, 'hours_changed'),
  },
  idempotent: true,
});

export const REFUSABLE_ACTS = ['start', 'finish', 'tick', 'comment', 'photo'] as const;

export const reportRefused = defineCall({
  method: 'POST',
  path: '/jobs/:id/refused-actions',
  ...openTo(policy.reportRefused),
  summary: "A cleaner's phone reports what the server refused, for the office to see to.",
  params: idParams,
  body: z.strictObject({
    act: z.enum(REFUSABLE_ACTS),
    at: moment,
    /** Of the refusal. */
    code: required(60),
    /** The text of a note that was not saved. */
    note: paragraph(1000).default(''),
  }),
  reply: z.strictObject({ received: z.literal(true) }),
  idempotent: true,
});

export const resolveRefused = defineCall({
  method: 'POST',
  path: '/jobs/:id/refused-actions/resolve',
  ...openTo(policy.clockForOthers),
  summary: "The office has seen to what a cleaner's phone could not save.",
  params: idParams,
  body: z.strictObject({ cleanerID: id }),
  reply: z.strictObject({ resolved: z.int() }),
  errors: pick(jobErrors, 'not_changeable'),
  idempotent: true,
});

export const onTheWay = defineCall({
  method: 'POST',
  path: '/jobs/:id/on-the-way',
  ...openTo(policy.setOut),
  summary: 'A crew member sets out. The first request counts; repeating it changes nothing.',
  params: idParams,
  body: z.strictObject({ at: moment.optional() }),
  reply: visitRecord,
  errors: { ...pick(jobErrors, 'not_paid', 'not_changeable'), ...pick(errors, 'too_early_to_leave') },
  idempotent: true,
});

export const addVisitPhoto = defineCall({
  method: 'POST',
  path: '/jobs/:id/photos',
  ...openTo(policy.addPhoto),
  summary: 'Adds an uploaded photo to a visit. Idempotent by `photoID`.',
  params: idParams,
  body: z.strictObject({
    /** Generated on the phone. */
    photoID: id,
    kind: photoKind,
    /** The URL of one's own upload. */
    url: required(200),
    /** When it was taken. */
    at: moment.optional(),
  }),
  reply: visitRecord,
  status: 201,
  errors: {
    ...pick(jobErrors, 'not_paid', 'not_changeable', 'too_early_to_start'),
    ...pick(errors, 'too_many_photos', 'too_late_for_photos'),
  },
  idempotent: true,
});

export const removeVisitPhoto = defineCall({
  method: 'POST',
  path: '/jobs/:id/photos/remove',
  ...openTo(policy.removePhoto),
  summary: 'Removes a photo: its cleaner on the same day, the office at any time.',
  params: idParams,
  body: z.strictObject({ photoID: id, at: moment.optional() }),
  reply: visitRecord,
  errors: pick(errors, 'too_late_to_remove'),
  idempotent: true,
});
