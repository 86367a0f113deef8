import { type Selectable, sql } from 'kysely';
import type { CreditPurchase } from '#database/generated.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type EarlierPurchase, earliestRepeated } from '../rules/same-purchase.ts';

/** A package of hours that somebody buys or has bought: what a payment attempt pays for. */
export interface Purchase extends Omit<EarlierPurchase, 'status'> {
  readonly id: string;
  readonly customerId: string;
  readonly packageId: string;
  readonly label: string;
  readonly perHour: number;
  readonly hours: Hours;
  readonly total: Cents;
  readonly status: 'open' | 'paid' | 'failed';
  /** The hours that it bought, and the payment that bought them; null until it is paid. */
  readonly lotId: string | null;
  readonly transactionId: string | null;
}

export interface NewPurchase
  extends Pick<Purchase, 'id' | 'customerId' | 'packageId' | 'label' | 'perHour' | 'hours' | 'total'> {
  readonly promocode: string;
  readonly cardKey: string;
  readonly requestKey: string | null;
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
      card_key: of.cardKey,
      request_key: of.requestKey,
      status: 'open',
      created_at: tx.clock.now().toString(),
    })
    .execute();
}

/** One at a time buys a package for a customer; until the end of the transaction. */
export async function lockBuying(tx: Tx, customerId: string, packageId: string): Promise<void> {
  const buying = `credit purchase ${customerId} ${packageId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${buying}, 0))`.execute(tx.db);
}

/** The purchases of a package that a call may be asking for again, locked; the newest first. */
export async function lockRecent(
  tx: Tx,
  of: { readonly customerId: string; readonly packageId: string },
): Promise<(Purchase & EarlierPurchase)[]> {
  const rows = await recent(tx, of).forUpdate().execute();
  return rows.map(toPurchase).filter(isLive);
}

/** As lockRecent, only looked at. */
export async function findRecent(
  ctx: Context,
  of: { readonly customerId: string; readonly packageId: string },
): Promise<(Purchase & EarlierPurchase)[]> {
  return (await recent(ctx, of).execute()).map(toPurchase).filter(isLive);
}

function isLive(purchase: Purchase): purchase is Purchase & EarlierPurchase {
  return purchase.status !== 'failed';
}

function recent({ db, clock }: Context, of: { readonly customerId: string; readonly packageId: string }) {
  return db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('customer_id', '=', of.customerId)
    .where('package_id', '=', of.packageId)
    .where('created_at', '>', earliestRepeated(clock.now()).toString())
    .where('status', '!=', 'failed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

/** Locks a purchase: what its payment does to it waits in line here. @throws when there is none. */
export async function lockPurchase(tx: Tx, id: string): Promise<Purchase> {
  const row = await tx.db
    .selectFrom('credit_purchase')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toPurchase(row);
}

/** What a transaction paid for, with its price in cents; null where that is no package of hours. */
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

/** Notes that a call about it ended without an outcome: whoever comes back with the card goes on with it. */
export async function noteLeftOpen({ db, clock }: Context, id: string): Promise<void> {
  await db
    .updateTable('credit_purchase')
    .set({ left_open_at: clock.now().toString() })
    .where('id', '=', id)
    .where('left_open_at', 'is', null)
    .execute();
}

function toPurchase(row: Selectable<CreditPurchase>): Purchase {
  const time = (text: string | null) => (text === null ? null : readDatabaseTime(text));
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
    cardKey: row.card_key,
    requestKey: row.request_key,
    createdAt: readDatabaseTime(row.created_at),
    decidedAt: time(row.decided_at),
    leftOpenAt: time(row.left_open_at),
  };
}
