import { t } from '#platform/web/i18n/office.ts';
import { DISPLAY_NAME_FIELD } from '#platform/web/office/display-name-field.ts';
import { storedValues } from '#platform/web/office/field-value.tsx';
import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { createCustomer, updateCustomerAsAdmin } from '../../contract.ts';
import { SALUTATIONS } from '../../rules/salutations.ts';

const BLANK = {
  salutation: '',
  firstname: '',
  lastname: '',
  displayName: '',
  mobile: '',
  email: '',
  /** Changed tiers only. */
  credits: [] as readonly TierHours[],
  creditsReason: '',
};

/** The new hours of a tier, or the raw input if it is not a number. */
export interface TierHours {
  readonly perHour: number;
  readonly numCredits: number | string;
}
export type CustomerForm = typeof BLANK;

const OWNERS = '/admin/customers';

/** The office's form of a customer. */
export const CUSTOMER_LAYOUT: RecordLayout<CustomerForm> = {
  blank: BLANK,
  fields: {
    salutation: {
      label: t('Salutation'),
      kind: 'choice',
      span: 2,
      none: t('None'),
      options: SALUTATIONS.map((word) => ({ value: word, label: word })),
    },
    firstname: { label: t('First name'), span: 2, required: true },
    lastname: { label: t('Last name'), span: 2, hint: t('Leave blank if there is none.') },
    displayName: DISPLAY_NAME_FIELD,
    mobile: {
      label: t('Mobile'),
      kind: 'mobile',
      hint: t('Sign-in codes go here.'),
      required: true,
      ownersAt: OWNERS,
    },
    email: {
      label: t('E-mail'),
      kind: 'email',
      hint: t('Receipts go here.'),
      required: true,
      ownersAt: OWNERS,
    },
    credits: { label: t('Credit hours') },
    creditsReason: {
      kind: 'paragraph',
      rows: 2,
      label: t('Reason for the change'),
      hint: t('The customer sees it next to the hours.'),
    },
  },
  left: [
    { title: t('Person'), names: ['salutation', 'firstname', 'lastname', 'displayName'] },
    { title: t('Contact details'), names: ['mobile', 'email'] },
  ],
};

type Adjusting = {
  readonly credits?: readonly unknown[] | undefined;
  readonly creditsReason?: string | undefined;
};
const isExplained = ({ credits = [], creditsReason = '' }: Adjusting) =>
  credits.length === 0 || creditsReason !== '';
const EXPLAIN = { path: ['creditsReason'], error: t('Say why the hours change. The customer sees it.') };

/** The routes with the validation of the office's forms: changing hours requires a reason. */
export const ADD_CUSTOMER = { ...createCustomer, body: createCustomer.body.refine(isExplained, EXPLAIN) };
export const CHANGE_CUSTOMER = {
  ...updateCustomerAsAdmin,
  body: updateCustomerAsAdmin.body.refine(isExplained, EXPLAIN),
};

/** The form of a stored customer, without changes of hours. */
export function formOf(customer: Omit<CustomerForm, 'credits' | 'creditsReason'>): CustomerForm {
  return storedValues(CUSTOMER_LAYOUT, { ...customer, credits: [], creditsReason: '' });
}
