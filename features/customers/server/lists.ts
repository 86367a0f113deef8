import type { Checked } from '#platform/contract/call.ts';
import type { Context } from '#platform/server/context.ts';
import { matchesWords, onTrashSide } from '#platform/server/lists/filters.ts';
import { listOf } from '#platform/server/lists/streamed-list.ts';
import type { listAddresses, listCustomers } from '../contract.ts';
import { addressOnTheWire, type Keeper } from './address-store.ts';
import { customerOnTheWire } from './store.ts';

/** Customers for the office, newest first. */
export function customerList(ctx: Context, query: Checked<typeof listCustomers>['query']) {
  return listOf(query, {
    name: 'customers',
    rows: ctx.db
      .selectFrom('customer')
      .selectAll()
      .where(onTrashSide(ctx, query, 'trashed_at'))
      .where(matchesWords(query.q, ['firstname', 'lastname', 'email', 'mobile'])),
    sort: {
      createdAt: ['created_at'],
      fullname: ['firstname', 'lastname'],
      email: ['email'],
      mobile: ['mobile'],
      creditsLeft: ['credits_left'],
    },
    defaultOrder: 'desc',
    tieBreak: 'id',
    toItem: customerOnTheWire,
    csv: [
      { heading: 'Id', value: (customer) => customer.id },
      { heading: 'Salutation', value: (customer) => customer.salutation },
      { heading: 'First name', value: (customer) => customer.firstname },
      { heading: 'Last name', value: (customer) => customer.lastname },
      { heading: 'Mobile', value: (customer) => customer.mobile },
      { heading: 'E-mail', value: (customer) => customer.email },
      { heading: 'Credits (hours)', value: (customer) => customer.creditsLeft },
      { heading: 'Number confirmed', value: (customer) => customer.otpVerified },
      { heading: 'In the trash', value: (customer) => customer.trash },
      { heading: 'Since', value: (customer) => customer.createdAt },
    ],
  });
}

/** Addresses, the primary one first: a customer sees their own whatever they ask for. */
export function addressList(ctx: Context<Keeper>, query: Checked<typeof listAddresses>['query']) {
  const customerId = ctx.actor.role === 'customer' ? ctx.actor.id : query.customerID;
  let rows = ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where(onTrashSide(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ['label', 'address_line1', 'address_line2', 'address_line3', 'postal']));
  if (customerId !== undefined) rows = rows.where('customer_id', '=', customerId);
  return listOf(query, {
    name: 'addresses',
    rows,
    sort: {
      primary: ['is_primary', 'created_at'],
      createdAt: ['created_at'],
      label: ['label'],
      postal: ['postal'],
    },
    defaultOrder: 'desc',
    tieBreak: 'id',
    toItem: addressOnTheWire,
    csv: [
      { heading: 'Id', value: (address) => address.id },
      { heading: 'Customer', value: (address) => address.customerID },
      { heading: 'Label', value: (address) => address.label },
      { heading: 'Type', value: (address) => address.type },
      { heading: 'Primary', value: (address) => address.isPrimary },
      { heading: 'Line 1', value: (address) => address.addressLine1 },
      { heading: 'Line 2', value: (address) => address.addressLine2 },
      { heading: 'Line 3', value: (address) => address.addressLine3 },
      { heading: 'Postal code', value: (address) => address.postal },
      { heading: 'Pets', value: (address) => address.hasPets },
      { heading: 'In the trash', value: (address) => address.trash },
    ],
  });
}
