import { areaOfPostal } from '#features/places/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AddressChanges, AddressReply, NewAddress } from '../address-shapes.ts';
import { type Keeper, readAddress, saveAddress, settlePrimary } from './address-record.ts';
import { lockCustomer } from './customer-record.ts';
import { onAddress } from './on-address.ts';

type Refused = Refusal<'not_found' | 'unavailable'>;

/** Adds an address; a customer's first becomes the primary one. */
export function createAddress(
  ctx: Context<Keeper>,
  customerId: string,
  added: NewAddress,
): Promise<AddressReply | Refused> {
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
): Promise<AddressReply | Refused> {
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
async function written(tx: Tx, id: string, action: string): Promise<AddressReply> {
  await audit(tx, { action, subject: { kind: 'address', id } });
  return readAddress(tx, id);
}
