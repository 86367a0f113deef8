/** Visits of cleaners who cannot come: what to do about each, all done at once, and undone within a minute. */

import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { overrideReason } from '#features/work/jobs/contract/shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { flag, id, idParams, line, moment, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { absence, absenceErrors } from './contract/absences.ts';
import { chooseByLink, coverVisits } from './rules/policy.ts';

export const coverErrors = defineErrors({
  too_late_to_undo: {
    status: 409,
    title: 'Too late to undo',
    detail: 'Customers have been told by now. Change the visits one by one.',
  },
  choice_closed: {
    status: 409,
    title: 'This choice is closed',
    detail: 'The visit has changed since we asked you. Contact us, and we will help.',
  },
  bad_choice_link: {
    status: 404,
    title: 'This link does not work',
    detail: 'Open the link from our message again, or contact us.',
  },
});

/** What happens to a visit. */
export const coverChoice = z.discriminatedUnion('kind', [
  /** At the same time, with this cleaner instead. */
  z.strictObject({
    kind: z.literal('replace'),
    cleanerID: id,
    /** Why they come although they do not match what the home needs; required for such an option. */
    overrideReason: overrideReason.optional(),
  }),
  /** At the same time, with a cleaner whose own visit at that time goes to another one. */
  z.strictObject({ kind: z.literal('swap'), cleanerID: id, otherJobID: id, otherCleanerID: id }),
  /** With the same crew at another time. */
  z.strictObject({ kind: z.literal('move'), startTime: moment }),
  /** The customer is sent a link to choose another time or a full refund. */
  z.strictObject({ kind: z.literal('ask') }),
  /** With a full refund. */
  z.strictObject({ kind: z.literal('cancel') }),
]);
export type CoverChoice = z.output<typeof coverChoice>;

const person = z.strictObject({ id, firstname: z.string(), fullname: z.string() });

const coverOption = z.strictObject({
  choice: coverChoice,
  /** What happens: `Mei Ling Lim`, `Thu 26 Nov, 2:00 pm`. */
  title: z.string(),
  /** Why: `Was there 3 times`, `4 km away`. */
  reasons: z.array(z.string()),
  /** The cleaner is free, but no match: only with an `overrideReason`. */
  needsReason: z.boolean(),
  /** The message to the customer as they will read it; empty if none is sent. */
  message: z.string(),
});
export type CoverOption = z.output<typeof coverOption>;

const visitToCover = z.strictObject({
  jobID: id,
  number: z.int(),
  startTime: wireMoment,
  endTime: wireMoment,
  customer: z.strictObject({ id, fullname: z.string(), mobile: z.string() }),
  area: z.string(),
  /** Those of the crew who cannot come. */
  away: z.array(person),
  /** The rest of the crew. */
  crew: z.array(person),
  /** Begins within the hour: the customer should be called. */
  isSoon: z.boolean(),
  /** Best first; the last two are always to ask and to cancel. */
  options: z.array(coverOption),
});
export type VisitToCover = z.output<typeof visitToCover>;

/** Visits after a period. */
const later = z.strictObject({
  visits: z.int(),
  /** The start of the first one. */
  from: wireMoment,
});

const coverPlan = z.strictObject({
  /** Who cannot come; empty: nobody can. */
  cleaners: z.array(person),
  /** Those that begin within the hour first, then by time. */
  visits: z.array(visitToCover),
  /** Further visits in the period: they are planned once these are covered. */
  more: z.int(),
  /** Visits of these cleaners after the period; null if there are none. */
  later: later.nullable(),
  /** What a single cleaner has reported in their app, and the office has done nothing about yet. */
  absence: absence.nullable(),
});
export type CoverPlan = z.output<typeof coverPlan>;

const MAX_CLEANERS = 200;
const cleanerIDs = z.array(id).max(MAX_CLEANERS, { error: `Choose at most ${MAX_CLEANERS} cleaners.` });

/** Of a query: ids, separated by commas. */
const listOfIDs = (most: number) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(most, { error: `Choose at most ${most}.` }))
    .optional();

export const planCover = defineCall({
  method: 'GET',
  path: '/cover/plan',
  ...openTo(coverVisits),
  summary: 'What can be done about each visit of cleaners who cannot come between two times, best first.',
  query: z.strictObject({
    /** Without them, nobody can come, as on a holiday. */
    cleanerIDs: listOfIDs(MAX_CLEANERS),
    from: moment,
    until: moment,
    /** Only these visits. */
    jobIDs: listOfIDs(100),
    /** They do not come back: no other times with them are offered. */
    leaves: flag.optional(),
  }),
  reply: coverPlan,
});

const coverState = z.enum(['open', 'waiting', 'done', 'failed', 'undone']);

const cover = z.strictObject({
  id,
  /** Null if several cleaners could not come. */
  cleanerID: id.nullable(),
  createdAt: wireMoment,
  undoUntil: wireMoment,
  undoneAt: wireMoment.nullable(),
  visits: z.array(
    z.strictObject({
      jobID: id,
      choice: coverChoice,
      /** waiting: done once it can no longer be undone, or once the customer has chosen. */
      state: coverState,
      /** Why it failed, or what the customer chose. */
      detail: z.string(),
    }),
  ),
});
export type Cover = z.output<typeof cover>;

export const startCover = defineCall({
  method: 'POST',
  path: '/cover',
  ...openTo(coverVisits),
  summary:
    'Sets time off for a cleaner who cannot come, and handles each of their visits as chosen. A visit whose time has been taken since fails on its own.',
  body: z.strictObject({
    /** Empty: nobody can come. */
    cleanerIDs,
    from: moment,
    until: moment,
    /** Of the time off of a single cleaner; without it, none is set. */
    timeOff: line(200).optional(),
    /** They do not come back: customers who are asked are offered no other times. */
    leaves: flag.optional(),
    /** The cleaner's report to which this responds: refused if they have taken it back. */
    absenceID: id.optional(),
    visits: z
      .array(z.strictObject({ jobID: id, choice: coverChoice }))
      .max(100, { error: 'Cover at most 100 visits at once.' }),
  }),
  reply: cover,
  status: 201,
  errors: pick(absenceErrors, 'absence_withdrawn'),
  idempotent: true,
  resumes: true,
});

export const readCover = defineCall({
  method: 'GET',
  path: '/cover/:id',
  ...openTo(coverVisits),
  summary: 'What has become of the visits of a cleaner who could not come.',
  params: idParams,
  reply: cover,
});

export const undoCover = defineCall({
  method: 'POST',
  path: '/cover/:id/undo',
  ...openTo(coverVisits),
  summary: 'Within a minute: puts back crews and times, removes the time off, and sends nobody a message.',
  params: idParams,
  body: z.strictObject({}),
  reply: cover,
  errors: pick(coverErrors, 'too_late_to_undo'),
  idempotent: true,
  resumes: true,
});

/** In the body and not in the address, so that no log contains it. */
const token = z.string().max(200);

const visitChoice = z.strictObject({
  startTime: wireMoment,
  endTime: wireMoment,
  label: z.string(),
  /** Other times, all free when they were offered. */
  times: z.array(wireMoment),
  /** `cancel`, or the start time that was chosen; null until then. */
  chosen: z.string().nullable(),
  /** Why nothing can be chosen any more: somebody comes after all, the visit has been changed, or it has begun. */
  closed: z.enum(['covered', 'changed', 'begun']).nullable(),
});
export type VisitChoice = z.output<typeof visitChoice>;

export const readVisitChoice = defineCall({
  ...routes.readVisitChoice,
  ...openTo(chooseByLink),
  summary: 'Reads what a customer can choose for a visit that nobody can do at its time.',
  body: z.strictObject({ token }),
  reply: visitChoice,
  errors: pick(coverErrors, 'bad_choice_link'),
});

export const chooseForVisit = defineCall({
  ...routes.chooseForVisit,
  ...openTo(chooseByLink),
  summary: 'Moves the visit to one of the times that were offered, or cancels it with a full refund.',
  body: z.strictObject({ token, choice: z.union([z.literal('cancel'), moment]) }),
  reply: visitChoice,
  errors: { ...pick(coverErrors, 'bad_choice_link', 'choice_closed'), ...pick(jobErrors, 'slot_taken') },
});
