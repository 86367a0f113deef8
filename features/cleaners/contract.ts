import { z } from 'zod';
import {
  accountErrors,
  codeReply,
  codeRequestBody,
  sessionReply,
  verifyBody,
  verifyErrors,
} from '#features/accounts/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, flag, id, idParams, listQuery, listReply, mobile } from '#platform/contract/schemas.ts';
import { serverOwned, trashCalls } from '#platform/contract/trash.ts';
import {
  cleanerItem,
  cleanerReply,
  fields,
  GENDERS,
  publicCleaner,
  timeOffFields,
  unavailableDate,
} from './cleaner-shapes.ts';

export const errors = defineErrors({
  has_jobs: {
    status: 409,
    title: 'Booked jobs in the way',
    detail: 'This cleaner has booked jobs. Give them to someone else first.',
  },
  breaks_jobs: {
    status: 409,
    title: 'Booked jobs in the way',
    detail: 'Booked jobs fall into this time. Save it anyway, or move the jobs first.',
  },
  mobile_in_use: {
    status: 409,
    title: 'Mobile in use',
    detail: 'Another cleaner has this mobile number. Look in the trash too.',
  },
});

/** A booked job that is in the way, in `jobs` of has_jobs and breaks_jobs. */
export const jobInTheWay = z.object({
  jobID: id,
  startTime: z.string(),
  endTime: z.string(),
  postal: z.string(),
});

export const SORTABLE = ['firstname', 'lastname', 'gender', 'postal', 'createdAt'] as const;

export const listCleaners = defineCall({
  method: 'GET',
  path: '/cleaners',
  who: ['admin'],
  summary: 'Lists cleaners; `download=1` as CSV',
  query: listQuery(SORTABLE, { gender: z.enum(GENDERS).optional(), regionID: id.optional() }),
  reply: listReply(cleanerItem),
  streamed: true,
});

export const getCleaner = defineCall({
  method: 'GET',
  path: '/cleaners/:id',
  who: ['admin', 'cleaner', 'customer'],
  summary: 'One cleaner: whole for the office and the cleaner, public fields for customers',
  params: idParams,
  reply: z.union([cleanerReply, publicCleaner]),
});

export const createBody = z.strictObject(fields).partial().required({ firstname: true, mobile: true });

export const createCleaner = defineCall({
  method: 'POST',
  path: '/cleaners',
  who: ['admin'],
  summary: 'Adds a cleaner',
  body: createBody,
  ignored: serverOwned,
  reply: cleanerReply,
  status: 201,
  errors: pick(errors, 'mobile_in_use'),
});

export const updateBody = z
  .strictObject({
    ...fields,
    /** Saves hours and time off although booked jobs fall into them. */
    acknowledge: flag,
  })
  .partial();

/** What a cleaner changes alone; the rest of the body is the office's and is ignored from a cleaner. */
export const OWN_FIELDS = [
  'salutation',
  'firstname',
  'lastname',
  'profilePhoto',
  'email',
  'languages',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'country',
  'postal',
  'latitude',
  'longitude',
  'regionIDs',
] as const;

export const updateCleaner = defineCall({
  method: 'POST',
  path: '/cleaners/:id/update',
  who: ['admin', 'cleaner'],
  summary: 'Changes the fields sent; from a cleaner only own profile fields count',
  params: idParams,
  body: updateBody,
  ignored: serverOwned,
  reply: cleanerReply,
  errors: pick(errors, 'mobile_in_use', 'breaks_jobs'),
});

export const { trash: trashCleaner, untrash: untrashCleaner } = trashCalls({
  path: '/cleaners',
  thing: 'a cleaner',
  who: ['admin'],
  reply: cleanerReply,
  errors: pick(errors, 'has_jobs'),
});

export const addTimeOff = defineCall({
  method: 'POST',
  path: '/cleaners/:id/time-off',
  who: ['admin'],
  summary: 'Adds one time off and leaves the others',
  params: idParams,
  body: z.strictObject({ ...timeOffFields, acknowledge: flag.optional() }),
  reply: unavailableDate,
  status: 201,
  errors: pick(errors, 'breaks_jobs'),
});

export const removeTimeOff = defineCall({
  method: 'POST',
  path: '/cleaners/:id/time-off/:timeOffID/remove',
  who: ['admin'],
  summary: 'Removes one time off; the time is free again',
  params: z.strictObject({ id, timeOffID: id }),
  reply: unavailableDate,
});

const regionsOfCleaner = z.object({ cleanerID: id, regionIDs: z.array(id) });

export const listCleanerRegions = defineCall({
  method: 'GET',
  path: '/cleaner_regions',
  who: ['admin', 'cleaner'],
  summary: 'Where cleaners work; no regions means everywhere',
  query: z.object({ cleanerID: id.optional() }),
  reply: z.array(regionsOfCleaner),
});

export const setCleanerRegions = defineCall({
  method: 'POST',
  path: '/cleaner_regions',
  who: ['admin', 'cleaner'],
  summary: 'Replaces the regions of a cleaner',
  body: z.strictObject({ cleanerID: id, regionIDs: z.array(id).max(50) }),
  reply: regionsOfCleaner,
  status: 201,
});

export const unavailablePeriod = unavailableDate.extend({
  cleanerID: id,
  kind: z.enum(['time-off', 'block', 'job']),
});

export const listUnavailableDates = defineCall({
  method: 'GET',
  path: '/cleaners/list-unavailable-date',
  aliases: ['/list-unavailable-date'],
  who: ['admin', 'cleaner', 'customer'],
  summary:
    'What takes cleaners’ time; customers get the days nobody can serve. Today and 62 days on unless said',
  query: z.object({ cleanerID: id.optional(), from_date: day.optional(), to_date: day.optional() }),
  reply: z.union([z.array(unavailablePeriod), z.strictObject({ dates: z.array(day) })]),
});

export const unavailableReason = z.enum(['holiday', 'full', 'time-off', 'not-working']);

export const listUnavailableByMonth = defineCall({
  method: 'GET',
  path: '/cleaners/list-unavailable-date-by-month',
  aliases: ['/list-unavailable-date-by-month'],
  who: ['admin', 'cleaner', 'customer'],
  summary: 'Days of a month that cannot be served, each with its reason',
  query: z.object({
    month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Give the month as YYYY-MM.' }),
    cleanerID: id.optional(),
  }),
  reply: z.record(day, unavailableReason),
});

export const signInCleaner = defineCall({
  method: 'POST',
  path: '/cleaners/signin',
  who: ['anyone'],
  summary: 'Sends a sign-in code; an unknown mobile gets the same reply and no message',
  body: codeRequestBody,
  reply: codeReply,
});

export const verifyCleaner = defineCall({
  method: 'POST',
  path: '/cleaners/verify',
  who: ['anyone'],
  summary: 'Signs a cleaner in with the code',
  body: verifyBody,
  reply: sessionReply,
  errors: verifyErrors,
});

export const changeMobile = defineCall({
  method: 'POST',
  path: '/cleaners/change-mobile',
  who: ['admin', 'cleaner'],
  summary: 'Sends a code to the new number',
  body: z.strictObject({ mobile, cleanerID: id }),
  reply: codeReply,
  errors: pick(errors, 'mobile_in_use'),
});

export const verifyNewMobile = defineCall({
  method: 'POST',
  path: '/cleaners/verify-new-mobile',
  who: ['admin', 'cleaner'],
  summary: 'Moves the cleaner to the new number; other sessions end, the old number is told',
  body: z.strictObject({
    otp: z.union([z.string().trim().min(1).max(30), z.int()]).transform(String),
    cleanerID: id,
  }),
  reply: z.object({ id, mobile: z.string() }),
  errors: { ...pick(errors, 'mobile_in_use'), ...pick(accountErrors, 'otp_wrong', 'otp_expired') },
});
