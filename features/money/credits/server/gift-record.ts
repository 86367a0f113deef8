import { isDisputed } from '#features/money/payments/server/index.ts';
import { readDatabaseTimeOrNull, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { GiftReply } from '../contract.ts';
import { readGiftCode } from '../rules/gift-code.ts';
import type { LotPart } from '../rules/lots.ts';

export function selectGifts({ db }: Context) {
  return db
    .selectFrom('credit_gift as gift')
    .innerJoin('customer', 'customer.id', 'gift.sender_id')
    .select([
      'gift.id',
      'gift.email',
      'gift.email_type',
      'gift.message',
      'gift.hours',
      'gift.sent_at',
      'gift.expires_at',
      'gift.hours_expire_at',
      'gift.claimed_at',
      'gift.returned_at',
      'customer.firstname',
      'customer.lastname',
      'customer.display_name as displayName',
    ]);
}

type GiftRow = Awaited<ReturnType<ReturnType<typeof selectGifts>['execute']>>[number];

export async function readGift(ctx: Context, id: string): Promise<GiftReply> {
  return toGiftReply(await selectGifts(ctx).where('gift.id', '=', id).executeTakeFirstOrThrow());
}

export function toGiftReply(row: GiftRow): GiftReply {
  return {
    id: row.id,
    hours: row.hours,
    email: row.email,
    email_type: row.email_type as GiftReply['email_type'],
    message: row.message,
    status: statusOf(row),
    sentAt: wireTime(row.sent_at),
    expiresAt: wireTime(row.expires_at),
    hoursExpireAt: wireTimeOrNull(row.hours_expire_at),
    claimedAt: wireTimeOrNull(row.claimed_at),
    returnedAt: wireTimeOrNull(row.returned_at),
    sender: { fullname: fullnameOf(row) },
  };
}

function statusOf(row: Pick<GiftRow, 'claimed_at' | 'returned_at'>): GiftReply['status'] {
  if (row.claimed_at !== null) return 'claimed';
  return row.returned_at === null ? 'pending' : 'returned';
}

/**
 * The stored form of a code: a keyed MAC, so that a copy of the table does not allow guessing codes offline.
 */
export function hashGiftCode({ keys }: Context, typed: string): Buffer {
  return Buffer.from(keys.mac('gift', readGiftCode(typed)), 'hex');
}

/** The outbox key of the e-mail with the code, until it is sent. */
export function giftMailKey(giftId: string): string {
  return `credit-gift:${giftId}`;
}

/** Hours of a gift that came from one lot. */
export interface GiftPart extends LotPart {
  readonly expiresAt: Temporal.Instant | null;
  readonly originalExpiresAt: Temporal.Instant | null;
  /** The payment that bought the hours. */
  readonly transactionId: string | null;
  /** The payment is disputed, or the dispute was lost: the hours cannot be claimed. */
  readonly isDisputed: boolean;
}

/** The parts of a gift by source lot, with the lots' current expiry. */
export async function findGiftParts({ db }: Context, giftId: string): Promise<GiftPart[]> {
  const rows = await db
    .selectFrom('credit_gift_part as part')
    .innerJoin('credit_lot as lot', 'lot.id', 'part.lot_id')
    .select(['part.lot_id', 'part.hours', 'part.cost'])
    .select(['lot.per_hour', 'lot.expires_at', 'lot.original_expires_at', 'lot.transaction_id'])
    .select(isDisputed('lot.transaction_id').as('is_disputed'))
    .where('part.gift_id', '=', giftId)
    .orderBy('part.lot_id')
    .execute();
  return rows.map((row) => ({
    lotId: row.lot_id,
    perHour: row.per_hour,
    hours: row.hours,
    cost: row.cost,
    expiresAt: readDatabaseTimeOrNull(row.expires_at),
    originalExpiresAt: readDatabaseTimeOrNull(row.original_expires_at),
    transactionId: row.transaction_id,
    isDisputed: row.is_disputed,
  }));
}
