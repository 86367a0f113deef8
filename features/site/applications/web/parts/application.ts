import { t } from '#platform/web/i18n/office.ts';
import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { applicationFields, applications } from '../../contract.ts';

export const APPLICATIONS = recordKind({
  one: t('application'),
  many: t('applications'),
  home: '/admin/applications',
  param: 'applicationID',
  audited: 'application',
  calls: applications,
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
});

export const STATES = {
  new: t('New'),
  invited: t('Invited'),
  hired: t('Hired'),
  declined: t('Declined'),
} as const;

const { age: _age, ...written } = applicationFields.initial;
const BLANK = { ...written, firstname: '', phone: '' };

/** The fields that may be corrected; the age is not one of them. */
export const LAYOUT: RecordLayout<typeof BLANK> = {
  blank: BLANK,
  fields: formFields(applicationFields, {
    email: { kind: 'email' },
    experience: { kind: 'paragraph', span: 6 },
    message: { kind: 'paragraph', span: 6 },
    nationality: { span: 2 },
    gender: { span: 2 },
  }),
  left: [{ title: t('Contact details'), names: ['firstname', 'lastname', 'phone', 'email'] }],
  right: [
    { title: t('Work'), names: ['apply_for', 'home_area', 'experience', 'message'] },
    { title: t('For the work pass'), names: ['nationality', 'gender'] },
  ],
};
