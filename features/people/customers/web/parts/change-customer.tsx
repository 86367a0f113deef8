import type { Callable } from '#platform/web/api/callable.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { type SavingCall, useRecordForm } from '#platform/web/office/use-record-form.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { CreditTiers } from './credit-tiers.tsx';
import { CUSTOMERS, CustomerFrame } from './customer-frame.tsx';
import { CHANGE_CUSTOMER, CUSTOMER_LAYOUT, type CustomerForm, formOf } from './customer-layout.ts';

interface ChangeCustomerProps {
  /** Reads of higher-level features that a change of the hours makes stale. */
  readonly also: readonly Callable[];
}

/** The page for editing a customer, including their hours. */
export function ChangeCustomer({ also }: ChangeCustomerProps) {
  return (
    <CustomerFrame>{(customer) => <CustomerUpdateForm customer={customer} also={also} />}</CustomerFrame>
  );
}

function CustomerUpdateForm({ customer, also }: ChangeCustomerProps & { readonly customer: CustomerReply }) {
  const form = useRecordForm<SavingCall, CustomerForm>({
    call: CHANGE_CUSTOMER,
    params: { id: customer.id },
    refresh: [...CUSTOMERS.refresh, ...also],
    stored: formOf(customer),
    version: customer.updatedAt,
    fields: CUSTOMER_LAYOUT.fields,
    // The saved hours become the new baseline of the form.
    onSaved: (reply) => {
      form.compareWith(formOf(reply as CustomerReply));
      form.set({ credits: [], creditsReason: '' });
    },
  });
  return (
    <RecordForm form={form} save={t('Save {{firstname}}', { firstname: customer.firstname })}>
      <FormPanels
        form={form}
        left={CUSTOMER_LAYOUT.left}
        beside={<CreditTiers form={form} held={customer.credits ?? []} />}
      />
    </RecordForm>
  );
}
