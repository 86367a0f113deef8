import { getCustomer } from '#features/people/customers/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { HOURS } from '../rules/accounts.ts';
import { GIFT_RETURNED } from '../rules/gift-mails.ts';
import { earliestExpiry, hoursOf } from '../rules/lots.ts';
import { lastDay } from '../rules/mails.ts';
import { findGiftParts, type GiftPart, giftMailKey } from './gift-record.ts';
import { returnHours } from './return-hours.ts';

/** Gifts per run; the rest follow a minute later. */
const AT_ONCE = 500;

/**
 * Cron job: returns unclaimed gifts to their source lots. Lots keep their expiry: hours of an expired lot
 * expire at once.
 */
export async function returnGifts(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('credit_gift')
    .select('id')
    .where('claimed_at', 'is', null)
    .where('returned_at', 'is', null)
    .where('expires_at', '<=', ctx.clock.now().toString())
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due) {
    const returned = await inTransaction(ctx, (tx) => returnGift(tx, id));
    if (isRefusal(returned)) ctx.log.warn({ giftId: id }, 'gift could not be returned; retrying in a minute');
  }
}

async function returnGift(tx: Tx, giftId: string): Promise<void> {
  const gift = await tx.db
    .selectFrom('credit_gift')
    .select(['id', 'sender_id', 'email', 'hours'])
    .where('id', '=', giftId)
    .where('claimed_at', 'is', null)
    .where('returned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (gift === undefined) return; // claimed concurrently
  const now = tx.clock.now().toString();
  await tx.db.updateTable('credit_gift').set({ returned_at: now }).where('id', '=', giftId).execute();
  const parts = await findGiftParts(tx, giftId);
  await returnHours(tx, {
    customerId: gift.sender_id,
    kind: 'gift-returned',
    parts,
    account: HOURS.escrow,
    cause: { kind: 'gift', id: giftId },
    key: giftId,
    giftId,
  });
  await tx.outbox.withdraw(tx, [giftMailKey(giftId)]);
  await mailSender(tx, gift, parts);
}

async function mailSender(
  tx: Tx,
  gift: { readonly sender_id: string; readonly email: string; readonly hours: number },
  parts: readonly GiftPart[],
): Promise<void> {
  const sender = await getCustomer(tx, gift.sender_id);
  if (sender === null || sender.trashed_at !== null) return;
  const now = tx.clock.now();
  const usable = parts.filter(
    ({ expiresAt }) => expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0,
  );
  const until = earliestExpiry(usable);
  await sendKind(tx, GIFT_RETURNED, {
    to: { email: sender.email },
    customerId: sender.id,
    data: {
      firstname: sender.firstname,
      email: gift.email,
      hours: gift.hours,
      expired: gift.hours - hoursOf(usable),
      until: until === null ? null : lastDay(until, tx.config.BUSINESS_TZ),
    },
  });
}
