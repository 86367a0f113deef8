import { z } from 'zod';
import { freshCode, freshCodeErrors } from '#features/people/accounts/contract/fresh-code.ts';
import {
  codeReply,
  codeRequestBody,
  sessionFields,
  sessionReply,
  verifyBody,
  verifyErrors,
} from '#features/people/accounts/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { CUSTOMER_ROW_NAMES } from '#platform/contract/ignored.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { email, flag, id, idParams, line, listReply, mobile } from '#platform/contract/schemas.ts';
import { trashCalls, trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import {
  acknowledgeBody,
  addressChangesBody,
  addressReply,
  homeErrors,
  newAddressBody,
} from './address-shapes.ts';
import {
  consentWish,
  creditTiers,
  customerFields,
  customerReply,
  customersQuery,
  newCustomer,
  newPerson,
  personChanges,
  trashErrors,
} from './customer-shapes.ts';
import * as policy from './rules/policy.ts';

export const customerErrors = defineErrors({
  not_registered: {
    status: 404,
    title: 'Not registered yet',
    detail: 'Your number is confirmed. Tell us your name to finish signing up.',
  },
  account_closed: {
    status: 403,
    title: 'Account closed',
    detail: 'This account is closed. Call us and we will sort it out.',
  },
  mobile_in_use: {
    status: 409,
    title: 'Number in use',
    detail: 'This number already has an account. Sign in with it instead.',
  },
  email_in_use: {
    status: 409,
    title: 'E-mail in use',
    detail: 'This e-mail address already has an account. Use another, or sign in to that account.',
  },
  register_token: {
    status: 401,
    title: 'Confirm your number again',
    detail: 'Your code has expired. Ask for a new one and try again.',
  },
  account_has_open: {
    status: 409,
    title: 'Something is still under way',
    detail: 'Your account can be closed once your visits, payments and gifts have ended.',
  },
  hours_left: {
    status: 409,
    title: 'You have hours left',
    detail: 'Use your hours first, or say that you give them up.',
  },
  facebook_off: {
    status: 404,
    title: 'No Facebook here',
    detail: 'Facebook sign-in is not available here. Sign in with your mobile number instead.',
  },
  facebook_refused: {
    status: 401,
    title: 'Facebook could not confirm it is you',
    detail: 'Facebook could not confirm it is you. Try again, or sign in with your mobile number.',
  },
  facebook_unreachable: {
    status: 503,
    title: 'No answer from Facebook',
    detail: 'Facebook is not answering right now. Sign in with your mobile number instead.',
  },
  facebook_proof_needed: {
    status: 401,
    title: 'Continue with Facebook again',
    detail: 'Your Facebook sign-in has timed out. Go back and continue with Facebook again.',
  },
  facebook_in_use: {
    status: 409,
    title: 'Facebook account in use',
    detail:
      'This Facebook account is already linked to another account. Continue with Facebook to use that one.',
  },
});

export const signInCustomer = defineCall({
  ...routes.signInCustomer,
  who: ['anyone'],
  signsIn: true,
  summary: 'Send a sign-in code to a mobile; the reply is the same for known and unknown numbers.',
  body: codeRequestBody,
  reply: codeReply,
});

export const verifyCustomer = defineCall({
  ...routes.verifyCustomer,
  who: ['anyone'],
  signsIn: true,
  summary:
    'Sign in with the code. A right code for an unknown number is answered with not_registered and a registerToken.',
  body: verifyBody.extend({
    /** From fb-login, for a client without cookies that links its Facebook account with this code. */
    linkToken: z.string().max(200).optional(),
  }),
  reply: sessionReply,
  errors: {
    ...verifyErrors,
    ...pick(customerErrors, 'not_registered', 'account_closed', 'facebook_in_use'),
  },
});

export const registerCustomer = defineCall({
  ...routes.registerCustomer,
  who: ['anyone'],
  signsIn: true,
  summary: 'Sign up: signed in at once with a registerToken, otherwise with the code that is sent.',
  body: z.strictObject({
    ...newPerson,
    registerToken: z.string().max(500).optional(),
    /** Consents to news and offers; none by default. */
    consents: consentWish.optional(),
    staySignedIn: flag.optional(),
  }),
  ignored: ['otpVerified', 'idfb'],
  reply: z.union([
    z.strictObject({ ...customerFields, ...sessionFields }),
    z.strictObject({ ...customerFields, ...codeReply.shape }),
  ]),
  errors: pick(customerErrors, 'mobile_in_use', 'email_in_use', 'register_token', 'facebook_in_use'),
});

export const checkStatus = defineCall({
  method: 'GET',
  path: '/customers/checkstatus',
  ...openTo(policy.askStatus),
  summary: 'The status of an account: own when signed in, any for the office; the same for everyone else.',
  query: z.strictObject({ mobile: z.string().max(30).optional(), customerID: id.optional() }),
  reply: z.strictObject({
    otpVerified: z.boolean(),
    trash: trashed,
    hasCard: z.boolean(),
    /** Hours. */
    creditsBalance: z.number(),
    /** Jobs whose slot is held but not paid. */
    pendingJobs: z.int(),
  }),
});

export const getFullname = defineCall({
  method: 'POST',
  path: '/customers/get_fullname',
  ...openTo(policy.askFullname),
  summary: "The owner of an e-mail address, masked: 'Tan W*** L***', or null. Ten requests an hour.",
  body: z.strictObject({ email }),
  reply: z.strictObject({ fullname: z.string().nullable() }),
});

export const listCustomers = defineCall({
  method: 'GET',
  path: '/customers',
  ...openTo(policy.seeCustomers),
  summary:
    'Customers, newest first; `q` is a name, a mobile, an e-mail address or the postal code of a home; `download=1` as CSV.',
  query: customersQuery,
  reply: listReply(customerReply),
  streamed: true,
});

export const getCustomer = defineCall({
  ...routes.getCustomer,
  ...openTo(policy.seeCustomer),
  summary: 'One customer; a customer sees their own record only.',
  params: idParams,
  reply: customerReply,
});

export const createCustomer = defineCall({
  method: 'POST',
  path: '/customers',
  ...openTo(policy.manageCustomers),
  summary: 'Add a customer; they confirm their number when they first sign in.',
  body: z.strictObject({
    ...newCustomer,
    credits: creditTiers.optional(),
    creditsReason: line(200).optional(),
  }),
  reply: customerReply,
  status: 201,
  creates: true,
  errors: pick(customerErrors, 'mobile_in_use', 'email_in_use'),
  idempotent: true,
});

export const updateCustomer = defineCall({
  method: 'POST',
  path: '/customers/:id/update',
  ...openTo(policy.changeCustomer),
  summary:
    'Change names and e-mail. To change the e-mail, a customer must have signed in within two hours or send a new code as `otp`; the new address is `pendingEmail` until its e-mailed link is confirmed. Three new addresses a day.',
  params: idParams,
  body: z.strictObject({
    ...personChanges,
    /** Consents per channel; only customers themselves can give them. */
    consents: consentWish.optional(),
    /** Whether they want review requests and renewal offers; only customers themselves can say so. */
    followUps: flag.optional(),
    otp: freshCode.optional(),
  }),
  changes: getCustomer,
  ignored: CUSTOMER_ROW_NAMES,
  reply: customerReply,
  errors: {
    ...pick(customerErrors, 'mobile_in_use', 'email_in_use'),
    ...freshCodeErrors,
  },
});

export const updateCustomerAsAdmin = defineCall({
  method: 'POST',
  path: '/customers_admin/:id/update',
  ...openTo(policy.manageCustomers),
  summary:
    "The office's edit: also the mobile number, whose change ends the customer's sessions, and hours of credit.",
  params: idParams,
  body: z.strictObject({
    mobile: mobile.optional(),
    ...personChanges,
    /** Sets the hours of these tiers; the others stay. */
    credits: creditTiers.optional(),
    creditsReason: line(200).optional(),
  }),
  changes: getCustomer,
  ignored: CUSTOMER_ROW_NAMES,
  reply: customerReply,
  errors: pick(customerErrors, 'mobile_in_use', 'email_in_use'),
  idempotent: true,
});

const trashing = trashCalls({
  path: '/customers',
  thing: 'a customer',
  along: 'their sessions end at once',
  action: policy.trashCustomer,
  reply: customerReply,
  errors: pick(trashErrors, 'has_visits_ahead'),
  untrashErrors: pick(trashErrors, 'closed_for_good'),
});
export const untrashCustomer = trashing.untrash;

export const trashCustomer = defineCall({ ...trashing.trash, body: acknowledgeBody });

export const addresses = recordCalls({
  path: routes.listAddresses.path,
  one: 'an address',
  many: "addresses, the primary one first: a customer's own, or any (`customerID`) for the office",
  see: policy.seeAddress,
  change: policy.changeAddress,
  item: addressReply,
  create: newAddressBody,
  update: addressChangesBody,
  sortable: ['primary', 'createdAt', 'label', 'postal'],
  filters: { customerID: id.optional() },
  along: 'the oldest other one becomes primary if it was',
  errors: { trash: homeErrors },
  notes: {
    create:
      'the first becomes the primary one; area and position come from the postal code where they are not sent',
    update: '`isPrimary: true` takes it from the one that was; the primary stays until then',
  },
});
export const {
  list: listAddresses,
  get: getAddress,
  update: updateAddress,
  untrash: untrashAddress,
} = addresses;

export const createAddress = defineCall({ ...addresses.create, ...routes.createAddress });
export const trashAddress = defineCall({ ...addresses.trash, body: acknowledgeBody });
