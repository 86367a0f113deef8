import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { withRetention } from '#platform/server/retention.ts';

/**
 * Hours stay in the ledger. Free text about them is erased: a friend's address, a message, the office's
 * reasons.
 */
export const creditData: PersonalData = {
  tables: ['credit_gift', 'credit_lot', 'credit_movement', 'credit_notice', 'credit_purchase', 'credit_use'],

  async collect(ctx, { id }) {
    return {
      'Hours you hold or held': await lotsOf(ctx, id),
      'Your statement of hours': await movementsOf(ctx, id),
      'Hours you bought': await purchasesOf(ctx, id),
      'Hours you sent': await giftsOf(ctx, 'sender_id', id),
      'Hours you received': await giftsOf(ctx, 'claimed_by', id),
    };
  },

  async openMatters({ db }, { id }) {
    const gifts = await db
      .selectFrom('credit_gift')
      .select(['id', 'expires_at'])
      .where('sender_id', '=', id)
      .where('claimed_at', 'is', null)
      .where('returned_at', 'is', null)
      .execute();
    return gifts.map((gift) => ({ kind: 'gift', id: gift.id, at: wireTime(gift.expires_at) }));
  },

  async forget(tx, { id }) {
    await tx.db
      .updateTable('credit_gift')
      .set({ email: '', message: '' })
      .where(({ or, eb }) => or([eb('sender_id', '=', id), eb('claimed_by', '=', id)]))
      .execute();
    await tx.db
      .updateTable('credit_purchase')
      .set({ request_key: null })
      .where('customer_id', '=', id)
      .execute();
    await withRetention(tx, () =>
      tx.db
        .updateTable('credit_movement')
        .set({ reason: '' })
        .where('customer_id', '=', id)
        .where('reason', '<>', '')
        .execute(),
    );
  },
};

async function lotsOf({ db }: Context, customerId: string) {
  const lots = await db
    .selectFrom('credit_lot')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('purchased_at')
    .execute();
  return lots.map((lot) => ({
    'Came on': wireTime(lot.purchased_at),
    'Came from': lot.source,
    'Hours at first': lot.granted,
    'Hours left': lot.remaining,
    'Price an hour': `S$${lot.per_hour}`,
    'Use by': wireTimeOrNull(lot.expires_at),
  }));
}

async function movementsOf({ db }: Context, customerId: string) {
  const moved = await db
    .selectFrom('credit_movement')
    .select(['created_at', 'kind', 'hours', 'reason'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return moved.map((move) => ({
    Date: wireTime(move.created_at),
    What: move.kind,
    Hours: move.hours,
    Reason: move.reason,
  }));
}

async function purchasesOf({ db }: Context, customerId: string) {
  const bought = await db
    .selectFrom('credit_purchase')
    .select(['created_at', 'label', 'hours', 'total', 'promocode', 'status'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .execute();
  return bought.map((purchase) => ({
    Date: wireTime(purchase.created_at),
    Package: purchase.label,
    Hours: purchase.hours,
    Price: `S$${dollars(purchase.total)}`,
    'Promo code': purchase.promocode,
    Outcome: purchase.status,
  }));
}

/** A received gift includes the giver's message. */
async function giftsOf({ db }: Context, whose: 'sender_id' | 'claimed_by', customerId: string) {
  const gifts = await db
    .selectFrom('credit_gift')
    .selectAll()
    .where(whose, '=', customerId)
    .orderBy('sent_at')
    .execute();
  return gifts.map((gift) => ({
    'Sent on': wireTime(gift.sent_at),
    Hours: gift.hours,
    'Sent to': gift.email,
    Message: gift.message,
    'Claimed on': wireTimeOrNull(gift.claimed_at),
    'Went back on': wireTimeOrNull(gift.returned_at),
  }));
}
