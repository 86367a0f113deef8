import { defineErrors } from '#platform/contract/errors.ts';
import { FILL_ALL_FIELDS, MISSING_CREDENTIALS } from '../texts/credential-messages.ts';

/** Sign-in errors: the office uses passwords, everyone else codes by SMS. */
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
  fresh_code_needed: {
    status: 403,
    title: 'Confirm it is you',
    detail: 'Ask for a new code and enter it, so that we know it is you.',
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
  last_owner: {
    status: 409,
    title: 'The last owner',
    detail: 'Someone must be able to manage admins. Make another admin an owner first.',
  },
  otp_needed: {
    status: 401,
    title: 'A code is needed',
    detail: 'Type the six digits that your authenticator app shows.',
  },
  totp_wrong: {
    status: 401,
    title: 'Wrong code',
    detail: 'That code does not work. Wait for the next one in your app, or use a recovery code.',
  },
  totp_on: {
    status: 409,
    title: 'Already on',
    detail: 'Your sign-in asks for a code already. Turn it off first to use another app.',
  },
  totp_not_begun: {
    status: 409,
    title: 'Nothing to confirm',
    detail: 'Scan the QR code first, then type the code that your app shows.',
  },
  totp_own: {
    status: 409,
    title: 'Your own sign-in',
    detail: 'Turn off your own code in your account, with your password and a code.',
  },
  reset_link_dead: {
    status: 404,
    title: 'This link no longer works',
    detail: 'A link works once, for a limited time, and only the newest one. Ask for a new one.',
  },
  current_password_needed: {
    status: 403,
    title: 'Your password is needed',
    detail: 'Type your own current password first.',
  },
  current_password_wrong: {
    status: 422,
    title: 'Wrong current password',
    detail: 'That is not your current password.',
  },
});
