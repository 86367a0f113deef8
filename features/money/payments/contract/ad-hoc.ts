/** Ad-hoc charges to a stored card by the office, and their statistics. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { id, required, statisticsQuery } from '#platform/contract/schemas.ts';
import { MAX_CENTS } from '#platform/kernel/money.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { paymentErrors } from '../contract.ts';
import { SMALLEST_CHARGE } from '../rules/attempt.ts';
import { payForOthers, seeMoney } from '../rules/policy.ts';
import { transactionReply } from './shapes.ts';

export const chargeCard = defineCall({
  method: 'POST',
  path: '/customers/chargeCreditCard',
  ...openTo(payForOthers),
  summary: "Charges a customer's stored card without a booking",
  body: z.strictObject({
    customerID: id,
    /** Cents. */
    total: z
      .int({ error: 'Enter the amount in whole cents.' })
      .min(SMALLEST_CHARGE, { error: 'A card is charged at least S$0.50.' })
      .max(MAX_CENTS),
    details: required(500),
  }),
  reply: transactionReply,
  errors: pick(paymentErrors, 'card_declined', 'no_stored_card', 'payment_in_progress'),
  idempotent: true,
  resumes: true,
});

export const readAdHocStatistics = defineCall({
  method: 'GET',
  path: '/ad-hoc/statistics',
  ...openTo(seeMoney),
  summary: 'Ad-hoc charges per day, in business time, both days inclusive',
  query: statisticsQuery,
  reply: z.strictObject({
    from_date: z.string(),
    to_date: z.string(),
    count: z.int(),
    /** Cents. */
    total: z.int(),
    rows: z.array(z.strictObject({ date: z.string(), count: z.int(), total: z.int() })),
  }),
});
