import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { KEY_LIFETIME, RECOVER_AFTER, REPEAT_AFTER } from '#features/money/payments/rules/attempt.ts';
import { declined } from '#features/money/payments/rules/card.ts';
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
  const customerId = ctx.actor.id;
  await endSupersededSetup(ctx, customerId, stripeToken);
  const setup = await inTransaction(ctx, (tx) => openSetup(tx, customerId, stripeToken));
  if (isRefusal(setup)) return setup;
  const settled = await sendSetup(ctx, setup.id);
  if (settled.status === 'succeeded') return readCard(ctx, customerId);
  if (settled.status === 'requires_action') {
    return { requiresAction: true, clientSecret: settled.clientSecret };
  }
  return settled.status === 'declined' ? declined(settled.code) : refuse('payment_in_progress');
}

/**
 * Sends a setup to the provider, with its id as the idempotency key, and applies the outcome. Of several
 * concurrent callers, one sends.
 */
export async function sendSetup(ctx: Context, setupId: string): Promise<SetupOutcome> {
  const claimed = await claim(ctx, setupId);
  if (claimed !== null) return applySetupOutcome(ctx, setupId, await send(ctx, claimed));
  const setup = await loadSetup(ctx, setupId);
  if (setup.status !== 'requires_action') {
    return setupOutcomeOf(await awaitOutcome(setup, () => loadSetup(ctx, setupId)));
  }
  const found = await findSetup(ctx, setup);
  return found === null ? setupOutcomeOf(setup) : applySetupOutcome(ctx, setupId, found);
}

/** Looks up a setup that may have been sent at the provider; null if the provider has never seen it. */
export async function findSetup(ctx: Context, setup: CardSetup): Promise<CardOutcome | null> {
  const { stripeCustomerId } = await findPayer(ctx, setup.customerId);
  const { id: setupId, setupIntentId } = setup;
  return answerOf(() =>
    ctx.providers.payments.findCard({ setupId, setupIntentId, customerRef: stripeCustomerId }),
  );
}

/** Ends the open challenge of a superseded card, so that it cannot take effect later. */
async function endSupersededSetup(ctx: Context, customerId: string, token: string): Promise<void> {
  const open = await findOpenSetup(ctx, customerId);
  if (open === null || token === '' || open.tokenKey === keyOf(token)) return;
  const { setupIntentId } = open;
  if (open.status === 'requires_action' && setupIntentId !== null) {
    const outcome = await answerOf(() => ctx.providers.payments.cancelCard(setupIntentId));
    await applySetupOutcome(ctx, open.id, outcome);
  }
  const isAbandoned = Temporal.Instant.compare(open.createdAt.add(RECOVER_AFTER), ctx.clock.now()) <= 0;
  if (open.status === 'created' && isAbandoned) await endUnsentSetup(ctx, open);
}

/** The open setup, or a new one. A request without a token can only mean the open one. */
async function openSetup(
  tx: Tx,
  customerId: string,
  token: string,
): Promise<CardSetup | Refusal<'invalid' | 'not_found' | 'payment_in_progress' | 'throttled'>> {
  await lockCardOf(tx, customerId);
  const open = await findOpenSetup(tx, customerId);
  if (token === '') return open ?? refuseField('stripeToken', 'Enter the card.');
  if (open !== null) return open.tokenKey === keyOf(token) ? open : refuse('payment_in_progress');
  const kept = await findKeptCard(tx, customerId, keyOf(token));
  if (kept !== null) return kept;
  if (!(await keepAccountOpen(tx, customerId))) return refuse('not_found');
  const throttled = await refuseAfterDeclines(tx, { customerId, targetId: customerId });
  if (throttled !== null) return throttled;
  const row = await tx.db
    .insertInto('card_setup')
    .values({
      id: tx.newId(),
      customer_id: customerId,
      token,
      token_key: keyOf(token),
      status: 'created',
      ip: tx.ip === '' ? null : tx.ip,
      created_at: tx.clock.now().toString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSetup(row);
}

/**
 * Claims the right to send the setup; null if it cannot be claimed. After 24 hours the idempotency key no
 * longer protects against a second setup.
 */
async function claim(ctx: Context, setupId: string): Promise<CardSetup | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('card_setup')
    .set({ status: 'sent', sent_at: now.toString(), next_check_at: null })
    .where('id', '=', setupId)
    .where('created_at', '>', now.subtract(KEY_LIFETIME).toString())
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sent_at', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toSetup(claimed);
}

async function send(ctx: Context, setup: CardSetup): Promise<CardOutcome> {
  const { id: setupId, token } = setup;
  if (token === null) throw new Error(`Setup ${setupId} is open and has no card token.`);
  const customer = await findPayer(ctx, setup.customerId);
  return answerOf(() => ctx.providers.payments.keepCard({ setupId, token, customer }));
}

async function readCard(ctx: Context, customerId: string): Promise<CardReply> {
  const customer = await getCustomer(ctx, customerId);
  return {
    creditCardLast4: customer?.card_last4 ?? null,
    creditCardExpiryMonth: customer?.card_expiry_month ?? null,
    creditCardExpiryYear: customer?.card_expiry_year ?? null,
  };
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
