import { fullnameOf } from '../../kernel/names.ts';
import type { FormField } from './form-fields.ts';

/** The display name field of the office's forms. */
export const DISPLAY_NAME_FIELD: FormField = {
  label: 'Name as shown',
  span: 6,
  hint: ({ firstname, lastname }) => {
    const name = fullnameOf({ firstname: String(firstname), lastname: String(lastname), displayName: null });
    return `Leave blank to show ${name || 'the first and last name'}.`;
  },
};
