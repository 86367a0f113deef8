import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { type SavingCall, useRecordForm } from '#platform/web/office/use-record-form.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { CreditTiers } from '../parts/credit-tiers.tsx';
import { CHANGE_CUSTOMER, CUSTOMER_LAYOUT, type CustomerForm, formOf } from '../parts/customer-layout.ts';
import { CUSTOMERS, CustomerPage } from '../parts/customer-page.tsx';

/** /admin/customers/:customerID/update */
export function Component() {
  return <CustomerPage>{(customer) => <Change customer={customer} />}</CustomerPage>;
}

function Change({ customer }: { readonly customer: CustomerReply }) {
  const form = useRecordForm<SavingCall, CustomerForm>({
    call: CHANGE_CUSTOMER,
    params: { id: customer.id },
    refresh: CUSTOMERS.refresh,
    stored: formOf(customer),
    fields: CUSTOMER_LAYOUT.fields,
    // The hours are changed, and nothing of it is left to change.
    onSaved: (reply) => {
      form.compareWith(formOf(reply as CustomerReply));
      form.set({ credits: [], creditsReason: '' });
    },
  });
  return (
    <RecordForm form={form} save={`Save ${customer.firstname}`}>
      <FormPanels
        form={form}
        left={CUSTOMER_LAYOUT.left}
        beside={<CreditTiers form={form} held={customer.credits ?? []} />}
      />
    </RecordForm>
  );
}
