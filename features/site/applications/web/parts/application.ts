import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { type ApplicationItem, applications } from '../../contract.ts';

export const APPLICATIONS = recordKind({
  one: 'application',
  many: 'applications',
  home: '/admin/applications',
  param: 'applicationID',
  audited: 'application',
  calls: applications,
  nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
});

export const STATES = { new: 'New', invited: 'Invited', hired: 'Hired', declined: 'Declined' } as const;

const FIELDS = {
  firstname: { label: 'First name', required: true },
  lastname: { label: 'Last name' },
  phone: { label: 'Phone', required: true },
  email: { label: 'E-mail', kind: 'email' },
  apply_for: { label: 'Applies for' },
  home_area: { label: 'Lives in' },
  experience: { label: 'Experience', kind: 'paragraph', span: 6 },
  message: { label: 'Message', kind: 'paragraph', span: 6 },
  nationality: { label: 'Nationality', span: 2 },
  gender: { label: 'Gender', span: 2 },
} as const;

type Fields = Pick<ApplicationItem, keyof typeof FIELDS>;

/** The fields that may be corrected; the age is not one of them. */
export const LAYOUT: RecordLayout<Fields> = {
  blank: {
    firstname: '',
    lastname: '',
    phone: '',
    email: '',
    apply_for: '',
    home_area: '',
    experience: '',
    message: '',
    nationality: '',
    gender: '',
  },
  fields: FIELDS,
  left: [{ title: 'Contact details', names: ['firstname', 'lastname', 'phone', 'email'] }],
  right: [
    { title: 'Work', names: ['apply_for', 'home_area', 'experience', 'message'] },
    { title: 'For the work pass', names: ['nationality', 'gender'] },
  ],
};
