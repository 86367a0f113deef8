import { t } from '#platform/web/i18n/office.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { CreditTiers } from '../parts/credit-tiers.tsx';
import { CUSTOMERS } from '../parts/customer-frame.tsx';
import { CUSTOMER_LAYOUT } from '../parts/customer-layout.ts';

const NEXT = { page: 'address/add', text: t('Next: their home.') };

/** /admin/customers/new */
export function Component() {
  return (
    <NewRecord of={CUSTOMERS} layout={CUSTOMER_LAYOUT} next={NEXT}>
      {(form) => <FormPanels form={form} left={CUSTOMER_LAYOUT.left} beside={<CreditTiers form={form} />} />}
    </NewRecord>
  );
}
