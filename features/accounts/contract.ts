import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { email, flag, id, mobile, required } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import {
  FILL_ALL_FIELDS,
  LONGEST_PASSWORD,
  MISSING_CREDENTIALS,
  SHORTEST_PASSWORD,
} from './rules/credential-messages.ts';
import { endOwnSessions, keepAdmins } from './rules/policy.ts';

/** Who signs in, and how: the office by password, everyone else by a code on their mobile. */
export const accountErrors = defineErrors({
  missing_credentials: { status: 422, title: 'Something is missing', detail: MISSING_CREDENTIALS },
  wrong_credentials: {
    status: 401,
    title: 'Wrong name or password',
    detail: 'The name or the password is wrong. Check both and try again.',
  },
  fill_all_fields: { status: 422, title: 'Something is missing', detail: FILL_ALL_FIELDS },
  otp_wrong: {
    status: 401,
    title: 'Wrong code',
    detail: 'That is not the code we sent. Check the message and try again.',
  },
  otp_expired: {
    status: 401,
    title: 'This code no longer works',
    detail: 'Ask for a new code and use the newest one.',
  },
  identity_in_use: {
    status: 409,
    title: 'Name taken',
    detail: 'Another admin already signs in with this name. Choose another.',
  },
  last_admin: {
    status: 409,
    title: 'The last admin',
    detail: 'Someone must be able to sign in to the office. Add another admin first.',
  },
  current_password_wrong: {
    status: 422,
    title: 'Wrong current password',
    detail: 'That is not your current password.',
  },
});

/** A sign-in reply, flat, as SPEC.md copies it into the session. `creditsLeft` is absolute, in hours. */
export const sessionFields = {
  jwt: z.string(),
  id,
  fullname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  type: z.enum(['admin', 'customer', 'cleaner']),
  creditCardLast4: z.string().nullable(),
  creditCardExpiryMonth: z.int().nullable(),
  creditCardExpiryYear: z.int().nullable(),
  creditsLeft: z.number(),
};
export const sessionReply = z.strictObject(sessionFields);
export type SessionReply = z.output<typeof sessionReply>;

/** POST /customers/signin and /cleaners/signin: asks for a code. */
export const codeRequestBody = z.strictObject({ mobile });
/** Seconds: how long the code lives, and when another may be asked for. */
export const codeReply = z.strictObject({ expiresIn: z.int(), resendIn: z.int() });
export type CodeReply = z.output<typeof codeReply>;

/** POST …/verify. Mobile and code stay unread here: when one is missing the answer is one fixed sentence. */
export const verifyBody = z.strictObject({
  mobile: z.union([z.string().max(30), z.int()]).nullish(),
  otp: z.union([z.string().max(30), z.int()]).nullish(),
  staySignedIn: flag.optional(),
});
/** What a verify call can answer. */
export const verifyErrors = pick(accountErrors, 'fill_all_fields', 'otp_wrong', 'otp_expired');

const done = z.strictObject({ done: z.literal(true) });

export const signInAdmin = defineCall({
  method: 'POST',
  path: '/admins/signin',
  who: ['anyone'],
  summary: 'Sign in to the office with identity and password.',
  body: z.strictObject({ identity: z.string().max(200).nullish(), password: z.string().max(200).nullish() }),
  ignored: ['staySignedIn'],
  reply: sessionReply,
  errors: pick(accountErrors, 'missing_credentials', 'wrong_credentials'),
});

export const signOut = defineCall({
  method: 'POST',
  path: '/signout',
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

export const unlockMobile = defineCall({
  method: 'POST',
  path: '/admins/unlock-mobile',
  who: ['admin'],
  summary: 'Let a mobile number sign in again after a hundred wrong codes in a row.',
  body: z.strictObject({ mobile }),
  reply: done,
});

export const adminReply = z.strictObject({
  id,
  identity: z.string(),
  fullname: z.string(),
  email: z.string(),
  ...recordMarks,
});
export type AdminReply = z.output<typeof adminReply>;

const identity = required(100);
/** Trimmed, because sign-in trims what is typed (SPEC.md 5). */
export const password = z
  .string()
  .trim()
  .min(SHORTEST_PASSWORD, { error: `Use at least ${SHORTEST_PASSWORD} characters.` })
  .max(LONGEST_PASSWORD, { error: `Use at most ${LONGEST_PASSWORD} characters.` });

export const admins = recordCalls({
  path: '/admins',
  one: 'an admin, never with a password',
  many: 'everyone who may sign in to the office',
  see: keepAdmins,
  change: keepAdmins,
  item: adminReply,
  create: z.strictObject({ identity, password, fullname: required(100), email }),
  update: z.strictObject({
    identity: identity.optional(),
    fullname: required(100).optional(),
    email: email.optional(),
    password: password.optional(),
    /** Whatever it is made of: it is only compared. */
    currentPassword: z.string().max(200).optional(),
  }),
  sortable: ['fullname', 'identity', 'email', 'createdAt'],
  owned: ['type'],
  along: 'their sessions end at once',
  notes: { update: 'your own new password needs your current one; a new password ends other sessions' },
  errors: {
    create: pick(accountErrors, 'identity_in_use'),
    update: pick(accountErrors, 'identity_in_use', 'current_password_wrong'),
    trash: pick(accountErrors, 'last_admin'),
  },
});
export const {
  list: listAdmins,
  get: getAdmin,
  create: createAdmin,
  update: updateAdmin,
  trash: trashAdmin,
  untrash: untrashAdmin,
} = admins;
