import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import { z } from 'zod';
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
import { joinWaitingList, listWaitingList } from '#features/work/waiting-list/contract.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { keyOf, useAct } from '#platform/web/api/queries.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { createJobForCustomer, quoteJob } from '../../../contract.ts';
import { type ChosenCustomer, NOBODY, type Person } from './customer-field.tsx';

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
