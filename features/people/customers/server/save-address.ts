import { areaById, areaOfPostal, pointOfPostal } from '#features/catalogue/places/server/index.ts';
import { may, seeTrash } from '#platform/kernel/policy.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { auditChange } from '#platform/server/records.ts';
import type { AddressChanges, AddressReply, NewAddress } from '../address-shapes.ts';
import { unitNumber } from '../rules/unit-number.ts';
import {
  ADDRESS,
  type AddressRow,
  assignPrimary,
  type CustomerOrAdmin,
  readAddress,
  saveAddress,
  toAddressReply,
} from './address-record.ts';
import { lockOpenCustomer } from './customer-record.ts';
import { onAddress } from './on-address.ts';

/** The address with its unit number normalised by `unitNumber`. */
function withUnitNumber<A extends { readonly addressLine2?: string | undefined }>(address: A): A {
  const { addressLine2 } = address;
  return addressLine2 === undefined ? address : { ...address, addressLine2: unitNumber(addressLine2) };
}

type Refused = Refusal<'not_found' | 'unavailable' | 'invalid'>;

/** Creates an address; a customer's first becomes the primary one. */
export function createAddress(
  ctx: Context<CustomerOrAdmin>,
  customerId: string,
  added: NewAddress,
): Promise<AddressReply | Refused> {
  return inTransaction(ctx, async (tx) => {
    if ((await lockOpenCustomer(tx, customerId)) === null) return refuse('not_found');
    if (await isUnknownArea(tx, added)) return UNKNOWN_AREA;
    const now = tx.clock.now().toString();
    const id = tx.newId();
    await tx.db
      .insertInto('customer_address')
      .values({
        id,
        customer_id: customerId,
        is_primary: false,
        ...ADDRESS.toRow(withUnitNumber(added)),
        created_at: now,
        updated_at: now,
        ...(await placeOf(tx, added.postal, added)),
      })
      .execute();
    await assignPrimary(tx, customerId, added.isPrimary ? id : undefined);
    const address = await readAddress(tx, id);
    await audit(tx, { action: 'address.created', subject: { kind: 'address', id }, after: address });
    return saveIdempotentReply(tx, address);
  });
}

/** Changes an address. The primary one stays so until another requests it. */
export async function updateAddress(
  ctx: Context<CustomerOrAdmin>,
  id: string,
  changes: AddressChanges,
): Promise<AddressReply | Refused> {
  return onAddress(ctx, id, async (tx, before) => {
    if (before.trashed_at !== null && !may(tx.actor, seeTrash)) return refuse('not_found');
    if (await isUnknownArea(tx, changes)) return UNKNOWN_AREA;
    const shown = toAddressReply(before);
    const movesHome = changes.postal !== undefined && changes.postal !== before.postal;
    const { latitude, longitude, areaID } = changes;
    const place = { latitude, longitude, areaID };
    await saveAddress(tx, id, {
      ...ADDRESS.toRow(withUnitNumber(changes)),
      ...(await placeOf(
        tx,
        changes.postal ?? before.postal,
        movesHome ? place : withFallback(place, before),
      )),
    });
    await assignPrimary(tx, before.customer_id, changes.isPrimary ? id : undefined);
    const after = await readAddress(tx, id);
    await auditChange(tx, { kind: 'address', id }, shown, { ...after, updatedAt: shown.updatedAt });
    return after;
  });
}

interface Place {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly areaID?: string | null | undefined;
}

const UNKNOWN_AREA = refuseField('areaID', 'There is no such area.');

async function isUnknownArea(tx: Tx, { areaID }: Pick<Place, 'areaID'>): Promise<boolean> {
  return typeof areaID === 'string' && (await areaById(tx, areaID)) === null;
}

/** Area and coordinates of a home: as sent, otherwise those of its postal code or district, if known. */
async function placeOf(tx: Tx, postal: string, sent: Place) {
  const area = await areaOfPostal(tx, postal);
  const point = await pointOfPostal(tx, postal);
  return {
    postal,
    area_id: sent.areaID ?? area?.areaID ?? null,
    latitude: sent.latitude ?? point?.latitude ?? null,
    longitude: sent.longitude ?? point?.longitude ?? null,
  };
}

function withFallback(sent: Place, kept: AddressRow): Place {
  return {
    latitude: sent.latitude ?? kept.latitude,
    longitude: sent.longitude ?? kept.longitude,
    areaID: sent.areaID ?? kept.area_id,
  };
}
