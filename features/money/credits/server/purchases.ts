import { type Selectable, sql } from 'kysely';
import type { CreditPurchase } from '#database/generated.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** The purchase of a package of hours: what a payment attempt pays for. */
export interface Purchase {
  readonly id: string;
  readonly customerID: string;
  readonly packageID: string;
  readonly label: string;
  readonly perHour: number;
  readonly hours: Hours;
  readonly total: Cents;
  readonly promocode: string;
  /** Identifies the request that began it (idOfRequest); null without an Idempotency-Key. */
  readonly requestKey: string | null;
  readonly status: 'open' | 'paid' | 'failed';
  /** The lot and the payment; null until it is paid. */
  readonly lotID: string | null;
  readonly transactionID: string | null;
}

export interface NewPurchase
  extends Pick<
    Purchase,
    'id' | 'customerID' | 'packageID' | 'label' | 'perHour' | 'hours' | 'total' | 'promocode' | 'requestKey'
  > {
  /** Itemised, in cents. */
  readonly price: { readonly subtotal: Cents; readonly discount: Cents; readonly total: Cents };
}

export async function insertPurchase(tx: Tx, of: NewPurchase): Promise<void> {
  await tx.db
    .insertInto('credit_purchase')
    .values({
      id: of.id,
      customerID: of.customerID,
      packageID: of.packageID,
      label: of.label,
      perHour: of.perHour,
      hours: of.hours,
      price: JSON.stringify(of.price),
      total: of.total,
      promocode: of.promocode,
      requestKey: of.requestKey,
      status: 'open',
      createdAt: tx.clock.now().toString(),
    })
    .execute();
}

/** Serialises a customer's purchases of a package, until the end of the transaction. */
export async function lockBuying(tx: Tx, customerID: string, packageID: string): Promise<void> {
  const buying = `credit purchase ${customerID} ${packageID}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${buying}, 0))`.execute(tx.db);
}

type Buying = { readonly customerID: string; readonly packageID: string };

/**
 * The purchase that the request with this key began, however long ago; null if there is none, or it failed.
 */
export async function lockPurchaseOfRequest(
  tx: Tx,
  { customerID, packageID, requestKey }: Buying & { readonly requestKey: string },
): Promise<Purchase | null> {
  const row = await tx.db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customerID', '=', customerID)
    .where('packageID', '=', packageID)
    .where('requestKey', '=', requestKey)
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
  { customerID, packageID }: Buying,
): Promise<Purchase | null> {
  const row = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customerID', '=', customerID)
    .where('packageID', '=', packageID)
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
  of: { readonly customerID: string; readonly transactionID: string },
): Promise<(Purchase & Pick<NewPurchase, 'price'>) | null> {
  const row = await db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customerID', '=', of.customerID)
    .where('transactionID', '=', of.transactionID)
    .executeTakeFirst();
  return row === undefined ? null : { ...toPurchase(row), price: row.price as NewPurchase['price'] };
}

function toPurchase(row: Selectable<CreditPurchase>): Purchase {
  return {
    id: row.id,
    customerID: row.customerID,
    packageID: row.packageID,
    label: row.label,
    perHour: row.perHour,
    hours: row.hours,
    total: row.total,
    lotID: row.lotID,
    transactionID: row.transactionID,
    promocode: row.promocode,
    status: row.status as Purchase['status'],
    requestKey: row.requestKey,
  };
}
