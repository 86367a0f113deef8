import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { JOBS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { useFreeTimes } from '#features/work/schedule/web/parts/free-times.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { CrewAndPrice } from './book/crew-and-price.tsx';
import { CustomerField } from './book/customer-field.tsx';
import { preferenceQuery, preferencesOf, withPreferences } from './book/home-preferences.ts';
import { PreferenceChips } from './book/preference-chips.tsx';
import { RecurrenceField, recurrenceOf } from './book/recurrence-field.tsx';
import { SizeFields } from './book/size-fields.tsx';
import { TimeField } from './book/time-field.tsx';
import { type Booking, useBooking } from './book/use-booking.ts';

/** /admin/jobs/new?customerID=…: the office books for a customer. */
export function Component() {
  const [params] = useSearchParams();
  return (
    <RecordPage list={JOBS} title="New job">
      <NewBooking key={params.get('customerID')} />
    </RecordPage>
  );
}

function NewBooking() {
  const booking = useBooking();
  return <Panels left={<RequestFields booking={booking} />} right={<TimeAndCrew booking={booking} />} />;
}

function RequestFields({ booking }: { readonly booking: Booking }) {
  const { customer, request, homes, write } = booking;
  return (
    <>
      <Panel title="Customer and home">
        <div className={styles.form}>
          <CustomerField chosen={customer} onChoose={booking.chooseCustomer} />
          {customer && (
            <SelectField
              label="Address"
              placeholder={booking.isHomeless ? 'No address yet' : 'Choose a home'}
              value={request.addressID}
              onChange={(event) => booking.chooseHome(event.target.value)}
              options={homes.map((one) => ({
                value: one.id,
                label: `${one.addressLine1}, ${one.addressLine2 || one.postal}`,
              }))}
            />
          )}
        </div>
      </Panel>
      <Panel title="Service">
        <div className={styles.form}>
          <SelectField
            label="Package"
            placeholder="Choose a package"
            value={request.packageID}
            onChange={(event) => booking.choosePackage(event.target.value)}
            options={booking.packages.map((one) => ({
              value: one.id,
              label: one.label,
            }))}
          />
          {booking.pack && (
            <SizeFields pack={booking.pack} size={booking.size} onChange={booking.chooseSize} />
          )}
          <Checkbox
            label="We bring supplies"
            checked={request.requireCleaningSupplies}
            onChange={(event) => write({ requireCleaningSupplies: event.target.checked })}
          />
          <TextField
            label="Label"
            aside="Optional"
            hint="Printed on receipts and in messages. Helps you find this job."
            maxLength={100}
            value={request.label}
            onChange={(event) => write({ label: event.target.value })}
          />
          <TextArea
            label="Special requests"
            aside="Optional"
            maxLength={1000}
            value={request.specialRequests}
            onChange={(event) => write({ specialRequests: event.target.value })}
          />
          <TextArea
            label="Access"
            aside="Optional"
            maxLength={300}
            value={request.contactDetails}
            onChange={(event) => write({ contactDetails: event.target.value })}
          />
        </div>
      </Panel>
      <Panel title="How often">
        <RecurrenceField frequency={booking.frequency} onChange={booking.chooseFrequency} />
      </Panel>
    </>
  );
}

function TimeAndCrew({ booking }: { readonly booking: Booking }) {
  const { customer, home, pack, size, preferences } = booking;
  if (!customer || !home || !pack)
    return (
      <Panel title="When">
        <p>Choose a customer, a home and a package first.</p>
      </Panel>
    );
  return (
    <>
      {preferencesOf(home).length > 0 && (
        <Panel title="Home preferences" note="Turn one off to see more times and cleaners.">
          <PreferenceChips home={home} on={preferences} onChange={booking.choosePreferences} />
        </Panel>
      )}
      <WhenAndWho
        key={[home.id, pack.id, size.hours, size.numCleaners].join(' ')}
        booking={booking}
        chosen={{ customer, home, pack }}
      />
    </>
  );
}

interface WhenAndWhoProps {
  readonly booking: Booking;
  readonly chosen: {
    readonly [Name in 'customer' | 'home' | 'pack']: NonNullable<Booking[Name]>;
  };
}

/** Time, crew and price; for the package's usual start until another time is chosen. */
function WhenAndWho({ booking, chosen: { customer, home, pack } }: WhenAndWhoProps) {
  const { size, frequency, preferences } = booking;
  const wanted = withPreferences(home, preferences);
  const times = useFreeTimes({
    query: { packageID: pack.id, ...size, postal: home.postal, ...preferenceQuery(wanted) },
    usualStart: usualStartOf(pack),
  });
  const startTime = booking.startTime ?? times.proposed;
  const { chooseTime } = booking;
  // Keeps the proposed time: otherwise it would change with the displayed weeks, and the crew with it.
  useEffect(() => {
    if (booking.startTime === null && times.proposed !== null) chooseTime(times.proposed);
  });
  const { label, ...request } = booking.request;
  const labelled = label.trim() === '' ? {} : { label: label.trim() };
  return (
    <>
      <Panel title="When">
        <TimeField times={times} home={wanted} chosen={startTime} onChoose={booking.chooseTime} />
      </Panel>
      {startTime && (
        <CrewAndPrice
          key={[startTime, frequency.interval, frequency.count].join(' ')}
          pack={pack}
          size={size}
          home={home}
          preferences={preferences}
          request={{
            ...request,
            ...labelled,
            ...size,
            customerID: customer.id,
            startTime,
            ...recurrenceOf(frequency),
          }}
          onCode={(promocode) => booking.write({ promocode })}
        />
      )}
    </>
  );
}
