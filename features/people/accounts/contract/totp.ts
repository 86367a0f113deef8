import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { idParams, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { adminReply, currentPassword } from '../contract.ts';
import { manageAdmins, manageOwnSignIn } from '../rules/policy.ts';
import { accountErrors } from './errors.ts';
import { typedCode } from './typed-code.ts';

/** Two-factor authentication of an admin with an authenticator app (TOTP, RFC 6238). */
const done = z.strictObject({ done: z.literal(true) });

const totpReply = z.strictObject({
  /** Since when sign-in requires a code; null if it does not. */
  since: wireMoment.nullable(),
  recoveryCodesLeft: z.int(),
});
export type TotpReply = z.output<typeof totpReply>;

export const readTotp = defineCall({
  method: 'GET',
  path: '/admins/totp',
  ...openTo(manageOwnSignIn),
  summary: 'Whether the own sign-in requires a code, and how many recovery codes are left.',
  reply: totpReply,
});

export const beginTotp = defineCall({
  method: 'POST',
  path: '/admins/totp/begin',
  ...openTo(manageOwnSignIn),
  summary: 'Creates a secret for an authenticator app. It takes effect once a code of it is confirmed.',
  unaudited: 'Has no effect until a code is confirmed, which is recorded.',
  body: z.strictObject({ currentPassword }),
  reply: z.strictObject({
    /** Base32, for typing it without a camera. */
    secret: z.string(),
    /** `otpauth://totp/…`, for the QR code. */
    uri: z.string(),
  }),
  errors: pick(accountErrors, 'current_password_needed', 'current_password_wrong', 'totp_on'),
});

export const confirmTotp = defineCall({
  method: 'POST',
  path: '/admins/totp/confirm',
  ...openTo(manageOwnSignIn),
  summary:
    'Confirms the first code: from now on sign-in requires one. The recovery codes are returned only here.',
  body: z.strictObject({ otp: typedCode }),
  reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: pick(accountErrors, 'totp_on', 'totp_not_begun', 'totp_wrong'),
});

export const endTotp = defineCall({
  method: 'POST',
  path: '/admins/totp/end',
  ...openTo(manageOwnSignIn),
  summary: 'Turns the code off. Needs the password and a code.',
  body: z.strictObject({ currentPassword, otp: typedCode }),
  reply: done,
  errors: pick(
    accountErrors,
    'current_password_needed',
    'current_password_wrong',
    'otp_needed',
    'totp_wrong',
  ),
});

export const resetTotp = defineCall({
  method: 'POST',
  path: '/admins/:id/reset-totp',
  ...openTo(manageAdmins),
  summary:
    'Turns the code off for another admin who lost phone and recovery codes. Needs your own current password.',
  params: idParams,
  body: z.strictObject({ currentPassword: currentPassword.optional() }),
  reply: adminReply,
  errors: pick(accountErrors, 'current_password_needed', 'current_password_wrong', 'totp_own'),
});
