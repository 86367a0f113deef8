import { createAddress } from '#features/people/customers/contract.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { CustomerField } from './customer-field.tsx';
import { NewCustomerFields } from './new-customer-fields.tsx';
import { NewHomeFields } from './new-home-fields.tsx';
import { type Booking, NEW_HOME } from './use-booking.ts';
import { NEW_RECORDS_FORM } from './use-booking-form.ts';

interface BookingProps {
  readonly booking: Booking;
}

/** Who and where: found, or added with the booking. */
export function CustomerAndHome({ booking }: BookingProps) {
  const { customer, addsCustomer, request, homes, form } = booking;
  const addsHome = request.addressID === NEW_HOME;
  return (
    <form
      id={NEW_RECORDS_FORM}
      className={styles.form}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      {addsCustomer ? (
        <NewCustomerFields
          form={form}
          onChoose={booking.chooseCustomer}
          onBack={() => booking.chooseCustomer(null)}
        />
      ) : (
        <CustomerField chosen={customer} onChoose={booking.chooseCustomer} onAdd={booking.addCustomer} />
      )}
      {customer && homes.length > 0 && <HomeField booking={booking} />}
      {booking.homesError && (
        <Notice kind="bad">We could not load the homes. {booking.homesError.message}</Notice>
      )}
      {customer && booking.isHomeless && !addsHome && <p>This customer has no home yet.</p>}
      {addsHome && <NewHomeFields form={form} takesFocus={homes.length > 0} />}
    </form>
  );
}

function HomeField({ booking }: BookingProps) {
  const mayAdd = useMayCall(createAddress);
  const homes = booking.homes.map(({ id, addressLine1, addressLine2, postal }) => ({
    value: id,
    label: `${addressLine1}, ${addressLine2 || postal}`,
  }));
  return (
    <SelectField
      label="Home"
      placeholder="Choose a home"
      value={booking.request.addressID}
      onChange={(event) => booking.chooseHome(event.target.value)}
      options={mayAdd ? [...homes, { value: NEW_HOME, label: 'New home' }] : homes}
    />
  );
}
