import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { required } from '#platform/contract/schemas.ts';
import { accountErrors } from './errors.ts';
import { password } from './password.ts';

const done = z.strictObject({ done: z.literal(true) });

export const forgotPassword = defineCall({
  ...routes.forgotPassword,
  who: ['anyone'],
  summary: 'Mails an admin a password reset link. The same reply whether or not there is such an admin.',
  body: z.strictObject({ identity: required(200) }),
  reply: done,
  unaudited: 'Sends a link; nothing changes until it is used, which is recorded.',
});

export const resetPassword = defineCall({
  ...routes.resetPassword,
  who: ['anyone'],
  summary: 'Sets a new password with the token from the reset link, once. Every session of the admin ends.',
  body: z.strictObject({ token: z.string().min(1).max(200), password }),
  reply: done,
  errors: pick(accountErrors, 'reset_link_dead'),
});
