import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { type ThrottleRule, throttle, uncountTry } from '#platform/server/throttle.ts';
import { HOURS } from '../rules/accounts.ts';
import { findGiftParts, type GiftPart, giftMailKey, hashGiftCode } from './gift-record.ts';
import { addLot } from './lots.ts';
import { type GiftMoved, giftMoved } from './send-gift.ts';

type NotClaimed = Refusal<'gift_unknown' | 'gift_not_ready' | 'throttled' | 'unavailable'>;

/** Wrong codes per customer; a code has 60 random bits. */
const TRIES_AN_HOUR = 5;

/**
 * Claims a gift by its code. Wrong, used, expired and one's own codes get the same refusal, so that valid
 * codes cannot be probed. Tier and cost move with the hours.
 */
export async function claimGift(ctx: ContextOf<'customer'>, code: string): Promise<GiftMoved | NotClaimed> {
  const tries = triesOf(ctx.actor.id);
  const refused = await throttle(ctx, tries);
  if (refused !== null) return refused;
  const claimed = await inTransaction(ctx, (tx) => claim(tx, code));
  if (!isRefusal(claimed)) await uncountTry(ctx, tries);
  return claimed;
}

function triesOf(customerId: string): ThrottleRule {
  return {
    key: `gift-code:${customerId}`,
    most: TRIES_AN_HOUR,
    per: Temporal.Duration.from({ hours: 1 }),
  };
}

/** As claimGift, inside a transaction and without counting a try. */
export async function claim(
  tx: Tx & ContextOf<'customer'>,
  code: string,
): Promise<GiftMoved | Refusal<'gift_unknown' | 'gift_not_ready'>> {
  const customerId = tx.actor.id;
  const now = tx.clock.now();
  const gift = await tx.db
    .selectFrom('credit_gift')
    .select(['id', 'sender_id'])
    .where('code_hash', '=', hashGiftCode(tx, code))
    .where('claimed_at', 'is', null)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .forUpdate()
    .executeTakeFirst();
  if (gift === undefined || gift.sender_id === customerId) return refuse('gift_unknown');
  if (!(await keepAccountOpen(tx, customerId))) return refuse('gift_unknown');
  const parts = await findGiftParts(tx, gift.id);
  if (parts.some((part) => part.isDisputed)) return refuse('gift_not_ready');
  const taken = await tx.db
    .updateTable('credit_gift')
    .set({ claimed_at: now.toString(), claimed_by: customerId })
    .where('id', '=', gift.id)
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new Error(`Gift ${gift.id} was claimed despite our lock.`);
  const creditsLeft = await takeOver(tx, { giftId: gift.id, parts, customerId });
  await tx.outbox.withdraw(tx, [giftMailKey(gift.id)]);
  return saveIdempotentReply(tx, await giftMoved(tx, { giftId: gift.id, customerId, creditsLeft }));
}

interface ClaimedGift {
  readonly giftId: string;
  readonly parts: readonly GiftPart[];
  readonly customerId: string;
}

/** Creates a lot per source lot of the gift, with its payment and expiry. Returns the total hours. */
async function takeOver(tx: Tx, { giftId, parts, customerId }: ClaimedGift): Promise<Hours> {
  let received: Hours = 0;
  for (const { perHour, hours, cost, expiresAt, originalExpiresAt, transactionId } of parts) {
    const lot = {
      id: tx.newId(),
      customerId,
      perHour,
      hours,
      cost,
      expiresAt,
      originalExpiresAt,
      ...(transactionId !== null && { transactionId }),
    };
    received += await addLot(
      tx,
      { ...lot, source: 'gift' },
      { kind: 'received', account: HOURS.escrow, giftId },
    );
  }
  return received;
}
