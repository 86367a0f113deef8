import type { z } from 'zod';
import { type CustomerRow, getCustomer } from '#features/people/customers/server/index.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import type { chargeCard as call } from '../contract/ad-hoc.ts';
import type { TransactionReply } from '../contract.ts';
import { OPEN } from '../rules/attempt.ts';
import { type CardChoice, chooseCard, declinedForOffice } from '../rules/card-and-declines.ts';
import { findActiveAttempt, lockTarget, openAttempt } from './attempts.ts';
import { chargeAttempt } from './charge-attempt.ts';
import { readTransaction } from './transaction-record.ts';

type ChargeBody = z.output<typeof call.body>;
type NotCharged = Refusal<
  | 'invalid'
  | 'not_found'
  | 'card_declined'
  | 'no_stored_card'
  | 'payment_in_progress'
  | 'throttled'
  | 'unavailable'
>;

/**
 * The office charges a customer's stored card off-session, without a booking. A retry with the same
 * Idempotency-Key resumes the charge and gets its outcome. Any other request is a new charge, and is refused
 * while the outcome of one of the same amount is open.
 */
export async function chargeStoredCard(
  ctx: ContextOf<'admin'>,
  body: ChargeBody,
): Promise<TransactionReply | NotCharged> {
  const customer = await getCustomer(ctx, body.customerID);
  if (customer === null) return refuseField('customerID', 'Nothing was found with this id.');
  const card = chooseCard({}, customer.cardPaymentMethodID);
  if (isRefusal(card)) {
    const detail =
      'This customer has no saved card. Ask them to save one, or record a payment made another way.';
    return refuse('no_stored_card', { detail });
  }
  const attempt = await inTransaction(ctx, (tx) => open(tx, body, { customer, card }));
  if (isRefusal(attempt)) return attempt;
  const settled = await chargeAttempt(ctx, attempt.id);
  if (settled.status === 'succeeded') return readTransaction(ctx, settled.transactionID);
  if (settled.status === 'declined') return declinedForOffice(settled.code);
  if (settled.status === 'requires_action') return declinedForOffice('authentication_required');
  return refuse('payment_in_progress', {
    detail: 'We are waiting for the bank. Do not charge again: the transaction shows once we know.',
  });
}

async function open(
  tx: Tx<ContextOf<'admin'>['actor']>,
  { total, details, customerID }: ChargeBody,
  by: { readonly customer: CustomerRow; readonly card: CardChoice },
) {
  await lockTarget(tx, { purpose: 'ad-hoc', targetID: customerID });
  const requestKey = idOfRequest(tx);
  const targetID = requestKey ?? tx.newID();
  const before = await findActiveAttempt(tx, { purpose: 'ad-hoc', targetID });
  if (before === null && (await hasOpenCharge(tx, { total, customerID })))
    return refuse('payment_in_progress');
  const attempt = await openAttempt(tx, {
    purpose: 'ad-hoc',
    targetID,
    customerID,
    requestKey,
    amount: total,
    priceSnapshot: { total, details },
    instrument: by.card,
    receiptEmail: by.customer.email || null,
    description: details,
    offSession: true,
    isTargetLocked: true,
  });
  if (isRefusal(attempt) || attempt.id === before?.id) return attempt;
  await audit(tx, {
    action: 'customer.charged',
    subject: { kind: 'payment_attempt', id: attempt.id },
    after: { customerID, total },
    reason: details,
  });
  return attempt;
}

/** Whether a charge of this amount to this customer has no outcome yet, however old it is. */
async function hasOpenCharge(
  tx: Tx,
  { total, customerID }: Pick<ChargeBody, 'total' | 'customerID'>,
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('payment_attempt')
    .select('id')
    .where('purpose', '=', 'ad-hoc')
    .where('customerID', '=', customerID)
    .where('amount', '=', total)
    .where('status', 'in', OPEN)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
