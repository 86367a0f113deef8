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
import { flag, id, idParams, listQuery, listReply, mobile } from '#platform/contract/schemas.ts';
import { serverOwned, trashCalls } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { cleanerItem, cleanerReply, fields, GENDERS, publicCleaner } from './cleaner-shapes.ts';

import * as policy from './rules/policy.ts';

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
  ...openTo(policy.seeCleanerCard),
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
  ...openTo(policy.changeCleaner),
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
  action: policy.trashCleaner,
  reply: cleanerReply,
  errors: pick(errors, 'has_jobs'),
});

const regionsOfCleaner = z.object({ cleanerID: id, regionIDs: z.array(id) });

export const listCleanerRegions = defineCall({
  method: 'GET',
  path: '/cleaner_regions',
  ...openTo(policy.seeCleaner),
  summary: 'Where cleaners work; no regions means everywhere',
  query: z.object({ cleanerID: id.optional() }),
  reply: z.array(regionsOfCleaner),
});

export const setCleanerRegions = defineCall({
  method: 'POST',
  path: '/cleaner_regions',
  ...openTo(policy.changeCleaner),
  summary: 'Replaces the regions of a cleaner',
  body: z.strictObject({ cleanerID: id, regionIDs: z.array(id).max(50) }),
  reply: regionsOfCleaner,
  status: 201,
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
  ...openTo(policy.changeCleaner),
  summary: 'Sends a code to the new number',
  body: z.strictObject({ mobile, cleanerID: id }),
  reply: codeReply,
  errors: pick(errors, 'mobile_in_use'),
});

export const verifyNewMobile = defineCall({
  method: 'POST',
  path: '/cleaners/verify-new-mobile',
  ...openTo(policy.changeCleaner),
  summary: 'Moves the cleaner to the new number; other sessions end, the old number is told',
  body: z.strictObject({
    otp: z.union([z.string().trim().min(1).max(30), z.int()]).transform(String),
    cleanerID: id,
  }),
  reply: z.object({ id, mobile: z.string() }),
  errors: { ...pick(errors, 'mobile_in_use'), ...pick(accountErrors, 'otp_wrong', 'otp_expired') },
});
