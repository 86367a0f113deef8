/** Confirmation of a customer's new e-mail address. `updateCustomer` starts the change. */

import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { idParams } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { customerErrors } from '../contract.ts';
import { customerReply } from '../customer-shapes.ts';
import * as policy from '../rules/policy.ts';

export const emailChangeErrors = defineErrors({
  no_email_change: {
    status: 409,
    title: 'No new e-mail address',
    detail: 'No e-mail address is waiting for confirmation. Enter the new address again.',
  },
  email_link_dead: {
    status: 404,
    title: 'This link no longer works',
    detail:
      'A confirmation link works once, for 24 hours, and only the newest one does. Ask for a new one in your account.',
  },
});

export const resendEmailConfirmation = defineCall({
  method: 'POST',
  path: '/customers/:id/resend-email-confirmation',
  ...openTo(policy.changeOwnEmail),
  summary: 'Sends a new link to the pending address and invalidates earlier ones. Three times a day.',
  params: idParams,
  reply: customerReply,
  errors: pick(emailChangeErrors, 'no_email_change'),
});

export const cancelEmailChange = defineCall({
  method: 'POST',
  path: '/customers/:id/cancel-email-change',
  ...openTo(policy.changeOwnEmail),
  summary: 'Keeps the current e-mail address and invalidates the link to the new one.',
  params: idParams,
  reply: customerReply,
});

export const confirmEmail = defineCall({
  ...routes.confirmEmail,
  who: ['anyone'],
  summary: 'Confirms a new e-mail address with the token of its link. Once.',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  reply: z.strictObject({ done: z.literal(true) }),
  errors: { ...pick(emailChangeErrors, 'email_link_dead'), ...pick(customerErrors, 'email_in_use') },
});
