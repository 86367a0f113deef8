import { type Selectable, sql } from 'kysely';
import type { CreditPurchase } from '#database/generated.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** The purchase of a package of hours: what a payment attempt pays for. */
export interface Purchase {
  readonly id: string;
  readonly customerId: string;
  readonly packageId: string;
  readonly label: string;
  readonly perHour: number;
  readonly hours: Hours;
  readonly total: Cents;
  readonly promocode: string;
  /** Identifies the request that began it (idOfRequest); null without an Idempotency-Key. */
  readonly requestKey: string | null;
  readonly status: 'open' | 'paid' | 'failed';
  /** The lot and the payment; null until it is paid. */
  readonly lotId: string | null;
  readonly transactionId: string | null;
}

export interface NewPurchase
  extends Pick<
    Purchase,
    'id' | 'customerId' | 'packageId' | 'label' | 'perHour' | 'hours' | 'total' | 'promocode' | 'requestKey'
  > {
  /** Itemised, in cents. */
  readonly price: { readonly subtotal: Cents; readonly discount: Cents; readonly total: Cents };
}

export async function insertPurchase(tx: Tx, of: NewPurchase): Promise<void> {
  await tx.db
    .insertInto('credit_purchase')
    .values({
      id: of.id,
      customer_id: of.customerId,
      package_id: of.packageId,
      label: of.label,
      per_hour: of.perHour,
      hours: of.hours,
      price: JSON.stringify(of.price),
      total: of.total,
      promocode: of.promocode,
      request_key: of.requestKey,
      status: 'open',
      created_at: tx.clock.now().toString(),
    })
    .execute();
}

/** Serialises a customer's purchases of a package, until the end of the transaction. */
export async function lockBuying(tx: Tx, customerId: string, packageId: string): Promise<void> {
  const buying = `credit purchase ${customerId} ${packageId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${buying}, 0))`.execute(tx.db);
}

type Buying = { readonly customerId: string; readonly packageId: string };

/**
 * The purchase that the request with this key began, however long ago; null if there is none, or it failed.
 */
export async function lockPurchaseOfRequest(
  tx: Tx,
  { customerId, packageId, requestKey }: Buying & { readonly requestKey: string },
): Promise<Purchase | null> {
  const row = await tx.db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('package_id', '=', packageId)
    .where('request_key', '=', requestKey)
    .where('status', '!=', 'failed')
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toPurchase(row);
}

/**
 * The customer's purchase of this package whose payment has no outcome yet, however old; null if there is
 * none.
 */
export async function findOpenPurchase(
  { db }: Context,
  { customerId, packageId }: Buying,
): Promise<Purchase | null> {
  const row = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('package_id', '=', packageId)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toPurchase(row);
}

/** @throws if there is none. */
export async function findPurchase({ db }: Context, id: string): Promise<Purchase> {
  return toPurchase(
    await db.selectFrom('credit_purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Locks a purchase; outcomes of its payment are serialised here. @throws if there is none. */
export async function lockPurchase(tx: Tx, id: string): Promise<Purchase> {
  const row = await tx.db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toPurchase(row);
}

/**
 * The purchase that a transaction paid for, with its price in cents; null if it is not for a package of
 * hours.
 */
export async function findPaidPurchase(
  { db }: Context,
  of: { readonly customerId: string; readonly transactionId: string },
): Promise<(Purchase & Pick<NewPurchase, 'price'>) | null> {
  const row = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customer_id', '=', of.customerId)
    .where('transaction_id', '=', of.transactionId)
    .executeTakeFirst();
  return row === undefined ? null : { ...toPurchase(row), price: row.price as NewPurchase['price'] };
}

function toPurchase(row: Selectable<CreditPurchase>): Purchase {
  return {
    id: row.id,
    customerId: row.customer_id,
    packageId: row.package_id,
    label: row.label,
    perHour: row.per_hour,
    hours: row.hours,
    total: row.total,
    lotId: row.lot_id,
    transactionId: row.transaction_id,
    promocode: row.promocode,
    status: row.status as Purchase['status'],
    requestKey: row.request_key,
  };
}
