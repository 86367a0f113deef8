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
export async function findLots(ctx: Context, customerID: string): Promise<StoredLot[]> {
  return (await lotsOf(ctx, customerID).execute()).map(toLot);
}

/**
 * As findLots, locked: other requests that take hours of this customer wait. Lock jobs, purchases, promo
 * codes and gifts before, the customer's own row after.
 * @param also lots that hours will be returned to: they may be empty now.
 */
export async function lockLots(
  tx: Tx,
  customerID: string,
  also: readonly string[] = [],
): Promise<StoredLot[]> {
  return (await lotsOf(tx, customerID, also).forUpdate().execute()).map(toLot);
}

function lotsOf({ db }: Context, customerID: string, also: readonly string[] = []) {
  return db
    .selectFrom('credit_lot')
    .selectAll()
    .select(isDisputed('credit_lot.transactionID').as('isDisputed'))
    .where('customerID', '=', customerID)
    .where(({ or, eb }) =>
      or([eb('remaining', '>', 0), ...(also.length === 0 ? [] : [eb('id', 'in', [...also])])]),
    )
    .orderBy('id');
}

/** Whether the jobs reserve hours that cannot be used because their payment is disputed. */
export async function keepDisputedHours({ db }: Context, jobIDs: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('credit_use')
    .innerJoin('credit_lot', 'credit_lot.id', 'credit_use.lotID')
    .select('credit_use.id')
    .where('credit_use.jobID', 'in', [...jobIDs])
    .where('credit_use.endedAt', 'is', null)
    .where(isDisputed('credit_lot.transactionID'))
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
      expiresAt: until.toString(),
      originalExpiresAt: original?.toString() ?? null,
      noticeGiven: null,
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

function toLot(row: Selectable<CreditLot> & { readonly isDisputed: boolean }): StoredLot {
  return {
    isDisputed: row.isDisputed,
    source: row.source as NewLot['source'],
    id: row.id,
    perHour: row.perHour,
    remaining: row.remaining,
    costLeft: row.costLeft,
    expiresAt: readDatabaseTimeOrNull(row.expiresAt),
    originalExpiresAt: readDatabaseTimeOrNull(row.originalExpiresAt),
    purchasedAt: readDatabaseTime(row.purchasedAt),
  };
}

export interface NewLot {
  readonly id: string;
  readonly customerID: string;
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
  readonly transactionID?: string;
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
    readonly giftID?: string;
    readonly reason?: string;
  },
): Promise<Hours> {
  await tx.db
    .insertInto('credit_lot')
    .values({
      id: lot.id,
      customerID: lot.customerID,
      perHour: lot.perHour,
      granted: lot.hours,
      remaining: 0,
      cost: lot.cost,
      costLeft: 0,
      source: lot.source,
      transactionID: lot.transactionID ?? null,
      purchasedAt: tx.clock.now().toString(),
      expiresAt: lot.expiresAt?.toString() ?? null,
      originalExpiresAt: lot.originalExpiresAt?.toString() ?? null,
    })
    .execute();
  return moveHours(tx, {
    ...move,
    customerID: lot.customerID,
    direction: 'into-lots',
    parts: [{ lotID: lot.id, perHour: lot.perHour, hours: lot.hours, cost: lot.cost }],
    cause: { kind: 'lot', id: lot.id },
    key: lot.id,
    // The receiver's movements do not disclose the sender's payment.
    ...(lot.source !== 'gift' && lot.transactionID !== undefined && { transactionID: lot.transactionID }),
  });
}

/** Whether the lot belongs to this customer, empty or not. */
export async function isLotOf(ctx: Context, customerID: string, lotID: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credit_lot')
    .select('id')
    .where('id', '=', lotID)
    .where('customerID', '=', customerID)
    .executeTakeFirst();
  return row !== undefined;
}
