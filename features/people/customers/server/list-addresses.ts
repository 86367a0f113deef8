import type { z } from 'zod';
import { ownIdFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { AddressReply } from '../address-shapes.ts';
import type { listAddresses as call } from '../contract.ts';
import { seeAddress } from '../rules/policy.ts';
import { type CustomerOrAdmin, toAddressReply } from './address-record.ts';

/** The columns of the index `customer_address_words`. */
const ADDRESS_WORDS = ['label', 'address_line1', 'address_line2', 'address_line3', 'postal'];

/** Addresses, primary first; customers see their own, whatever they request. */
export function listAddresses(
  ctx: Context<CustomerOrAdmin>,
  query: z.output<typeof call.query>,
): ListOutcome {
  const customerId = ownIdFor(ctx.actor, seeAddress) ?? query.customerID;
  let rows = ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ADDRESS_WORDS));
  if (customerId !== undefined) rows = rows.where('customer_id', '=', customerId);
  return listOf(ctx, query, {
    name: 'addresses',
    rows,
    sort: {
      primary: ['is_primary', 'created_at'],
      createdAt: ['created_at'],
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
  { heading: 'Label', value: (address) => address.label },
  { heading: 'Type', value: (address) => address.type },
  { heading: 'Primary', value: (address) => address.isPrimary },
  { heading: 'Address', value: (address) => address.addressLine1 },
  { heading: 'Unit', value: (address) => address.addressLine2 },
  { heading: 'Building', value: (address) => address.addressLine3 },
  { heading: 'Country', value: (address) => address.country },
  { heading: 'Postal code', value: (address) => address.postal },
  { heading: 'Pets', value: (address) => address.hasPets },
  { heading: 'Language', value: (address) => address.languagePreference },
  { heading: 'Cleaner', value: (address) => address.genderPreference },
  { heading: 'In the trash', value: (address) => address.trash },
  { heading: 'Since', value: (address) => csvTime(address.createdAt) },
];
