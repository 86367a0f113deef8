import { fullnameOf } from '../../kernel/names.ts';
import { t } from '../i18n/office.ts';
import type { FormField } from './form-fields.ts';

/** The display name field of the office's forms. */
export const DISPLAY_NAME_FIELD: FormField = {
  label: t('Name as shown'),
  span: 6,
  hint: ({ firstname, lastname }) => {
    const name = fullnameOf({ firstname: String(firstname), lastname: String(lastname), displayName: null });
    return t('Leave blank to show {{name}}.', { name: name || t('the first and last name') });
  },
};
