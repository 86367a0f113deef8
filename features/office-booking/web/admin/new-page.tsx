import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getCustomer, listAddresses } from '#features/customers/contract.ts';
import styles from '#features/jobs/web/parts/change.module.css';
import { JOBS } from '#features/office-jobs/web/parts/job-frame.tsx';
import { listPackages, type PackageReply } from '#features/packages/contract.ts';
import { isCreditPackage } from '#features/packages/rules/package.ts';
import { MoveMonth, useFreeTimes } from '#features/schedule/web/parts/free-times.tsx';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { Checkbox, SelectField, TextArea } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { useUnsavedDraft } from '#platform/web/forms/unsaved-drafts.ts';
import { Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { CrewAndPrice } from './book/crew-and-price.tsx';
import { type ChosenCustomer, CustomerField } from './book/customer-field.tsx';
import { ONCE, RecurrenceField, recurrenceOf } from './book/recurrence-field.tsx';

/** /admin/jobs/new: the office books for a customer. */
export function Component() {
  return (
    <RecordPage list={JOBS} title="New job">
      <Booking />
    </RecordPage>
  );
}

const EMPTY_REQUEST = {
  addressID: '',
  packageID: '',
  requireCleaningSupplies: false,
  specialRequests: '',
  contactDetails: '',
};

type BookingRequest = typeof EMPTY_REQUEST;

const NOTHING_TYPED = { customer: null, request: EMPTY_REQUEST, startTime: null, frequency: ONCE };

/** Who it is for: the customer whom the address names, until another is chosen. */
function useCustomer() {
  const [params] = useSearchParams();
  const id = params.get('customerID') ?? '';
  const named = useQuery({ ...queryOf(getCustomer, { params: { id } }), enabled: id !== '' }).data;
  const [chosen, choose] = useState<ChosenCustomer | null | undefined>(undefined);
  return [chosen === undefined ? (named ?? null) : chosen, choose] as const;
}

/** The request so far, and what there is to choose from. */
function useBooking() {
  const [customer, setCustomer] = useCustomer();
  const [request, setRequest] = useState(EMPTY_REQUEST);
  const [startTime, setStartTime] = useState<string | null>(null);
  const [frequency, setFrequency] = useState(ONCE);
  const set = (change: Partial<BookingRequest>) => {
    setRequest({ ...request, ...change });
    if ('addressID' in change || 'packageID' in change) setStartTime(null);
  };
  const typed = { customer, request, startTime, frequency };
  useUnsavedDraft('booking', {
    changes: () => changesIn(typed, NOTHING_TYPED),
    restore: (changes) => {
      const draft = { ...typed, ...changes } as typeof typed;
      setCustomer(draft.customer);
      setRequest(draft.request);
      setStartTime(draft.startTime);
      setFrequency(draft.frequency);
    },
  });
  const packages = useCall(listPackages, { query: { size: 500 } }).data?.items ?? [];
  const visits = packages.filter((pack) => !isCreditPackage(pack));
  const addresses = useCall(listAddresses, {
    query: { size: 100, ...(customer && { customerID: customer.id }) },
  }).data?.items;
  const homes = customer === null ? [] : (addresses ?? []);
  return {
    customer,
    chooseCustomer: (next: ChosenCustomer | null) => {
      setCustomer(next);
      set({ addressID: '' });
    },
    request,
    set,
    startTime,
    setStartTime,
    frequency,
    setFrequency,
    visits,
    homes,
    homeless: addresses?.length === 0,
    home: homes.find((one) => one.id === request.addressID),
    pack: visits.find((one) => one.id === request.packageID),
  };
}

type BookingForm = ReturnType<typeof useBooking>;

function Booking() {
  const booking = useBooking();
  const { customer, startTime, home, pack, request, frequency } = booking;
  const right = (
    <>
      <Panel title="When">
        {home && pack ? (
          <TimeField
            key={`${home.id} ${pack.id}`}
            pack={pack}
            home={home}
            chosen={startTime}
            onChoose={booking.setStartTime}
          />
        ) : (
          <p>Choose a customer, a home and a package first.</p>
        )}
      </Panel>
      {customer && home && pack && startTime && (
        <CrewAndPrice
          key={[home.id, pack.id, startTime, frequency.interval, frequency.count].join(' ')}
          pack={pack}
          home={home}
          request={{ ...request, customerID: customer.id, startTime, ...recurrenceOf(frequency) }}
        />
      )}
    </>
  );
  return <Panels left={<RequestFields booking={booking} />} right={right} />;
}

function RequestFields({ booking }: { readonly booking: BookingForm }) {
  const { customer, request, set, homes } = booking;
  return (
    <>
      <Panel title="Customer and home">
        <div className={styles.form}>
          <CustomerField chosen={customer} onChoose={booking.chooseCustomer} />
          {customer && (
            <SelectField
              label="Address"
              placeholder={booking.homeless ? 'No address yet' : 'Choose a home'}
              value={request.addressID}
              onChange={(event) => set({ addressID: event.target.value })}
              options={homes.map((one) => ({
                value: one.id,
                label: `${one.addressLine1}, ${one.addressLine2 || one.postal}`,
              }))}
            />
          )}
        </div>
      </Panel>
      <Panel title="What">
        <div className={styles.form}>
          <SelectField
            label="Package"
            placeholder="Choose a package"
            value={request.packageID}
            onChange={(event) => set({ packageID: event.target.value })}
            options={booking.visits.map((one) => ({
              value: one.id,
              label: one.label,
            }))}
          />
          <Checkbox
            label="We bring supplies"
            checked={request.requireCleaningSupplies}
            onChange={(event) => set({ requireCleaningSupplies: event.target.checked })}
          />
          <TextArea
            label="Special requests"
            aside="Optional"
            maxLength={1000}
            value={request.specialRequests}
            onChange={(event) => set({ specialRequests: event.target.value })}
          />
          <TextArea
            label="At the door"
            aside="Optional"
            maxLength={300}
            value={request.contactDetails}
            onChange={(event) => set({ contactDetails: event.target.value })}
          />
        </div>
      </Panel>
      <Panel title="How often">
        <RecurrenceField frequency={booking.frequency} onChange={booking.setFrequency} />
      </Panel>
    </>
  );
}

interface TimeFieldProps {
  readonly pack: PackageReply;
  readonly home: { readonly postal: string; readonly genderPreference: '' | 'female' | 'male' };
  readonly chosen: string | null;
  onChoose(startTime: string): void;
}

function TimeField({ pack, home, chosen, onChoose }: TimeFieldProps) {
  const times = useFreeTimes({
    query: { packageID: pack.id, postal: home.postal, gender: home.genderPreference },
  });
  return (
    <>
      <MoveMonth times={times} />
      {times.error && <Notice kind="bad">We could not load the free times. {times.error.message}</Notice>}
      <SlotList
        groups={times.groups}
        chosen={chosen}
        onChoose={(slot) => onChoose(slot.id)}
        loading={times.loading ? 'Loading free times' : undefined}
      />
      {!times.loading && times.groups.length === 0 && (
        <p className={styles.lead}>Nobody is free for it on that day. Days with petals have times.</p>
      )}
    </>
  );
}
