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
/** The people who see addresses: a customer their own, the office all. */
export type CustomerOrAdmin = SignedIn<'customer' | 'admin'>;

/** A customer's address that a job may be booked to; null when it is not theirs, or in the trash. */
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

/** The address that a customer named as their own first; null while there is none. */
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

/** An address as far as the person asking may know of it. Another's is the same as none. */
export async function findAddress(ctx: Context, id: string): Promise<AddressRow | null> {
  if (reachOf(ctx.actor, seeAddress) === null) return null;
  let query = ctx.db.selectFrom('customer_address').selectAll().where('id', '=', id);
  const own = ownIdFor(ctx.actor, seeAddress);
  if (own !== null) query = query.where('customer_id', '=', own);
  return (await query.executeTakeFirst()) ?? null;
}

/** An address as replied, where it is known to be there. */
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

/** Puts the one primary address in its place; the customer is locked by then. */
export async function placePrimary(tx: Tx, customerId: string, asking?: string): Promise<void> {
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
  // The one that was steps down first: the index allows only one at a time.
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
