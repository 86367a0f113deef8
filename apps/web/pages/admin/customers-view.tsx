import { BillingPanel } from '#features/booking/invoices/web/office/billing-panel.tsx';
import { CustomerMoney } from '#features/booking/receipts/web/parts/customer-money.tsx';
import { MessageLog } from '#features/messages/messages/web/parts/message-log.tsx';
import { CustomerHours } from '#features/money/credits/web/parts/customer-hours.tsx';
import { Disputes } from '#features/money/payments/web/parts/disputes.tsx';
import { SignInAttempts } from '#features/people/accounts/web/parts/sign-in-attempts.tsx';
import type { CustomerReply } from '#features/people/customers/customer-shapes.ts';
import { CustomerContact } from '#features/people/customers/web/parts/customer-contact.tsx';
import { CUSTOMERS, CustomerFrame } from '#features/people/customers/web/parts/customer-frame.tsx';
import { CustomerHomes } from '#features/people/customers/web/parts/customer-homes.tsx';
import { CustomerNotes } from '#features/people/customers/web/parts/customer-notes.tsx';
import { LatestNotes } from '#features/people/customers/web/parts/latest-notes.tsx';
import { CustomerJobs } from '#features/work/jobs/web/office/jobs-panel.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Panels } from '#platform/web/office/record.tsx';

/** /admin/customers/:customerID/view: everything needed to answer a phone call. */
export function Component() {
  return (
    <CustomerFrame>
      {(customer) => (
        <>
          <Disputes
            disputes={customer.disputes}
            linkTo={({ transactionID }) => ({
              href: `/admin/transactions/${transactionID}/view`,
              label: t('Open the payment'),
            })}
          />
          <LatestNotes customerID={customer.id} />
          {customer.mobile !== '' && <SignInAttempts mobile={customer.mobile} />}
          <Panels left={<Business customer={customer} />} right={<CustomerPanels customer={customer} />} />
        </>
      )}
    </CustomerFrame>
  );
}

interface OfCustomer {
  readonly customer: CustomerReply;
}

/** Bookings and payments. */
function Business({ customer: { id } }: OfCustomer) {
  return (
    <>
      <CustomerJobs customerID={id} />
      <CustomerMoney customerID={id} />
      <MessageLog customerID={id} />
    </>
  );
}

/** Contact details, notes, addresses, credits. */
function CustomerPanels({ customer }: OfCustomer) {
  return (
    <>
      <CustomerContact customer={customer} />
      {customer.mobile !== '' && <BillingPanel customer={customer} />}
      <CustomerNotes customerID={customer.id} />
      <CustomerHomes customerID={customer.id} />
      <CustomerHours customerID={customer.id} adjustAt={`${CUSTOMERS.home}/${customer.id}/update`} />
    </>
  );
}
