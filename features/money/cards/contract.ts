import { z } from 'zod';
import { bankAsks, paymentErrors, stripeToken } from '#features/money/payments/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { keepCard } from './rules/policy.ts';

/**
 * Stores a new card for later payments. After the bank's challenge, the same request completes it; repeating
 * a request with the same token returns the same reply.
 */
export const updateCard = defineCall({
  method: 'POST',
  path: '/customers/updateCreditCard',
  ...openTo(keepCard),
  summary: 'Stores a new card in place of the current one; the bank may challenge the cardholder first',
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
