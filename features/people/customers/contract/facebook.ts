import { z } from 'zod';
import { freshCode, freshCodeErrors } from '#features/people/accounts/contract/fresh-code.ts';
import { codeReply, sessionReply } from '#features/people/accounts/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { FACEBOOK_NAMES } from '#platform/contract/ignored.ts';
import { flag, idParams, mobile } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { customerErrors } from '../contract.ts';
import { customerReply } from '../customer-shapes.ts';
import { changeCustomer } from '../rules/policy.ts';

/** What the browser needs to request a token from Facebook. */
export const getFacebookConfig = defineCall({
  ...routes.getFacebookConfig,
  who: ['anyone'],
  summary: 'The Facebook app for customer sign-in; null if none is configured.',
  reply: z.strictObject({ appID: z.string().nullable() }),
});

/**
 * A Facebook account that is not linked to a customer: another step is required. `status` tells it apart from a session
 * reply, which has no such field.
 */
const linkRequiredReply = z.strictObject({
  status: z.literal(200),
  idfb: z.string(),
  fullname: z.string(),
  email: z.string(),
  /** Lets a client without cookies continue. */
  linkToken: z.string(),
});

export const signInWithFacebook = defineCall({
  ...routes.signInWithFacebook,
  who: ['anyone'],
  signsIn: true,
  summary:
    "Sign in with Facebook's token, which is verified with Facebook. An unlinked account gets `status: 200` and is not signed in.",
  body: z.strictObject({
    accessToken: z.string().min(1).max(2000),
    userID: z.string().min(1).max(50),
    staySignedIn: flag.optional(),
  }),
  ignored: FACEBOOK_NAMES,
  reply: z.union([sessionReply, linkRequiredReply]),
  errors: {
    ...pick(customerErrors, 'facebook_off', 'facebook_refused', 'facebook_unreachable', 'account_closed'),
  },
});

export const requestLinkCode = defineCall({
  ...routes.requestLinkCode,
  who: ['anyone'],
  signsIn: true,
  summary:
    'The next step after fb-login: send a code to a mobile; POST /customers/verify with it links the Facebook account. A client without cookies sends `linkToken` in both requests.',
  body: z.strictObject({
    mobile,
    idfb: z.string().min(1).max(50),
    linkToken: z.string().max(200).optional(),
  }),
  reply: codeReply,
  errors: pick(customerErrors, 'facebook_off', 'facebook_proof_needed'),
});

export const unlinkFacebook = defineCall({
  method: 'POST',
  path: '/customers/:id/unlink-facebook',
  ...openTo(changeCustomer),
  summary:
    'Unlinks Facebook from this customer. A customer must have signed in by code within two hours or send a new one as `otp`.',
  params: idParams,
  body: z.strictObject({ otp: freshCode.optional() }),
  reply: customerReply,
  errors: freshCodeErrors,
});
