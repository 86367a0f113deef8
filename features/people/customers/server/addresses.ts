import type { Selectable, Updateable } from 'kysely';
import type { z } from 'zod';
import type { CustomerAddress } from '#database/generated.ts';
import { areaByID, areaOfPostal, pointOfPostal } from '#features/catalogue/places/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { may, ownIDFor, reachOf, seeTrash } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { type CsvColumn, csvOf, csvTime, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { columnsOf, valuesOf } from '#platform/server/plain-record.ts';
import { auditChange, marksOf, moveToTrash, restore } from '#platform/server/records.ts';
import { type AddressChanges, type AddressReply, homeFields, type NewAddress } from '../address-shapes.ts';
import type { listAddresses as call } from '../contract.ts';
import { seeAddress } from '../rules/policy.ts';
import { choosePrimary } from '../rules/primary.ts';
import { unitNumber } from '../rules/unit-number.ts';
import { lockOpenCustomer } from './customer-record.ts';

/** The address with its unit number normalised by `unitNumber`. */
function withUnitNumber<A extends { readonly addressLine2?: string | undefined }>(address: A): A {
  const { addressLine2 } = address;
  return addressLine2 === undefined ? address : { ...address, addressLine2: unitNumber(addressLine2) };
}

type Refused = Refusal<'not_found' | 'unavailable' | 'invalid'>;

/** Creates an address; a customer's first becomes the primary one. */
export function createAddress(
  ctx: Context<CustomerOrAdmin>,
  customerID: string,
  added: NewAddress,
): Promise<AddressReply | Refused> {
  return inTransaction(ctx, async (tx) => {
    const address = await addAddress(tx, customerID, added);
    return isRefusal(address) ? address : saveIdempotentReply(tx, address);
  });
}

/** The same as a step of another use case, which saves its own reply. */
export async function addAddress(
  tx: Tx<CustomerOrAdmin>,
  customerID: string,
  added: NewAddress,
): Promise<AddressReply | Refused> {
  if ((await lockOpenCustomer(tx, customerID)) === null) return refuse('not_found');
  if (await isUnknownArea(tx, added)) return UNKNOWN_AREA;
  const now = tx.clock.now().toString();
  const id = tx.newID();
  await tx.db
    .insertInto('customer_address')
    .values({
      id,
      customerID,
      isPrimary: false,
      ...columnsOf(homeFields, withUnitNumber(added)),
      createdAt: now,
      updatedAt: now,
      ...(await placeOf(tx, added.postal, added)),
    })
    .execute();
  await assignPrimary(tx, customerID, added.isPrimary ? id : undefined);
  const address = await readAddress(tx, id);
  await audit(tx, { action: 'address.created', subject: { kind: 'address', id }, after: address });
  return address;
}

/** Changes an address. The primary one stays so until another requests it. */
export async function updateAddress(
  ctx: Context<CustomerOrAdmin>,
  id: string,
  changes: AddressChanges,
): Promise<AddressReply | Refused> {
  return onAddress(ctx, id, async (tx, before) => {
    if (before.trashedAt !== null && !may(tx.actor, seeTrash)) return refuse('not_found');
    if (await isUnknownArea(tx, changes)) return UNKNOWN_AREA;
    const shown = toAddressReply(before);
    const movesHome = changes.postal !== undefined && changes.postal !== before.postal;
    const { latitude, longitude, areaID } = changes;
    const place = { latitude, longitude, areaID };
    await saveAddress(tx, id, {
      ...columnsOf(homeFields, withUnitNumber(changes)),
      ...(await placeOf(
        tx,
        changes.postal ?? before.postal,
        movesHome ? place : withFallback(place, before),
      )),
    });
    await assignPrimary(tx, before.customerID, changes.isPrimary ? id : undefined);
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
  return typeof areaID === 'string' && (await areaByID(tx, areaID)) === null;
}

/** Area and coordinates of a home: as sent, otherwise those of its postal code or district, if known. */
async function placeOf(tx: Tx, postal: string, sent: Place) {
  const area = await areaOfPostal(tx, postal);
  const point = await pointOfPostal(tx, postal);
  return {
    postal,
    areaID: sent.areaID ?? area?.areaID ?? null,
    latitude: sent.latitude ?? point?.latitude ?? null,
    longitude: sent.longitude ?? point?.longitude ?? null,
  };
}

function withFallback(sent: Place, kept: AddressRow): Place {
  return {
    latitude: sent.latitude ?? kept.latitude,
    longitude: sent.longitude ?? kept.longitude,
    areaID: sent.areaID ?? kept.areaID,
  };
}

export type AddressRow = Selectable<CustomerAddress>;
/** Who sees addresses: customers their own, the office all. */
export type CustomerOrAdmin = SignedIn<'customer' | 'admin'>;

/** A customer's address for a booking; null if it is not theirs, or trashed. */
export async function getAddressOf(
  ctx: Context,
  customerID: string,
  addressID: string,
): Promise<AddressRow | null> {
  const row = await ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where('id', '=', addressID)
    .where('customerID', '=', customerID)
    .where('trashedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The customer's primary address; null if there is none. */
export async function findPrimaryAddress({ db }: Context, customerID: string): Promise<AddressRow | null> {
  const row = await db
    .selectFrom('customer_address')
    .selectAll()
    .where('customerID', '=', customerID)
    .where('isPrimary', '=', true)
    .where('trashedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** An address if the actor may see it; null as for an unknown one. */
export async function findAddress(ctx: Context, id: string): Promise<AddressRow | null> {
  if (reachOf(ctx.actor, seeAddress) === null) return null;
  let query = ctx.db.selectFrom('customer_address').selectAll().where('id', '=', id);
  const own = ownIDFor(ctx.actor, seeAddress);
  if (own !== null) query = query.where('customerID', '=', own);
  return (await query.executeTakeFirst()) ?? null;
}

/** @throws if there is none. */
async function readAddress(ctx: Context, id: string): Promise<AddressReply> {
  const row = await ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return toAddressReply(row);
}

async function saveAddress(tx: Tx, id: string, changes: Updateable<CustomerAddress>): Promise<void> {
  await tx.db
    .updateTable('customer_address')
    .set({ ...changes, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .execute();
}

/** Updates which address is primary. The customer is locked. */
async function assignPrimary(tx: Tx, customerID: string, asking?: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('customer_address')
    .select(['id', 'isPrimary', 'trashedAt'])
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const placed = rows.map((row) => ({
    id: row.id,
    isPrimary: row.isPrimary,
    isTrashed: row.trashedAt !== null,
  }));
  const primary = choosePrimary(placed, asking);
  const wrong = placed.filter((address) => address.isPrimary !== (address.id === primary));
  // Unsets the old one first: the index allows only one at a time.
  for (const address of wrong.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))) {
    await tx.db
      .updateTable('customer_address')
      .set({ isPrimary: !address.isPrimary })
      .where('id', '=', address.id)
      .execute();
  }
}

export function toAddressReply(row: AddressRow): AddressReply {
  return {
    id: row.id,
    customerID: row.customerID,
    isPrimary: row.isPrimary,
    ...valuesOf(homeFields, row),
    areaID: row.areaID,
    ...marksOf(row),
  };
}

/** Addresses, primary first; customers see their own, whatever they request. */
export function listAddresses(
  ctx: Context<CustomerOrAdmin>,
  query: z.output<typeof call.query>,
): ListOutcome {
  const customerID = ownIDFor(ctx.actor, seeAddress) ?? query.customerID;
  let rows = ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, homeFields.searched));
  if (customerID !== undefined) rows = rows.where('customerID', '=', customerID);
  return listOf(ctx, query, {
    name: 'addresses',
    rows,
    sort: {
      primary: ['isPrimary', 'createdAt'],
      createdAt: ['createdAt'],
      label: ['label'],
      postal: ['postal'],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: toAddressReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<AddressReply>[] = [
  { heading: 'Id', value: (address) => address.id },
  { heading: 'Customer id', value: (address) => address.customerID },
  { heading: 'Primary', value: (address) => address.isPrimary },
  ...csvOf(homeFields),
  IN_TRASH,
  { heading: 'Since', value: (address) => csvTime(address.createdAt) },
];

type NotLocked = Refusal<'not_found' | 'unavailable'>;

/** Finds the address for the actor, locks its customer, and reads it again under the lock. */
async function onAddress<R extends Refusal>(
  ctx: Context<CustomerOrAdmin>,
  id: string,
  work: (tx: Tx<CustomerOrAdmin>, before: AddressRow) => Promise<AddressReply | R>,
): Promise<AddressReply | R | NotLocked> {
  const seen = await findAddress(ctx, id);
  if (seen === null) return refuse('not_found');
  return inTransaction<CustomerOrAdmin, AddressReply | R | NotLocked>(ctx, async (tx) => {
    if ((await lockOpenCustomer(tx, seen.customerID)) === null) return refuse('not_found');
    const before = await findAddress(tx, id);
    return before === null ? refuse('not_found') : work(tx, before);
  });
}

/**
 * Trashes an address; one with upcoming visits only if they are acknowledged. The oldest remaining one
 * becomes primary.
 */
export function trashAddress(ctx: Context<CustomerOrAdmin>, id: string, acknowledge: boolean) {
  return onAddress(ctx, id, (tx, before) =>
    moveToTrash(tx, {
      ...record(id),
      canTrash: async (tx) => {
        const jobs = (await tx.composed.customerJobs?.visitsAt?.(tx, id)) ?? [];
        return jobs.length === 0 || acknowledge ? undefined : refuse('has_visits', { extensions: { jobs } });
      },
      onTrash: async (tx) => {
        await saveAddress(tx, id, { isPrimary: false });
        await assignPrimary(tx, before.customerID);
      },
    }),
  );
}

/** Restores an address; it is not primary unless it is the only one. */
export function untrashAddress(ctx: Context<CustomerOrAdmin>, id: string) {
  return onAddress(ctx, id, (tx, before) =>
    restore(tx, {
      ...record(id),
      onRestore: (tx) => assignPrimary(tx, before.customerID),
    }),
  );
}

function record(id: string) {
  return {
    table: 'customer_address',
    kind: 'address',
    id,
    read: (tx: Context) => readAddress(tx, id),
  } as const;
}
