import { areaOfPostal } from '#features/places/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AddressChanges, NewAddress } from '../address-shapes.ts';
import { type AddressRow, findAddress, type Keeper, saveAddress, settlePrimary } from './address-store.ts';
import { lockCustomer } from './store.ts';

type Refused = Refusal<'not_found' | 'unavailable'>;

/** Adds an address; a customer's first becomes the primary one. */
export function createAddress(
  ctx: Context<Keeper>,
  customerId: string,
  added: NewAddress,
): Promise<AddressRow | Refused> {
  return inTransaction(ctx, async (tx) => {
    if ((await lockCustomer(tx, customerId)) === null) return refuse('not_found');
    const now = tx.clock.now().toString();
    const id = tx.newId();
    await tx.db
      .insertInto('customer_address')
      .values({
        id,
        customer_id: customerId,
        label: added.label,
        type: added.type,
        is_primary: false,
        address_line1: added.addressLine1,
        address_line2: added.addressLine2,
        address_line3: added.addressLine3,
        country: added.country,
        has_pets: added.hasPets,
        language_preference: added.languagePreference,
        gender_preference: added.genderPreference,
        created_at: now,
        updated_at: now,
        ...(await placeOf(tx, added.postal, added)),
      })
      .execute();
    await settlePrimary(tx, customerId, added.isPrimary ? id : undefined);
    return written(tx, id, 'address.created');
  });
}

/** Changes an address. The primary one stays so until another asks to be. */
export async function updateAddress(
  ctx: Context<Keeper>,
  id: string,
  changes: AddressChanges,
): Promise<AddressRow | Refused> {
  return onAddress(ctx, id, async (tx, before) => {
    if (before.trashed_at !== null && tx.actor.role === 'customer') return refuse('not_found');
    const movesHome = changes.postal !== undefined && changes.postal !== before.postal;
    const position = { latitude: changes.latitude, longitude: changes.longitude };
    const kept = movesHome ? {} : { latitude: before.latitude, longitude: before.longitude };
    await saveAddress(tx, id, {
      label: changes.label ?? before.label,
      type: changes.type ?? before.type,
      address_line1: changes.addressLine1 ?? before.address_line1,
      address_line2: changes.addressLine2 ?? before.address_line2,
      address_line3: changes.addressLine3 ?? before.address_line3,
      country: changes.country ?? before.country,
      has_pets: changes.hasPets ?? before.has_pets,
      language_preference: changes.languagePreference ?? before.language_preference,
      gender_preference: changes.genderPreference ?? before.gender_preference,
      ...(await placeOf(tx, changes.postal ?? before.postal, withFallback(position, kept))),
    });
    await settlePrimary(tx, before.customer_id, changes.isPrimary ? id : undefined);
    return written(tx, id, 'address.updated');
  });
}

/** Puts an address aside, or takes it back. The primary place goes to the oldest one left. */
export function setAddressTrashed(
  ctx: Context<Keeper>,
  id: string,
  trashed: boolean,
): Promise<AddressRow | Refused> {
  return onAddress(ctx, id, async (tx, before) => {
    if ((before.trashed_at !== null) === trashed) return before;
    const trashedAt = trashed ? tx.clock.now().toString() : null;
    await saveAddress(tx, id, { trashed_at: trashedAt, is_primary: false });
    await settlePrimary(tx, before.customer_id);
    return written(tx, id, trashed ? 'address.trashed' : 'address.untrashed');
  });
}

/** Finds the address for the person asking, locks its customer, and reads it again under the lock. */
async function onAddress(
  ctx: Context<Keeper>,
  id: string,
  work: (tx: Tx<Keeper>, before: AddressRow) => Promise<AddressRow | Refused>,
): Promise<AddressRow | Refused> {
  const seen = await findAddress(ctx, id);
  if (seen === null) return refuse('not_found');
  return inTransaction(ctx, async (tx) => {
    await lockCustomer(tx, seen.customer_id);
    const before = await findAddress(tx, id);
    return before === null ? refuse('not_found') : work(tx, before);
  });
}

interface Position {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
}

/** Where a home lies: what was sent, otherwise the middle of its district; nothing for an unknown sector. */
async function placeOf(tx: Tx, postal: string, sent: Position) {
  const area = await areaOfPostal(tx, postal);
  return {
    postal,
    area_id: area?.areaID ?? null,
    latitude: sent.latitude ?? area?.latitude ?? null,
    longitude: sent.longitude ?? area?.longitude ?? null,
  };
}

function withFallback(sent: Position, kept: Position): Position {
  return { latitude: sent.latitude ?? kept.latitude, longitude: sent.longitude ?? kept.longitude };
}

/** The address as it now is, with its line in the audit trail. */
async function written(tx: Tx, id: string, action: string): Promise<AddressRow> {
  await audit(tx, { action, subject: { kind: 'address', id } });
  return tx.db.selectFrom('customer_address').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
