import { z } from 'zod';
import { freshCode, freshCodeErrors } from '#features/people/accounts/contract/fresh-code.ts';
import { codeReply, sessionReply } from '#features/people/accounts/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { FACEBOOK_NAMES } from '#platform/contract/ignored.ts';
import { flag, idParams, mobile } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { customerErrors } from '../contract.ts';
import { customerReply } from '../customer-shapes.ts';
import { changeCustomer } from '../rules/policy.ts';

/** What the browser asks Facebook for a token with. */
export const getFacebookConfig = defineCall({
  method: 'GET',
  path: '/customers/fb-config',
  who: ['anyone'],
  summary: 'The Facebook app that customers sign in with; null where they cannot.',
  reply: z.strictObject({ appID: z.string().nullable() }),
});

/** Facebook vouches for somebody whom no customer has linked: one more step. SPEC.md 4 tells it by `status`. */
const oneMoreStep = z.strictObject({
  status: z.literal(200),
  idfb: z.string(),
  fullname: z.string(),
  email: z.string(),
  /** For a client without cookies, to go on with. */
  linkToken: z.string(),
});

export const signInWithFacebook = defineCall({
  method: 'POST',
  path: '/customers/fb-login',
  who: ['anyone'],
  summary:
    "Sign in with Facebook's token, which Facebook itself is asked about. An account that nobody has linked answers `status: 200` and signs nobody in.",
  body: z.strictObject({
    accessToken: z.string().min(1).max(2000),
    userID: z.string().min(1).max(50),
    staySignedIn: flag.optional(),
  }),
  ignored: FACEBOOK_NAMES,
  reply: z.union([sessionReply, oneMoreStep]),
  errors: {
    ...pick(customerErrors, 'facebook_off', 'facebook_refused', 'facebook_unreachable', 'account_closed'),
  },
});

export const requestLinkCode = defineCall({
  method: 'POST',
  path: '/customers/signinfb',
  who: ['anyone'],
  summary:
    'After fb-login, the further step: send a code to a mobile; POST /customers/verify with it links the Facebook account. A client without cookies sends `linkToken` along, here and there.',
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
    'Facebook no longer signs this customer in. A customer signed in by code within 10 minutes or sends a new one as `otp`.',
  params: idParams,
  body: z.strictObject({ otp: freshCode.optional() }),
  reply: customerReply,
  errors: freshCodeErrors,
});
