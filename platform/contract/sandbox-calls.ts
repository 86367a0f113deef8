import { z } from 'zod';
import { defineCall } from './call.ts';
import { defineErrors, pick } from './errors.ts';
import { moment, whole } from './schemas.ts';

/** The sandbox's routes. They exist only if messages and payments are faked. */

const TEN_YEARS_S = 10 * 366 * 24 * 3600;

export const sandboxErrors = defineErrors({
  not_a_test_card: {
    status: 422,
    title: 'Not a test card',
    detail: 'This is a sandbox: use a test card such as 4242 4242 4242 4242. Never enter a real card here.',
  },
  card_expired: {
    status: 422,
    title: 'Card expired',
    detail: 'The expiry date has passed. Use a later one, such as 12/34.',
  },
  no_challenge: {
    status: 409,
    title: 'No confirmation is pending',
    detail: 'This payment is not waiting for confirmation. Check its status.',
  },
});

const sandboxTime = z.strictObject({
  /** The app's current time, in business time. */
  now: z.string(),
  /** Seconds ahead of the real time. */
  ahead: z.int(),
});

export const sandboxClock = defineCall({
  method: 'GET',
  path: '/sandbox/clock',
  who: ['anyone'],
  summary: "The app's clock, as the sandbox has set it.",
  reply: sandboxTime,
});

export const moveSandboxClock = defineCall({
  method: 'POST',
  path: '/sandbox/clock',
  who: ['anyone'],
  summary: 'Moves the one clock of the app, then does what has become due (holds expire, codes are purged).',
  body: z.union([
    z.strictObject({ advance: z.number().min(-TEN_YEARS_S).max(TEN_YEARS_S) }),
    z.strictObject({ now: moment }),
    z.strictObject({ reset: z.literal(true) }),
  ]),
  reply: sandboxTime,
});

export const sandboxMessages = defineCall({
  method: 'GET',
  path: '/sandbox/messages',
  who: ['anyone'],
  summary:
    'SMS and e-mails that would have gone out, newest first; `to` takes a mobile in any form, or an e-mail.',
  query: z.strictObject({
    to: z.string().trim().max(254).optional(),
    size: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        channel: z.enum(['sms', 'email']),
        to: z.string(),
        subject: z.string().optional(),
        body: z.string(),
        sentAt: z.string(),
      }),
    ),
  }),
});

export const makeCardToken = defineCall({
  method: 'POST',
  path: '/sandbox/card-tokens',
  who: ['anyone'],
  summary: "Turns a test card into a token, as the payment provider's card fields do. Keeps no number.",
  takesCardNumber: true,
  body: z.strictObject({
    number: z
      .string()
      .trim()
      .regex(/^[\d -]{13,23}$/, { error: 'Enter the card number: digits only.' }),
    expiryMonth: whole(1, 12),
    expiryYear: whole(2000, 2099),
    cvc: z.string().regex(/^\d{3,4}$/, { error: 'The security code has three or four digits.' }),
  }),
  reply: z.strictObject({ token: z.string() }),
  errors: pick(sandboxErrors, 'not_a_test_card', 'card_expired'),
});

export const answerChallenge = defineCall({
  method: 'POST',
  path: '/sandbox/challenges/:paymentIntentId',
  who: ['anyone'],
  summary:
    "Plays the card owner's answer to the bank's challenge (3-D Secure) of a payment, or of a card that is being kept.",
  params: z.strictObject({ paymentIntentID: z.string().regex(/^(?:pi|seti)_\w{1,100}$/) }),
  body: z.strictObject({ outcome: z.enum(['succeed', 'fail']) }),
  reply: z.strictObject({ ok: z.literal(true) }),
  errors: pick(sandboxErrors, 'no_challenge'),
});
