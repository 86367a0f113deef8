import type { Selectable, Updateable } from 'kysely';
import type { CustomerAddress } from '#database/generated.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { ownIdFor, reachOf } from '#platform/kernel/policy.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { marksOf } from '#platform/server/records.ts';
import { ADDRESS_FIELDS, type AddressReply } from '../address-shapes.ts';
import { seeAddress } from '../rules/policy.ts';
import { choosePrimary } from '../rules/primary.ts';

export type AddressRow = Selectable<CustomerAddress>;
/** Who sees addresses: customers their own, the office all. */
export type CustomerOrAdmin = SignedIn<'customer' | 'admin'>;

/** A customer's address for a booking; null if it is not theirs, or trashed. */
export async function getAddressOf(
  ctx: Context,
  customerId: string,
  addressId: string,
): Promise<AddressRow | null> {
  const row = await ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where('id', '=', addressId)
    .where('customer_id', '=', customerId)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The customer's primary address; null if there is none. */
export async function findPrimaryAddress({ db }: Context, customerId: string): Promise<AddressRow | null> {
  const row = await db
    .selectFrom('customer_address')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('is_primary', '=', true)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** An address if the actor may see it; null as for an unknown one. */
export async function findAddress(ctx: Context, id: string): Promise<AddressRow | null> {
  if (reachOf(ctx.actor, seeAddress) === null) return null;
  let query = ctx.db.selectFrom('customer_address').selectAll().where('id', '=', id);
  const own = ownIdFor(ctx.actor, seeAddress);
  if (own !== null) query = query.where('customer_id', '=', own);
  return (await query.executeTakeFirst()) ?? null;
}

/** @throws if there is none. */
export async function readAddress(ctx: Context, id: string): Promise<AddressReply> {
  const row = await ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return toAddressReply(row);
}

export async function saveAddress(tx: Tx, id: string, changes: Updateable<CustomerAddress>): Promise<void> {
  await tx.db
    .updateTable('customer_address')
    .set({ ...changes, updated_at: tx.clock.now().toString() })
    .where('id', '=', id)
    .execute();
}

/** Updates which address is primary. The customer is locked. */
export async function assignPrimary(tx: Tx, customerId: string, asking?: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('customer_address')
    .select(['id', 'is_primary', 'trashed_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const placed = rows.map((row) => ({
    id: row.id,
    isPrimary: row.is_primary,
    isTrashed: row.trashed_at !== null,
  }));
  const primary = choosePrimary(placed, asking);
  const wrong = placed.filter((address) => address.isPrimary !== (address.id === primary));
  // Unsets the old one first: the index allows only one at a time.
  for (const address of wrong.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))) {
    await tx.db
      .updateTable('customer_address')
      .set({ is_primary: !address.isPrimary })
      .where('id', '=', address.id)
      .execute();
  }
}

export const ADDRESS = columnsOf(...ADDRESS_FIELDS);

export function toAddressReply(row: AddressRow): AddressReply {
  return {
    id: row.id,
    customerID: row.customer_id,
    isPrimary: row.is_primary,
    ...ADDRESS.toWire(row),
    genderPreference: row.gender_preference as AddressReply['genderPreference'],
    areaID: row.area_id,
    ...marksOf(row),
  };
}
