import { z } from 'zod';
import { freshCode, freshCodeErrors } from '#features/people/accounts/contract/fresh-code.ts';
import {
  accountErrors,
  codeReply,
  codeRequestBody,
  sessionReply,
  verifyBody,
  verifyErrors,
} from '#features/people/accounts/contract.ts';
import { readCode } from '#features/people/accounts/rules/codes.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { flag, id, idParams, mobile } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import {
  cleanerItem,
  cleanerReply,
  fields,
  GENDERS,
  profileFields,
  publicCleaner,
} from './cleaner-shapes.ts';

import * as policy from './rules/policy.ts';

export const errors = defineErrors({
  has_jobs: {
    status: 409,
    title: 'This cleaner has booked jobs',
    detail: 'This cleaner has booked jobs. Assign the jobs to someone else first.',
  },
  breaks_jobs: {
    status: 409,
    title: 'Booked jobs at this time',
    detail: 'Booked jobs fall within this time. Save it anyway, or move the jobs first.',
  },
  mobile_in_use: {
    status: 409,
    title: 'Number in use',
    detail: 'Another cleaner has this mobile number. Check the trash too.',
  },
});

/** A booked job that conflicts, in `jobs` of has_jobs and breaks_jobs. */
export const conflictingJob = z.object({
  jobID: id,
  startTime: z.string(),
  endTime: z.string(),
  postal: z.string(),
});

export const createBody = z.strictObject({ ...z.object(fields).partial().shape, ...profileFields.draft });

export const updateBody = z
  .strictObject({
    ...fields,
    /** Saves hours and time off despite conflicts with booked jobs. */
    acknowledge: flag,
  })
  .partial();

/**
 * The fields that cleaners may change themselves; the others are for the office, and ignored from a cleaner.
 */
export const OWN_FIELDS: readonly string[] = [
  ...profileFields.names.filter((name) => !('officeOnly' in profileFields.table[name])),
  'regionIDs',
];

const calls = recordCalls({
  path: routes.CLEANERS,
  one: 'a cleaner',
  many: 'cleaners',
  see: policy.listCleaners,
  change: policy.manageCleaners,
  item: cleanerItem,
  whole: cleanerReply,
  create: createBody,
  update: updateBody,
  sortable: [
    'firstname',
    'fullname',
    'lastname',
    'mobile',
    'gender',
    'languages',
    'regions',
    'email',
    'postal',
    'createdAt',
  ],
  filters: { gender: z.enum(GENDERS).optional(), regionID: id.optional() },
  errors: {
    create: pick(errors, 'mobile_in_use'),
    update: pick(errors, 'mobile_in_use', 'breaks_jobs'),
    trash: pick(errors, 'has_jobs'),
  },
});

/** The whole record for the office and the cleaner; customers see the public card. */
const getCleanerCall = defineCall({
  ...calls.get,
  ...openTo(policy.seeCleanerCard),
  reply: z.union([cleanerReply, publicCleaner]),
});
/** Cleaners change their own profile; fields for the office are ignored from them. */
const updateCleanerCall = defineCall({ ...calls.update, ...openTo(policy.changeCleaner) });

export const cleaners = { ...calls, get: getCleanerCall, update: updateCleanerCall };
export const {
  list: listCleaners,
  get: getCleaner,
  create: createCleaner,
  update: updateCleaner,
  trash: trashCleaner,
  untrash: untrashCleaner,
} = cleaners;

const regionsOfCleaner = z.object({ cleanerID: id, regionIDs: z.array(id) });

export const inviteCleaner = defineCall({
  method: 'POST',
  path: '/cleaners/:id/invite',
  ...openTo(policy.manageCleaners),
  summary: 'Sends a cleaner an SMS that they can sign in; not a second time within five minutes.',
  params: idParams,
  reply: cleanerReply,
  errors: {},
  idempotent: true,
});

export const listCleanerRegions = defineCall({
  method: 'GET',
  path: '/cleaner_regions',
  ...openTo(policy.seeCleaner),
  summary: 'Regions in which cleaners work; none means everywhere',
  query: z.strictObject({ cleanerID: id.optional() }),
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
  ...routes.signInCleaner,
  who: ['anyone'],
  signsIn: true,
  summary: 'Sends a sign-in code; an unknown mobile gets the same reply and no message',
  body: codeRequestBody,
  reply: codeReply,
});

export const verifyCleaner = defineCall({
  ...routes.verifyCleaner,
  who: ['anyone'],
  signsIn: true,
  summary: 'Signs a cleaner in with the code',
  body: verifyBody,
  reply: sessionReply,
  errors: verifyErrors,
});

export const changeMobile = defineCall({
  method: 'POST',
  path: '/cleaners/change-mobile',
  ...openTo(policy.changeCleaner),
  summary:
    'Sends a code to the new number. A cleaner who has not signed in within two hours sends a code for the old one as `otp`.',
  unaudited: 'Sends a code; nothing changes until it is confirmed.',
  body: z.strictObject({ mobile, cleanerID: id, otp: freshCode.optional() }),
  reply: codeReply,
  errors: { ...pick(errors, 'mobile_in_use'), ...freshCodeErrors },
});

export const verifyNewMobile = defineCall({
  method: 'POST',
  path: '/cleaners/verify-new-mobile',
  ...openTo(policy.changeCleaner),
  summary: 'Moves the cleaner to the new number; other sessions end, the old number gets an SMS',
  body: z.strictObject({
    otp: z.union([z.string().trim().min(1).max(30), z.int()]).transform(readCode),
    cleanerID: id,
  }),
  reply: z.object({ id, mobile: z.string() }),
  errors: { ...pick(errors, 'mobile_in_use'), ...pick(accountErrors, 'otp_wrong', 'otp_expired') },
});
