import { useQuery } from '@tanstack/react-query';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { listAddresses } from './calls.ts';
import { type Draft, emptyDraft, RESIZED } from './draft.ts';
import { homeSizeOf } from './sizes.ts';

/** The stored homes of a signed-in customer, and the one of this booking. */
export interface Homes {
  readonly items: readonly AddressReply[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly picked: AddressReply | undefined;
}

export function useHomes(draft: Draft, isCustomer: boolean): Homes {
  const stored = useQuery({ ...queryOf(listAddresses, { query: { size: 50 } }), enabled: isCustomer });
  const items = (isCustomer && stored.data?.items) || [];
  return {
    items,
    isPending: isCustomer && stored.isPending,
    isError: isCustomer && stored.isError,
    picked: pickedHome(items, draft),
  };
}

/** The stored home of this booking; until an address is given, the primary one. */
export function pickedHome<Home extends Pick<AddressReply, 'id' | 'isPrimary'>>(
  homes: readonly Home[],
  draft: Pick<Draft, 'addressID' | 'postal' | 'otherAddress'>,
): Home | undefined {
  if (draft.addressID !== null) return homes.find((home) => home.id === draft.addressID);
  if (draft.otherAddress || draft.postal !== '') return undefined;
  return homes.find((home) => home.isPrimary) ?? homes[0];
}

/** The draft with a stored home. A home that was confirmed before keeps later choices. */
export function draftOfPicked(draft: Pick<Draft, 'addressID'>, home: AddressReply): Partial<Draft> {
  return home.id === draft.addressID ? {} : draftOfHome(home);
}

/** The draft fields of a stored home. */
function draftOfHome(home: AddressReply): Partial<Draft> {
  return {
    addressID: home.id,
    customerID: home.customerID,
    otherAddress: false,
    postal: home.postal,
    addressLine1: home.addressLine1,
    addressLine2: home.addressLine2,
    addressLine3: home.addressLine3,
    hasPets: home.hasPets,
    gender: home.genderPreference,
    language: home.languagePreference,
  };
}

/** The draft after picking a stored home: includes its size and the suitable hours. */
export function draftWithHome(home: AddressReply): Partial<Draft> {
  const size = homeSizeOf(home.type);
  const sized = size === null ? {} : { ...RESIZED, home: size, hours: null, numCleaners: null };
  return { ...draftOfHome(home), ...sized };
}

/** The draft for an entered postal code: lines of another address are dropped. */
export function draftOfPostal(draft: Draft, postal: string): Partial<Draft> {
  const isSame = draft.addressID === null && draft.postal === postal;
  const { addressLine1, addressLine2, addressLine3 } = isSame ? draft : emptyDraft;
  return { addressID: null, otherAddress: true, postal, addressLine1, addressLine2, addressLine3 };
}

/**
 * The draft with an entered address. If a line differs it may be another home than the stored one;
 * storeAddress matches it by postal code and unit when the time is held.
 */
export function draftOfLines(
  draft: Draft,
  lines: Pick<Draft, 'addressLine1' | 'addressLine2' | 'addressLine3'>,
): Partial<Draft> {
  const { addressLine1, addressLine2, addressLine3 } = draft;
  const isSame =
    lines.addressLine1 === addressLine1 &&
    lines.addressLine2 === addressLine2 &&
    lines.addressLine3 === addressLine3;
  return { ...lines, addressID: isSame ? draft.addressID : null };
}
