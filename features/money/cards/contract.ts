import { z } from 'zod';
import { bankAsks, paymentErrors, stripeToken } from '#features/money/payments/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { keepCard } from './rules/policy.ts';

/**
 * Keeps a new card for later payments. After the bank's challenge the same call again finishes it; the same token, sent
 * again, gets the same reply.
 */
export const updateCard = defineCall({
  method: 'POST',
  path: '/customers/updateCreditCard',
  ...openTo(keepCard),
  summary: 'Keeps a new card in place of the stored one; the bank may ask its owner first',
  body: z.strictObject({ stripeToken: stripeToken.default('') }),
  reply: z.union([
    z.strictObject({
      creditCardLast4: z.string().nullable(),
      creditCardExpiryMonth: z.int().nullable(),
      creditCardExpiryYear: z.int().nullable(),
    }),
    bankAsks,
  ]),
  errors: pick(paymentErrors, 'card_declined', 'payment_in_progress'),
});
