import type { Selectable } from 'kysely';
import type { CreditLot } from '#database/generated.ts';
import { isDisputed } from '#features/money/payments/server/index.ts';
import { readDatabaseTime, readDatabaseTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { HOURS } from '../rules/accounts.ts';
import type { Lot } from '../rules/lots.ts';
import { type MovementKind, moveHours } from './move-hours.ts';

/** A customer's non-empty lots, including expired ones. */
export async function findLots(ctx: Context, customerId: string): Promise<StoredLot[]> {
  return (await lotsOf(ctx, customerId).execute()).map(toLot);
}

/**
 * As findLots, locked: other requests that take hours of this customer wait. Lock jobs, purchases, promo
 * codes and gifts before, the customer's own row after.
 * @param also lots that hours will be returned to: they may be empty now.
 */
export async function lockLots(
  tx: Tx,
  customerId: string,
  also: readonly string[] = [],
): Promise<StoredLot[]> {
  return (await lotsOf(tx, customerId, also).forUpdate().execute()).map(toLot);
}

function lotsOf({ db }: Context, customerId: string, also: readonly string[] = []) {
  return db
    .selectFrom('credit_lot')
    .selectAll()
    .select(isDisputed('credit_lot.transaction_id').as('is_disputed'))
    .where('customer_id', '=', customerId)
    .where(({ or, eb }) =>
      or([eb('remaining', '>', 0), ...(also.length === 0 ? [] : [eb('id', 'in', [...also])])]),
    )
    .orderBy('id');
}

/** Whether the jobs reserve hours that cannot be used because their payment is disputed. */
export async function keepDisputedHours({ db }: Context, jobIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('credit_use')
    .innerJoin('credit_lot', 'credit_lot.id', 'credit_use.lot_id')
    .select('credit_use.id')
    .where('credit_use.job_id', 'in', [...jobIds])
    .where('credit_use.ended_at', 'is', null)
    .where(isDisputed('credit_lot.transaction_id'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Extends an expired lot; its original expiry is recorded. The lot is locked. */
export async function extendLot(tx: Tx, lot: StoredLot, until: Temporal.Instant): Promise<void> {
  const original = lot.originalExpiresAt ?? lot.expiresAt;
  await tx.db
    .updateTable('credit_lot')
    .set({
      expires_at: until.toString(),
      original_expires_at: original?.toString() ?? null,
      notice_given: null,
    })
    .where('id', '=', lot.id)
    .execute();
}

export interface StoredLot extends Lot {
  readonly source: NewLot['source'];
  /** The payment that bought it is disputed, or the dispute was lost: none of it can be used. */
  readonly isDisputed: boolean;
  /** The expiry before the lot was extended; null if it was not. */
  readonly originalExpiresAt: Temporal.Instant | null;
}

function toLot(row: Selectable<CreditLot> & { readonly is_disputed: boolean }): StoredLot {
  return {
    isDisputed: row.is_disputed,
    source: row.source as NewLot['source'],
    id: row.id,
    perHour: row.per_hour,
    remaining: row.remaining,
    costLeft: row.cost_left,
    expiresAt: readDatabaseTimeOrNull(row.expires_at),
    originalExpiresAt: readDatabaseTimeOrNull(row.original_expires_at),
    purchasedAt: readDatabaseTime(row.purchased_at),
  };
}

export interface NewLot {
  readonly id: string;
  readonly customerId: string;
  /** Whole dollars: 27, 25, 24 or 0. */
  readonly perHour: number;
  readonly hours: Hours;
  /** Cents that were paid for the hours. */
  readonly cost: Cents;
  readonly source: 'purchase' | 'gift' | 'adjustment' | 'refund';
  readonly expiresAt: Temporal.Instant | null;
  /** For hours from an extended lot: the expiry before the extension. */
  readonly originalExpiresAt?: Temporal.Instant | null;
  /** The payment that bought the hours; for a gift, the sender's. */
  readonly transactionId?: string;
}

/**
 * Creates a lot and the movement that fills it, from the company or from escrow. Returns the change in hours.
 */
export async function addLot(
  tx: Tx,
  lot: NewLot,
  move: {
    readonly kind: MovementKind;
    readonly account: (typeof HOURS)['issued' | 'escrow'];
    readonly giftId?: string;
    readonly reason?: string;
  },
): Promise<Hours> {
  await tx.db
    .insertInto('credit_lot')
    .values({
      id: lot.id,
      customer_id: lot.customerId,
      per_hour: lot.perHour,
      granted: lot.hours,
      remaining: 0,
      cost: lot.cost,
      cost_left: 0,
      source: lot.source,
      transaction_id: lot.transactionId ?? null,
      purchased_at: tx.clock.now().toString(),
      expires_at: lot.expiresAt?.toString() ?? null,
      original_expires_at: lot.originalExpiresAt?.toString() ?? null,
    })
    .execute();
  return moveHours(tx, {
    ...move,
    customerId: lot.customerId,
    direction: 'into-lots',
    parts: [{ lotId: lot.id, perHour: lot.perHour, hours: lot.hours, cost: lot.cost }],
    cause: { kind: 'lot', id: lot.id },
    key: lot.id,
    // The receiver's movements do not disclose the sender's payment.
    ...(lot.source !== 'gift' && lot.transactionId !== undefined && { transactionId: lot.transactionId }),
  });
}

/** Whether the lot belongs to this customer, empty or not. */
export async function isLotOf(ctx: Context, customerId: string, lotId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credit_lot')
    .select('id')
    .where('id', '=', lotId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}
