import { t } from '#platform/web/i18n/office.ts';
/** Options for a cleaner's gender in the office; '' if none is recorded. */
export const GENDERS = [
  { value: 'female', label: t('Female') },
  { value: 'male', label: t('Male') },
];
export const GENDER_NAMES = { '': '', female: t('Female'), male: t('Male') };
