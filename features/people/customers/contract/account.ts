/** Routes for a customer's own account: new number, data export, closing. */

import { z } from 'zod';
import { freshCode, freshCodeErrors } from '#features/people/accounts/contract/fresh-code.ts';
import { accountErrors, codeReply } from '#features/people/accounts/contract.ts';
import { readCode } from '#features/people/accounts/rules/codes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { fileReply } from '#platform/contract/file.ts';
import { id, idParams, mobile, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { customerErrors } from '../contract.ts';
import * as policy from '../rules/policy.ts';

export const changeMobile = defineCall({
  method: 'POST',
  path: '/customers/change-mobile',
  ...openTo(policy.changeOwnMobile),
  summary:
    'Sends a code to the new number. A customer who has not signed in within two hours sends a code for the old one as `otp`.',
  body: z.strictObject({ mobile, customerID: id.optional(), otp: freshCode.optional() }),
  reply: codeReply,
  errors: { ...pick(customerErrors, 'mobile_in_use'), ...freshCodeErrors },
});

export const verifyNewMobile = defineCall({
  method: 'POST',
  path: '/customers/verify-new-mobile',
  ...openTo(policy.changeOwnMobile),
  summary: 'Moves the customer to the new number; other sessions end, the old number gets an SMS.',
  body: z.strictObject({
    otp: z.union([z.string().trim().min(1).max(30), z.int()]).transform(readCode),
    customerID: id.optional(),
  }),
  reply: z.strictObject({ id, mobile: z.string() }),
  errors: {
    ...pick(customerErrors, 'mobile_in_use', 'email_in_use'),
    ...pick(accountErrors, 'otp_wrong', 'otp_expired'),
  },
});

export const exportPersonalData = defineCall({
  method: 'POST',
  path: '/customers/:id/personal-data',
  ...openTo(policy.takePersonalData),
  summary:
    'All data about a customer as one JSON file. The customer must have signed in within two hours or send a new code as `otp`.',
  params: idParams,
  body: z.strictObject({ otp: freshCode.optional() }),
  produces: 'application/json',
  reply: fileReply,
  errors: freshCodeErrors,
});

const openMatter = z.strictObject({
  /** `visit`, `hold` (an unpaid booking), `gift` or `payment`. */
  kind: z.string(),
  id,
  /** When it takes place, or expires. */
  at: wireMoment,
});

export const previewClosing = defineCall({
  method: 'GET',
  path: '/customers/:id/closing',
  ...openTo(policy.closeAccount),
  summary: 'What has to end before the account can be closed, and the hours that would be lost.',
  params: idParams,
  reply: z.strictObject({ matters: z.array(openMatter), hoursLeft: z.number() }),
});

export const closeAccount = defineCall({
  method: 'POST',
  path: '/customers/:id/close',
  ...openTo(policy.closeAccount),
  summary:
    'Closes the own account permanently: ends all sessions, removes name, number and addresses. Remaining hours are given up by sending their number as `forfeitHours`.',
  params: idParams,
  body: z.strictObject({ otp: freshCode.optional(), forfeitHours: z.number().min(0).optional() }),
  reply: z.strictObject({ closed: z.literal(true) }),
  errors: { ...pick(customerErrors, 'account_has_open', 'hours_left'), ...freshCodeErrors },
});
