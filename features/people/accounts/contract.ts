import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { recordCalls } from '#platform/contract/record.ts';
import {
  email,
  flag,
  id,
  idParams,
  listReply,
  mobile,
  required,
  requiredName,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { OFFICE_ROLES } from '#platform/kernel/actor.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { accountErrors } from './contract/errors.ts';
import { initialPassword, password } from './contract/password.ts';
import { typedCode } from './contract/typed-code.ts';
import { changeAdmin, endOwnSessions, manageAdmins, seeAdmins, unlockMobiles } from './rules/policy.ts';

export { accountErrors };

/**
 * The flat sign-in reply, which the client copies into the session. `creditsLeft` is absolute, in
 * hours.
 */
export const sessionFields = {
  jwt: z.string(),
  id,
  fullname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  type: z.enum(['admin', 'customer', 'cleaner']),
  /** Of an admin: what they may do. */
  officeRole: z.enum(OFFICE_ROLES).optional(),
  creditCardLast4: z.string().nullable(),
  creditCardExpiryMonth: z.int().nullable(),
  creditCardExpiryYear: z.int().nullable(),
  creditsLeft: z.number(),
};
export const sessionReply = z.strictObject(sessionFields);
export type SessionReply = z.output<typeof sessionReply>;

/** POST /customers/signin and /cleaners/signin: requests a code. */
export const codeRequestBody = z.strictObject({ mobile });
/** Seconds until the code expires, and until another may be requested. */
export const codeReply = z.strictObject({ expiresIn: z.int(), resendIn: z.int() });
export type CodeReply = z.output<typeof codeReply>;

/** POST …/verify. Mobile and code are not parsed here: if one is missing, the reply is a fixed sentence. */
export const verifyBody = z.strictObject({
  mobile: z.union([z.string().max(30), z.int()]).nullish(),
  otp: z.union([z.string().max(30), z.int()]).nullish(),
  staySignedIn: flag.optional(),
});
/** The errors of a verify route. */
export const verifyErrors = pick(accountErrors, 'fill_all_fields', 'otp_wrong', 'otp_expired');

const done = z.strictObject({ done: z.literal(true) });

export const signInAdmin = defineCall({
  ...routes.signInAdmin,
  who: ['anyone'],
  signsIn: true,
  summary: 'Sign in to the office with identity and password, and a code if the admin has turned that on.',
  body: z.strictObject({
    identity: z.string().max(200).nullish(),
    password: z.string().max(200).nullish(),
    /** From the authenticator app, or a recovery code. Requested after the right password, if turned on. */
    otp: typedCode.nullish(),
    /** The session lives no longer, but its cookies stay when the browser is closed. */
    staySignedIn: flag.optional(),
  }),
  reply: sessionReply,
  errors: pick(accountErrors, 'missing_credentials', 'wrong_credentials', 'otp_needed', 'totp_wrong'),
});

/** Only in a public demo (apps/api/public-demo.ts). */
export const signInToDemo = defineCall({
  ...routes.signInToDemo,
  who: ['anyone'],
  signsIn: true,
  summary: 'Sign in to the public demo as one of its three people.',
  body: z.strictObject({ as: z.enum(['customer', 'cleaner', 'admin']) }),
  reply: sessionReply,
});

export const signOut = defineCall({
  ...routes.signOut,
  ...openTo(endOwnSessions),
  summary: 'End this session.',
  reply: done,
});

export const signOutEverywhere = defineCall({
  method: 'POST',
  path: '/signout-everywhere',
  ...openTo(endOwnSessions),
  summary: 'End every session of this account.',
  reply: done,
});

const ownSession = z.strictObject({
  id,
  /** As named on the device, if it says so: `Chrome`, `iPhone`. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: wireMoment,
  /** Rounded to the minute. */
  lastSeenAt: wireMoment,
  /** The session of this request. */
  current: z.boolean(),
});
const sessionsReply = listReply(ownSession);
export type SessionsReply = z.output<typeof sessionsReply>;

export const listSessions = defineCall({
  method: 'GET',
  path: '/sessions',
  ...openTo(endOwnSessions),
  summary: 'The active sessions of this account, most recently used first.',
  reply: sessionsReply,
});

export const endSession = defineCall({
  method: 'POST',
  path: '/sessions/:id/end',
  ...openTo(endOwnSessions),
  summary: 'End one session of this account.',
  params: idParams,
  reply: done,
});

export const unlockMobile = defineCall({
  method: 'POST',
  path: '/admins/unlock-mobile',
  ...openTo(unlockMobiles),
  summary:
    'Let a mobile number sign in again, after a hundred wrong codes in a row or when its codes of the day are used up.',
  body: z.strictObject({ mobile }),
  reply: done,
});

const signInAttemptsReply = z.strictObject({
  /** Within the last 24 hours, in browsers that are not known as the owner's. */
  unusedCodes: z.int(),
  wrongTries: z.int(),
  /** So many that someone other than the owner seems to be trying. */
  attacked: z.boolean(),
  /**
   * New browsers get no code, or may not try any, until the office unlocks the number or a day has passed.
   */
  blocked: z.boolean(),
});
export type SignInAttemptsReply = z.output<typeof signInAttemptsReply>;

export const getSignInAttempts = defineCall({
  method: 'GET',
  path: '/admins/signin-attempts',
  ...openTo(unlockMobiles),
  summary:
    'Sign-in attempts for a mobile number by browsers that are not known as its owner’s, and whether it is blocked.',
  query: z.strictObject({ mobile }),
  reply: signInAttemptsReply,
});

const officeRole = z.enum(OFFICE_ROLES);

export const adminReply = z.strictObject({
  id,
  identity: z.string(),
  fullname: z.string(),
  email: z.string(),
  /** What they may do. */
  officeRole,
  /** Their sign-in requires a code from an authenticator app. */
  totp: z.boolean(),
  ...recordMarks,
});
export type AdminReply = z.output<typeof adminReply>;

const identity = required(100);
/** The caller's own password, even when changing another admin. It is only compared, so any text is valid. */
export const currentPassword = z.string().max(200);
const adminCalls = recordCalls({
  path: routes.ADMINS,
  one: 'an admin, never with a password',
  many: 'everyone who may sign in to the office',
  see: seeAdmins,
  change: manageAdmins,
  item: adminReply,
  create: z.strictObject({
    identity,
    password: initialPassword,
    fullname: requiredName(100),
    email,
    officeRole: officeRole.default('office'),
    currentPassword: currentPassword.optional(),
  }),
  update: z.strictObject({
    identity: identity.optional(),
    fullname: requiredName(100).optional(),
    email: email.optional(),
    officeRole: officeRole.optional(),
    password: password.optional(),
    currentPassword: currentPassword.optional(),
  }),
  sortable: ['fullname', 'identity', 'email', 'createdAt'],
  along: 'their sessions end at once',
  notes: {
    create:
      'needs your own current password if you signed in over two hours ago; without a password for them, they are e-mailed a link to choose one',
    update:
      'a new password, email, sign-in name or role needs your own current password (your own password always, the others if you signed in over two hours ago); a new password or role ends other sessions',
  },
  errors: {
    create: pick(accountErrors, 'identity_in_use', 'current_password_needed', 'current_password_wrong'),
    update: pick(
      accountErrors,
      'identity_in_use',
      'current_password_needed',
      'current_password_wrong',
      'last_owner',
    ),
    trash: pick(accountErrors, 'last_admin', 'last_owner'),
  },
});
/** Only owners change others, and roles; everyone changes their own account. */
export const admins = { ...adminCalls, update: { ...adminCalls.update, ...openTo(changeAdmin) } };
export const {
  list: listAdmins,
  get: getAdmin,
  create: createAdmin,
  update: updateAdmin,
  trash: trashAdmin,
  untrash: untrashAdmin,
} = admins;
