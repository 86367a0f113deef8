import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { getCustomer, listAddresses } from '#features/customers/contract.ts';
import styles from '#features/jobs/web/parts/change.module.css';
import { JOB_READS, JOBS } from '#features/jobs/web/parts/job-frame.tsx';
import { listPackages, type PackageReply } from '#features/packages/contract.ts';
import { isCreditPackage } from '#features/packages/rules/package.ts';
import { MoveMonth, useFreeTimes } from '#features/schedule/web/parts/free-times.tsx';
import type { CallInput } from '#platform/web/api/callable.ts';
import { queryOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, SelectField, TextArea } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { createJobForCustomer } from '../../contract.ts';
import { ConflictList } from './book/conflict-list.tsx';
import { CrewField, crewOf } from './book/crew-field.tsx';
import { type ChosenCustomer, CustomerField } from './book/customer-field.tsx';
import { ONCE, RecurrenceField, recurrenceOf } from './book/recurrence-field.tsx';
import { useQuote, VisitPrice } from './book/visit-price.tsx';

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
  const [crew, setCrew] = useState<readonly string[]>([]);
  const set = (change: Partial<BookingRequest>) => {
    setRequest({ ...request, ...change });
    if (!('addressID' in change || 'packageID' in change)) return;
    setStartTime(null);
    setCrew([]);
  };
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
    setStartTime: (next: string) => {
      setStartTime(next);
      setCrew([]);
    },
    frequency,
    setFrequency,
    crew,
    setCrew,
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
  const { customer, startTime, home, pack } = booking;
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
      {home && pack && startTime && (
        <Panel title="Crew">
          <CrewField
            pack={pack}
            home={home}
            startTime={startTime}
            chosen={booking.crew}
            onChange={booking.setCrew}
          />
        </Panel>
      )}
      {customer && home && pack && startTime && <Price booking={booking} startTime={startTime} />}
    </>
  );
  return <Panels left={<RequestFields booking={booking} />} right={right} />;
}

/** What it comes to, which dates are not free, and the press that holds it all. */
function Price({ booking, startTime }: { readonly booking: BookingForm; readonly startTime: string }) {
  const { customer, request, home, frequency, crew } = booking;
  const [skips, setSkips] = useState(false);
  const wanted = {
    customerID: customer?.id ?? '',
    startTime,
    ...recurrenceOf(frequency),
    ...crewOf(crew),
  };
  const { specialRequests: _notes, contactDetails: _door, ...priced } = request;
  const quoted = { ...priced, ...wanted, ...(home && { postal: home.postal }) };
  const conflicts = useQuote(quoted).data?.conflicts ?? [];
  const isSeries = frequency.interval !== 'once';
  return (
    <Panel title="Price">
      <VisitPrice body={quoted} />
      {isSeries && <ConflictList conflicts={conflicts} skips={skips} onSkip={setSkips} />}
      <Hold
        body={{ ...request, ...wanted, ...(skips && isSeries ? { onConflict: 'skip' as const } : {}) }}
        undecided={isSeries && conflicts.length > 0 && !skips}
      />
    </Panel>
  );
}

function RequestFields({ booking }: { readonly booking: BookingForm }) {
  const { customer, request, set, homes } = booking;
  return (
    <>
      <Panel title="Customer and home">
        <CustomerField chosen={customer} onChoose={booking.chooseCustomer} />
        {customer && (
          <SelectField
            label="Address"
            placeholder={booking.homeless ? 'No address yet' : 'Choose a home'}
            value={request.addressID}
            onChange={(event) => set({ addressID: event.target.value })}
            options={homes.map((one) => ({ value: one.id, label: `${one.addressLine1}, ${one.postal}` }))}
          />
        )}
      </Panel>
      <Panel title="What">
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

interface HoldProps {
  readonly body: CallInput<typeof createJobForCustomer>['body'];
  /** Dates that are not free wait to be left out. */
  readonly undecided: boolean;
}

function Hold({ body, undecided }: HoldProps) {
  const { date, time } = useFormat();
  const navigate = useNavigate();
  const toast = useToast();
  const create = useAct(createJobForCustomer, { refresh: JOB_READS });
  const press = () =>
    create.mutate(
      { body },
      {
        onSuccess: (job) => {
          toast.show({ text: 'Held for 15 minutes. Settle it now, or let the customer pay.' });
          void navigate(`${JOBS.to}/${job.id}/view`);
        },
      },
    );
  return (
    <div className={styles.form}>
      {create.error && (
        <Notice kind="bad" live>
          {create.error.message}
        </Notice>
      )}
      <Button
        full
        busy={create.isPending && 'Holding'}
        disabledReason={undecided && 'Decide the dates that are not free first'}
        onClick={press}
      >
        {`Hold ${date(body.startTime)}, ${time(body.startTime)}`}
      </Button>
    </div>
  );
}
