import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { listPackages, type PackageReply } from '#features/catalogue/packages/contract.ts';
import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { getCustomer, listAddresses } from '#features/people/customers/contract.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { useUnsavedDraft } from '#platform/web/forms/unsaved-drafts.ts';
import type { ChosenCustomer } from './customer-field.tsx';
import { type HomePreference, preferencesOf } from './home-preferences.ts';
import { type Frequency, ONCE } from './recurrence-field.tsx';

const EMPTY_REQUEST = {
  addressID: '',
  packageID: '',
  requireCleaningSupplies: false,
  specialRequests: '',
  contactDetails: '',
  label: '',
  promocode: '',
};

/** Hours per cleaner, and number of cleaners. */
export type Size = { readonly hours: number; readonly numCleaners: number };

/** The form's input without the crew. */
type Typed = {
  /** Undefined until one is chosen: until then the customer in the URL is used. */
  readonly customer: ChosenCustomer | null | undefined;
  readonly request: typeof EMPTY_REQUEST;
  /** Null for the package's own. */
  readonly size: Size | null;
  readonly startTime: string | null;
  /** Null until chosen: then the usual frequency of the package. */
  readonly frequency: Frequency | null;
  /** The disabled preferences of the home. */
  readonly preferencesOff: readonly HomePreference[];
};

const NOTHING: Typed = {
  customer: undefined,
  request: EMPTY_REQUEST,
  size: null,
  startTime: null,
  frequency: null,
  preferencesOff: [],
};

/** The state of the booking form and its options. */
export function useBooking() {
  const [typed, setTyped] = useState(NOTHING);
  const change = (changes: Partial<Typed>) => setTyped({ ...typed, ...changes });
  useUnsavedDraft('booking', {
    changes: () => changesIn(typed, NOTHING),
    restore: (changes) => change(changes),
  });
  const named = useNamedCustomer();
  const customer = typed.customer === undefined ? named : typed.customer;
  const { homes, isHomeless } = useHomes(customer);
  const packages = useVisitPackages();
  const { packageID } = typed.request;
  const pack = packages.find(({ id }) => id === packageID);
  // The only home is preselected.
  const [only] = homes;
  const addressID = typed.request.addressID || (homes.length === 1 && only ? only.id : '');
  const home = homes.find(({ id }) => id === addressID);
  const preferences = home
    ? preferencesOf(home).filter((preference) => !typed.preferencesOff.includes(preference))
    : [];
  return {
    customer,
    home,
    pack,
    homes,
    packages,
    isHomeless,
    preferences,
    request: { ...typed.request, addressID },
    size: typed.size ?? sizeOf(pack),
    startTime: typed.startTime,
    frequency: typed.frequency ?? usualFrequency(pack),
    chooseCustomer: (next: ChosenCustomer | null) =>
      change({ customer: next, ...homeChanges({ ...typed.request, promocode: '', label: '' }, '') }),
    chooseHome: (id: string) => change(homeChanges(typed.request, id)),
    choosePackage: (id: string) =>
      change({ request: { ...typed.request, packageID: id, promocode: '' }, size: null, startTime: null }),
    write: (changes: Partial<Typed['request']>) => change({ request: { ...typed.request, ...changes } }),
    chooseSize: (size: Size) => change({ size, startTime: null }),
    chooseTime: (startTime: string) => change({ startTime }),
    chooseFrequency: (frequency: Frequency) => change({ frequency }),
    choosePreferences: (on: readonly HomePreference[]) =>
      change({
        preferencesOff: home ? preferencesOf(home).filter((preference) => !on.includes(preference)) : [],
      }),
  };
}

export type Booking = ReturnType<typeof useBooking>;

/** Another home has different times and preferences. */
function homeChanges(request: Typed['request'], addressID: string): Partial<Typed> {
  return { request: { ...request, addressID }, startTime: null, preferencesOff: [] };
}

function sizeOf(pack: PackageReply | undefined): Size {
  return { hours: pack?.hoursPerCleaner ?? 0, numCleaners: pack?.numCleaners ?? 1 };
}

/** Packages for regular cleaning default to weekly, all others to a single visit. */
function usualFrequency(pack: PackageReply | undefined): Frequency {
  return pack?.type === 'regular' ? { ...ONCE, interval: 'weekly' } : ONCE;
}

/** The customer in the page's URL. */
function useNamedCustomer(): ChosenCustomer | null {
  const [params] = useSearchParams();
  const id = params.get('customerID') ?? '';
  return useQuery({ ...queryOf(getCustomer, { params: { id } }), enabled: id !== '' }).data ?? null;
}

function useHomes(customer: ChosenCustomer | null) {
  const query = { size: 100, customerID: customer?.id };
  const found = useQuery({ ...queryOf(listAddresses, { query }), enabled: customer !== null }).data;
  const homes: readonly AddressReply[] = customer === null ? [] : (found?.items ?? []);
  return { homes, isHomeless: found?.items.length === 0 };
}

function useVisitPackages(): readonly PackageReply[] {
  const packages = useCall(listPackages, { query: { size: 500 } }).data?.items ?? [];
  return packages.filter((pack) => !isCreditPackage(pack));
}
