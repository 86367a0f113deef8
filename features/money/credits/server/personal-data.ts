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
      'Hours you sent': await giftsOf(ctx, 'senderID', id),
      'Hours you received': await giftsOf(ctx, 'claimedBy', id),
    };
  },

  async openMatters({ db }, { id }) {
    const gifts = await db
      .selectFrom('credit_gift')
      .select(['id', 'expiresAt'])
      .where('senderID', '=', id)
      .where('claimedAt', 'is', null)
      .where('returnedAt', 'is', null)
      .execute();
    return gifts.map((gift) => ({ kind: 'gift', id: gift.id, at: wireTime(gift.expiresAt) }));
  },

  async forget(tx, { id }) {
    await tx.db
      .updateTable('credit_gift')
      .set({ email: '', message: '' })
      .where(({ or, eb }) => or([eb('senderID', '=', id), eb('claimedBy', '=', id)]))
      .execute();
    await tx.db
      .updateTable('credit_purchase')
      .set({ requestKey: null })
      .where('customerID', '=', id)
      .execute();
    await withRetention(tx, () =>
      tx.db
        .updateTable('credit_movement')
        .set({ reason: '' })
        .where('customerID', '=', id)
        .where('reason', '<>', '')
        .execute(),
    );
  },
};

async function lotsOf({ db }: Context, customerID: string) {
  const lots = await db
    .selectFrom('credit_lot')
    .selectAll()
    .where('customerID', '=', customerID)
    .orderBy('purchasedAt')
    .execute();
  return lots.map((lot) => ({
    'Came on': wireTime(lot.purchasedAt),
    'Came from': lot.source,
    'Hours at first': lot.granted,
    'Hours left': lot.remaining,
    'Price an hour': `S$${lot.perHour}`,
    'Use by': wireTimeOrNull(lot.expiresAt),
  }));
}

async function movementsOf({ db }: Context, customerID: string) {
  const moved = await db
    .selectFrom('credit_movement')
    .select(['createdAt', 'kind', 'hours', 'reason'])
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return moved.map((move) => ({
    Date: wireTime(move.createdAt),
    What: move.kind,
    Hours: move.hours,
    Reason: move.reason,
  }));
}

async function purchasesOf({ db }: Context, customerID: string) {
  const bought = await db
    .selectFrom('credit_purchase')
    .select(['createdAt', 'label', 'hours', 'total', 'promocode', 'status'])
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .execute();
  return bought.map((purchase) => ({
    Date: wireTime(purchase.createdAt),
    Package: purchase.label,
    Hours: purchase.hours,
    Price: `S$${dollars(purchase.total)}`,
    'Promo code': purchase.promocode,
    Outcome: purchase.status,
  }));
}

/** A received gift includes the giver's message. */
async function giftsOf({ db }: Context, whose: 'senderID' | 'claimedBy', customerID: string) {
  const gifts = await db
    .selectFrom('credit_gift')
    .selectAll()
    .where(whose, '=', customerID)
    .orderBy('sentAt')
    .execute();
  return gifts.map((gift) => ({
    'Sent on': wireTime(gift.sentAt),
    Hours: gift.hours,
    'Sent to': gift.email,
    Message: gift.message,
    'Claimed on': wireTimeOrNull(gift.claimedAt),
    'Went back on': wireTimeOrNull(gift.returnedAt),
  }));
}
