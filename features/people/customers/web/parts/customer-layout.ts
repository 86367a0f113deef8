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
      label: 'Salutation',
      kind: 'choice',
      span: 2,
      none: 'None',
      options: SALUTATIONS.map((word) => ({ value: word, label: word })),
    },
    firstname: { label: 'First name', span: 2, required: true },
    lastname: { label: 'Last name', span: 2, hint: 'Leave blank if there is none.' },
    displayName: DISPLAY_NAME_FIELD,
    mobile: {
      label: 'Mobile',
      kind: 'mobile',
      hint: 'Sign-in codes go here.',
      required: true,
      ownersAt: OWNERS,
    },
    email: { label: 'E-mail', kind: 'email', hint: 'Receipts go here.', required: true, ownersAt: OWNERS },
    credits: { label: 'Credit hours' },
    creditsReason: {
      kind: 'paragraph',
      rows: 2,
      label: 'Reason for the change',
      hint: 'The customer sees it next to the hours.',
    },
  },
  left: [
    { title: 'Person', names: ['salutation', 'firstname', 'lastname', 'displayName'] },
    { title: 'Contact details', names: ['mobile', 'email'] },
  ],
};

type Adjusting = {
  readonly credits?: readonly unknown[] | undefined;
  readonly creditsReason?: string | undefined;
};
const isExplained = ({ credits = [], creditsReason = '' }: Adjusting) =>
  credits.length === 0 || creditsReason !== '';
const EXPLAIN = { path: ['creditsReason'], error: 'Say why the hours change. The customer sees it.' };

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
