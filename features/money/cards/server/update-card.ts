import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { KEY_LIFETIME, RECOVER_AFTER, REPEAT_AFTER } from '#features/money/payments/rules/attempt.ts';
import { declined } from '#features/money/payments/rules/card-and-declines.ts';
import { findPayer, refuseAfterDeclines } from '#features/money/payments/server/index.ts';
import { getCustomer, keepAccountOpen } from '#features/people/customers/server/index.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { answerOf, awaitOutcome } from '#platform/server/await-outcome.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { CardOutcome } from '#platform/server/providers/payments.ts';
import type { updateCard as call } from '../contract.ts';
import {
  applySetupOutcome,
  type CardSetup,
  endUnsentSetup,
  findKeptCard,
  findOpenSetup,
  loadSetup,
  lockCardOf,
  type SetupOutcome,
  setupOutcomeOf,
  toSetup,
} from './card-setups.ts';

type UpdateCardBody = z.output<typeof call.body>;
type CardReply = z.output<typeof call.reply>;
export type NotKept = Refusal<
  'invalid' | 'not_found' | 'card_declined' | 'payment_in_progress' | 'throttled' | 'unavailable'
>;

/**
 * Stores a new card for later payments: saves the setup, sends it to the provider, applies the outcome.
 * Repeating the request with the same card resumes the setup or returns the same reply; after the bank's
 * challenge, the same request completes it. The previous card stays until then.
 */
export async function updateCard(
  ctx: ContextOf<'customer'>,
  { stripeToken }: UpdateCardBody,
): Promise<CardReply | NotKept> {
  const customerID = ctx.actor.id;
  await endSupersededSetup(ctx, customerID, stripeToken);
  const setup = await inTransaction(ctx, (tx) => openSetup(tx, customerID, stripeToken));
  if (isRefusal(setup)) return setup;
  const settled = await sendSetup(ctx, setup.id);
  if (settled.status === 'succeeded') return readCard(ctx, customerID);
  if (settled.status === 'requires_action') {
    return { requiresAction: true, clientSecret: settled.clientSecret };
  }
  return settled.status === 'declined' ? declined(settled.code) : refuse('payment_in_progress');
}

/**
 * Sends a setup to the provider, with its id as the idempotency key, and applies the outcome. Of several
 * concurrent callers, one sends.
 */
export async function sendSetup(ctx: Context, setupID: string): Promise<SetupOutcome> {
  const claimed = await claim(ctx, setupID);
  if (claimed !== null) return applySetupOutcome(ctx, setupID, await send(ctx, claimed));
  const setup = await loadSetup(ctx, setupID);
  if (setup.status !== 'requires_action') {
    return setupOutcomeOf(await awaitOutcome(setup, () => loadSetup(ctx, setupID)));
  }
  const found = await findSetup(ctx, setup);
  return found === null ? setupOutcomeOf(setup) : applySetupOutcome(ctx, setupID, found);
}

/** Looks up a setup that may have been sent at the provider; null if the provider has never seen it. */
export async function findSetup(ctx: Context, setup: CardSetup): Promise<CardOutcome | null> {
  const { stripeCustomerID } = await findPayer(ctx, setup.customerID);
  const { id: setupID, setupIntentID } = setup;
  return answerOf(() =>
    ctx.providers.payments.findCard({ setupID, setupIntentID, customerRef: stripeCustomerID }),
  );
}

/** Ends the open challenge of a superseded card, so that it cannot take effect later. */
async function endSupersededSetup(ctx: Context, customerID: string, token: string): Promise<void> {
  const open = await findOpenSetup(ctx, customerID);
  if (open === null || token === '' || open.tokenKey === keyOf(token)) return;
  const { setupIntentID } = open;
  if (open.status === 'requires_action' && setupIntentID !== null) {
    const outcome = await answerOf(() => ctx.providers.payments.cancelCard(setupIntentID));
    await applySetupOutcome(ctx, open.id, outcome);
  }
  const isAbandoned = Temporal.Instant.compare(open.createdAt.add(RECOVER_AFTER), ctx.clock.now()) <= 0;
  if (open.status === 'created' && isAbandoned) await endUnsentSetup(ctx, open);
}

/** The open setup, or a new one. A request without a token can only mean the open one. */
async function openSetup(
  tx: Tx,
  customerID: string,
  token: string,
): Promise<CardSetup | Refusal<'invalid' | 'not_found' | 'payment_in_progress' | 'throttled'>> {
  await lockCardOf(tx, customerID);
  const open = await findOpenSetup(tx, customerID);
  if (token === '') return open ?? refuseField('stripeToken', 'Enter the card.');
  if (open !== null) return open.tokenKey === keyOf(token) ? open : refuse('payment_in_progress');
  const kept = await findKeptCard(tx, customerID, keyOf(token));
  if (kept !== null) return kept;
  if (!(await keepAccountOpen(tx, customerID))) return refuse('not_found');
  const throttled = await refuseAfterDeclines(tx, { customerID, targetID: customerID });
  if (throttled !== null) return throttled;
  const row = await tx.db
    .insertInto('card_setup')
    .values({
      id: tx.newID(),
      customerID,
      token,
      tokenKey: keyOf(token),
      status: 'created',
      ip: tx.ip === '' ? null : tx.ip,
      createdAt: tx.clock.now().toString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSetup(row);
}

/**
 * Claims the right to send the setup; null if it cannot be claimed. After 24 hours the idempotency key no
 * longer protects against a second setup.
 */
async function claim(ctx: Context, setupID: string): Promise<CardSetup | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('card_setup')
    .set({ status: 'sent', sentAt: now.toString(), nextCheckAt: null })
    .where('id', '=', setupID)
    .where('createdAt', '>', now.subtract(KEY_LIFETIME).toString())
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sentAt', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toSetup(claimed);
}

async function send(ctx: Context, setup: CardSetup): Promise<CardOutcome> {
  const { id: setupID, token } = setup;
  if (token === null) throw new Error(`Setup ${setupID} is open and has no card token.`);
  const customer = await findPayer(ctx, setup.customerID);
  return answerOf(() => ctx.providers.payments.keepCard({ setupID, token, customer }));
}

async function readCard(ctx: Context, customerID: string): Promise<CardReply> {
  const customer = await getCustomer(ctx, customerID);
  return {
    creditCardLast4: customer?.cardLast4 ?? null,
    creditCardExpiryMonth: customer?.cardExpiryMonth ?? null,
    creditCardExpiryYear: customer?.cardExpiryYear ?? null,
  };
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
