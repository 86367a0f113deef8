import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { listPackages, type PackageReply } from '#features/catalogue/packages/contract.ts';
import { isCreditPackage } from '#features/catalogue/packages/rules/package.ts';
import { type AddressReply, newAddressBody } from '#features/people/customers/address-shapes.ts';
import {
  createAddress,
  createCustomer,
  listAddresses,
  listCustomers,
} from '#features/people/customers/contract.ts';
import { newPerson } from '#features/people/customers/customer-shapes.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { suggestCleaners } from '#features/work/schedule/contract/suggestions.ts';
import { listAvailable, listTimeAvailable } from '#features/work/schedule/contract.ts';
import type { Interval } from '#features/work/schedule/rules/recurrence.ts';
import { joinWaitingList, listWaitingList } from '#features/work/waiting-list/contract.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { keyOf, queryOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { useUnsavedDraft } from '#platform/web/forms/unsaved-drafts.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { createJobForCustomer, quoteJob } from '../../../contract.ts';
import { type ChosenCustomer, NOBODY, type Person, personFromSearch } from './customer-field.tsx';
import { type HomePreference, preferencesOf, type VisitHome } from './home-preferences.ts';

/** Interval and number of visits; `once`: a single visit. */
export interface Frequency {
  readonly interval: 'once' | Interval;
  /** Null: without an end. */
  readonly count: number | null;
  /** Further days of the week, Monday is 1. */
  readonly weekdays: readonly number[];
}

export const ONCE: Frequency = { interval: 'once', count: 4, weekdays: [] };

/** The recurrence of a booking request; empty for a single visit. */
export function recurrenceOf({ interval, count, weekdays }: Frequency) {
  if (interval === 'once') return {};
  const days = interval === 'monthly' ? [] : weekdays;
  return { recurrence: { interval, count, ...(days.length > 0 && { weekdays: [...days] }) } };
}

const EMPTY_REQUEST = {
  addressID: '',
  packageID: '',
  requireCleaningSupplies: false,
  specialRequests: '',
  contactDetails: '',
  label: '',
  promocode: '',
};

/** The value of the address field for a home that is added with the booking. */
export const NEW_HOME = 'new';

/** Hours per cleaner, and number of cleaners. */
export type Size = { readonly hours: number; readonly numCleaners: number };

/** The form's input without the crew, and without the fields of a new customer and home. */
export type Typed = {
  readonly customer: ChosenCustomer | null;
  /** A customer is added with the booking. */
  readonly addsCustomer: boolean;
  readonly request: typeof EMPTY_REQUEST;
  /** The home that was added by a booking that was then refused. */
  readonly addedHome: AddressReply | null;
  /** Null for the package's own. */
  readonly size: Size | null;
  readonly startTime: string | null;
  /** The preferences for which the start was proposed; null if it was chosen. */
  readonly proposedFor: string | null;
  /** Null until chosen: then the usual frequency of the package. */
  readonly frequency: Frequency | null;
  /** The disabled preferences of the home. */
  readonly preferencesOff: readonly HomePreference[];
  /** The visit that this one makes good, free of charge; null for a booking of its own. */
  readonly reclean: Pick<Job, 'id' | 'number' | 'startTime'> | null;
  readonly recleanReason: string;
  /** The time, and the cleaner if any, for which the booking was opened; other choices return to them. */
  readonly asked: { readonly startTime: string; readonly cleanerID: string | null } | null;
};

export const NOTHING: Typed = {
  customer: null,
  addsCustomer: false,
  request: EMPTY_REQUEST,
  addedHome: null,
  size: null,
  startTime: null,
  proposedFor: null,
  frequency: null,
  preferencesOff: [],
  asked: null,
  reclean: null,
  recleanReason: '',
};

interface BookingOptions {
  /** What the form starts with. */
  readonly first: Typed;
  /** The fields of a new customer start with this. */
  readonly person: Person;
  onHeld(job: Job): void;
  onWaiting(date: string): void;
}

/** The state of the booking form and its options. */
export function useBooking({ first, person, onHeld, onWaiting }: BookingOptions) {
  const [typed, setTyped] = useState(first);
  // Changes may arrive while the booking is being sent: each builds on the latest state.
  const change = (changes: Partial<Typed> | ((now: Typed) => Partial<Typed>)) =>
    setTyped((now) => ({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) }));
  const write = (changes: Partial<Typed['request']>) =>
    change(({ request }) => ({ request: { ...request, ...changes } }));
  useUnsavedDraft('booking', { changes: () => changesIn(typed, first), restore: change });
  const { customer, addsCustomer, asked } = typed;
  const start = { startTime: asked?.startTime ?? null, proposedFor: null };
  const { homes, isHomeless, error: homesError } = useHomes(customer, typed.addedHome);
  const addressID = addressOf(typed, { homes, isHomeless, mayAdd: useMayCall(createAddress) });
  const form = useBookingForm({
    customer,
    addressID: addressID === NEW_HOME || addressID === '' ? null : addressID,
    person,
    onCustomer: (added) =>
      change(({ request }) => ({
        customer: added,
        addsCustomer: false,
        request: { ...request, addressID: NEW_HOME },
      })),
    onHome: (added) =>
      change(({ request }) => ({ addedHome: added, request: { ...request, addressID: added.id } })),
    onHeld,
    onWaiting,
  });
  const packages = useVisitPackages();
  const pack = packages.items.find(({ id }) => id === typed.request.packageID);
  const home: VisitHome | undefined =
    addressID === NEW_HOME ? newHome(form.values) : homes.find(({ id }) => id === addressID);
  const preferences = home
    ? preferencesOf(home).filter((preference) => !typed.preferencesOff.includes(preference))
    : [];
  return {
    form,
    customer,
    addsCustomer,
    home,
    pack,
    homes,
    packages: packages.items,
    isHomeless,
    homesError,
    packagesError: packages.error,
    preferences,
    request: { ...typed.request, addressID },
    size: typed.size ?? sizeOf(pack),
    startTime: typed.startTime,
    proposedFor: typed.proposedFor,
    asked,
    reclean: typed.reclean,
    recleanReason: typed.recleanReason,
    writeReason: (recleanReason: string) => change({ recleanReason }),
    frequency: typed.frequency ?? usualFrequency(pack),
    isChanged: form.changed || Object.keys(changesIn(typed, first)).length > 0,
    chooseCustomer: (next: ChosenCustomer | null) =>
      change(({ request }) => ({
        customer: next,
        addsCustomer: false,
        addedHome: null,
        ...homeChanges({ ...request, promocode: '', label: '', specialRequests: '' }, ''),
        ...start,
      })),
    /** Starts a new customer with the text of a search. */
    addCustomer: (search: string) => {
      form.set(personFromSearch(search));
      change({ addsCustomer: true });
    },
    chooseHome: (id: string) => change(({ request }) => ({ ...homeChanges(request, id), ...start })),
    choosePackage: (id: string) =>
      change(({ request }) => ({
        request: { ...request, packageID: id, promocode: '' },
        size: null,
        ...start,
      })),
    write,
    chooseSize: (size: Size) => change({ size, ...start }),
    chooseTime: (startTime: string) => change({ startTime, proposedFor: null }),
    proposeTime: (startTime: string, preferences: string) => change({ startTime, proposedFor: preferences }),
    clearTime: () => change(NO_START),
    chooseFrequency: (frequency: Frequency) => change({ frequency }),
    choosePreferences: (on: readonly HomePreference[]) =>
      change({
        preferencesOff: home ? preferencesOf(home).filter((preference) => !on.includes(preference)) : [],
      }),
  };
}

export type Booking = ReturnType<typeof useBooking>;

const NO_START = { startTime: null, proposedFor: null } as const;

/** Another home has different times, preferences and access. */
function homeChanges(request: Typed['request'], addressID: string): Partial<Typed> {
  return { request: { ...request, addressID, contactDetails: '' }, preferencesOff: [] };
}

interface Homes {
  readonly homes: readonly AddressReply[];
  readonly isHomeless: boolean;
  readonly mayAdd: boolean;
}

/** The chosen home. An only home is preselected; a customer without a home gets a new one. */
function addressOf({ addsCustomer, request }: Typed, { homes, isHomeless, mayAdd }: Homes): string {
  if (request.addressID !== '') return request.addressID;
  if (addsCustomer || isHomeless) return mayAdd ? NEW_HOME : '';
  const [only] = homes;
  return homes.length === 1 && only ? only.id : '';
}

/** The home being typed, as soon as its postal code is complete. */
function newHome(typed: Omit<VisitHome, 'id'>): VisitHome | undefined {
  const postal = plainNumber(typed.postal);
  if (!POSTAL_CODE.test(postal)) return undefined;
  const { languagePreference, genderPreference, hasPets } = typed;
  return { id: null, postal, languagePreference, genderPreference, hasPets };
}

function sizeOf(pack: PackageReply | undefined): Size {
  return { hours: pack?.hoursPerCleaner ?? 0, numCleaners: pack?.numCleaners ?? 1 };
}

/** Packages for regular cleaning default to weekly, all others to a single visit. */
function usualFrequency(pack: PackageReply | undefined): Frequency {
  return pack?.type === 'regular' ? { ...ONCE, interval: 'weekly' } : ONCE;
}

function useHomes(customer: ChosenCustomer | null, added: AddressReply | null) {
  const query = { size: 100, customerID: customer?.id };
  const { data: found, error } = useQuery({
    ...queryOf(listAddresses, { query }),
    enabled: customer !== null,
  });
  const listed: readonly AddressReply[] = customer === null ? [] : (found?.items ?? []);
  const isListed = added === null || listed.some(({ id }) => id === added.id);
  const homes = isListed ? listed : [...listed, added];
  return { homes, isHomeless: customer !== null && found !== undefined && homes.length === 0, error };
}

function useVisitPackages() {
  const { data, error } = useCall(listPackages, { query: { size: 500 } });
  return { items: (data?.items ?? []).filter((pack) => !isCreditPackage(pack)), error };
}

/* New customers and homes, and sending */

const BLANK = {
  ...NOBODY,
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  type: '',
  hasPets: false,
  languagePreference: '',
  genderPreference: '' as AddressReply['genderPreference'],
};
export type NewCustomerAndHome = typeof BLANK;

const { salutation, firstname, lastname, mobile, email } = newPerson;
const CUSTOMER = z.object({ salutation, firstname, lastname, mobile, email });
const { shape: homeFields } = newAddressBody.pick({
  postal: true,
  addressLine1: true,
  addressLine2: true,
  addressLine3: true,
  type: true,
  hasPets: true,
  languagePreference: true,
  genderPreference: true,
});
const HOME = z.object(homeFields);
const BOTH = CUSTOMER.extend(homeFields);

/** The id of the form element around the fields of a new customer and home. */
export const NEW_RECORDS_FORM = 'new-customer-and-home';

/** A booking request without the customer and the home, which may have to be added first. */
export type RequestWithoutHome = Omit<
  CallInput<typeof createJobForCustomer>['body'],
  'customerID' | 'addressID'
>;

/** A full day to wait for, without the customer and the home. */
export type WaitWithoutHome = Omit<CallInput<typeof joinWaitingList>['body'], 'customerID' | 'addressID'>;

/** Reads that show other availability once somebody else has taken a time. */
const AVAILABILITY = [listTimeAvailable, listAvailable, suggestCleaners, quoteJob];

interface BookingFormOptions {
  /** Null for a new customer. */
  readonly customer: ChosenCustomer | null;
  /** Null for a new home. */
  readonly addressID: string | null;
  /** What the fields of a new customer start with. */
  readonly person: Person;
  onCustomer(customer: ChosenCustomer): void;
  onHome(home: AddressReply): void;
  onHeld(job: Job): void;
  /** The customer is on the waiting list of that day. */
  onWaiting(date: string): void;
}

type Saved = { readonly held: Job } | { readonly waitsFor: string };
interface Owner {
  readonly customerID: string;
  readonly addressID: string;
}

/**
 * The fields of a new customer and a new home, and the request that holds the booking, or joins the waiting list of a full
 * day. It adds the customer, then the home, then the booking. What has been added stays if a later step is refused: the
 * next press continues there.
 */
export function useBookingForm(options: BookingFormOptions) {
  const { customer, addressID } = options;
  const request = useRef<((owner: Owner) => Promise<Saved>) | null>(null);
  const client = useQueryClient();
  const save = useSaves(options);
  const book = useAct(createJobForCustomer, { refresh: JOB_READS });
  const join = useAct(joinWaitingList, { refresh: [listWaitingList] });
  const form = useForm<NewCustomerAndHome, Saved>({
    initial: { ...BLANK, ...options.person },
    schema: schemaOf(options),
    draft: 'new-customer',
    send: async (typed) => {
      if (request.current === null) throw new Error('Nothing to book');
      const customerID = customer?.id ?? (await save.customer(typed));
      const home = addressID ?? (await save.home(typed, customerID));
      try {
        return await request.current({ customerID, addressID: home });
      } catch (error) {
        for (const read of AVAILABILITY) void client.invalidateQueries({ queryKey: keyOf(read) });
        throw error;
      }
    },
    onSaved: (saved) => ('held' in saved ? options.onHeld(saved.held) : options.onWaiting(saved.waitsFor)),
  });
  return {
    ...form,
    /** Adds what is new, and holds the visits. */
    hold: (event: SyntheticEvent<HTMLButtonElement>, wanted: RequestWithoutHome) => {
      request.current = async (owner) => ({
        held: await book.mutateAsync({ body: { ...wanted, ...owner } }),
      });
      return form.submit(event);
    },
    /** Adds what is new, and joins the waiting list. */
    wait: (event: SyntheticEvent<HTMLButtonElement>, wanted: WaitWithoutHome) => {
      request.current = async (owner) => {
        await join.mutateAsync({ body: { ...wanted, ...owner } });
        return { waitsFor: wanted.date };
      };
      return form.submit(event);
    },
  };
}

/** Only what is added is validated. */
function schemaOf({ customer, addressID }: BookingFormOptions) {
  if (customer !== null && addressID !== null) return undefined;
  const schema: z.ZodType = customer === null ? BOTH : HOME;
  return schema as z.ZodType<unknown, NewCustomerAndHome>;
}

export type BookingForm = ReturnType<typeof useBookingForm>;

function useSaves({ onCustomer, onHome }: BookingFormOptions) {
  const addCustomer = useAct(createCustomer, { refresh: [listCustomers] });
  const addHome = useAct(createAddress, { refresh: [listAddresses] });
  return {
    customer: async (typed: NewCustomerAndHome) => {
      const added = await addCustomer.mutateAsync({ body: fieldsOf(CUSTOMER, typed) });
      onCustomer(added);
      return added.id;
    },
    home: async (typed: NewCustomerAndHome, customerID: string) => {
      const added = await addHome.mutateAsync({ body: { ...fieldsOf(HOME, typed), customerID } });
      onHome(added);
      return added.id;
    },
  };
}

/** The values of a schema's fields, as typed. */
function fieldsOf<S extends z.ZodObject>(schema: S, typed: NewCustomerAndHome) {
  const names = Object.keys(schema.shape) as (keyof NewCustomerAndHome & keyof z.input<S>)[];
  return Object.fromEntries(names.map((name) => [name, typed[name]])) as Pick<
    NewCustomerAndHome,
    keyof NewCustomerAndHome & keyof z.input<S>
  >;
}
