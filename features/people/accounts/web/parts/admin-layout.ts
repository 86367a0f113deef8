import { OFFICE_ROLE_NAMES, OFFICE_ROLES, type OfficeRole } from '#platform/kernel/actor.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { admins } from '../../contract.ts';

export const ADMINS = recordKind({
  one: t('admin'),
  many: t('admins'),
  home: '/admin/admins',
  param: 'adminID',
  audited: 'admin',
  calls: admins,
  nameOf: ({ fullname }) => fullname,
});

export interface Names {
  readonly fullname: string;
  readonly email: string;
  readonly identity: string;
}

const BLANK: Names = { fullname: '', email: '', identity: '' };

const FIELDS = {
  fullname: { label: t('Full name'), required: true },
  email: { label: t('E-mail'), kind: 'email', required: true },
  identity: { label: t('Sign-in name'), required: true, hint: t('Capitals do not matter when signing in.') },
} as const;

const PERSON = { title: t('Person'), names: ['fullname', 'email'] } as const;
const SIGN_IN = { title: t('Sign-in') } as const;
const CONFIRM = { title: t('Confirm it is you'), names: ['currentPassword'] } as const;

export const NAMES_LAYOUT: RecordLayout<Names> = {
  blank: BLANK,
  fields: FIELDS,
  left: [PERSON],
  right: [{ ...SIGN_IN, names: ['identity'] }],
};

/** What each role may do: docs/permissions.md has every call. */
const ROLE_SCOPES: Readonly<Record<OfficeRole, string>> = {
  owner: t('everything, and who may do what'),
  office: t('everything but admins'),
  dispatcher: t('jobs, schedules, customers; no refunds, prices or settings'),
  accountant: t('sees everything with money and downloads it; changes nothing'),
  'read-only': t('sees everything, changes nothing'),
};

interface Admin extends Names {
  readonly officeRole: OfficeRole;
}

const ROLE = {
  label: t('Role'),
  kind: 'choice',
  required: true,
  span: 6,
  hint: t('A new role signs them out everywhere.'),
  options: OFFICE_ROLES.map((value) => ({
    value,
    label: `${OFFICE_ROLE_NAMES[value]}: ${ROLE_SCOPES[value]}`,
  })),
} as const;

/** An admin with their role, which only owners change. */
export const ADMIN_LAYOUT: RecordLayout<Admin> = {
  ...NAMES_LAYOUT,
  blank: { ...BLANK, officeRole: 'office' },
  fields: { ...FIELDS, officeRole: ROLE },
  left: [PERSON, { title: t('Permissions'), names: ['officeRole'] }],
};

/** Of a field for the caller's own password, which the server asks for only then. */
export const OWN_PASSWORD_HINT = t('Needed if you signed in more than two hours ago.');

interface NewAdmin extends Admin {
  readonly password: string;
  readonly currentPassword: string;
}

/** The same with an optional initial password. */
export const NEW_LAYOUT: RecordLayout<NewAdmin> = {
  blank: { ...ADMIN_LAYOUT.blank, password: '', currentPassword: '' },
  fields: {
    ...ADMIN_LAYOUT.fields,
    officeRole: { ...ROLE, hint: t('An owner can change it at any time.') },
    password: {
      label: t('Password'),
      kind: 'password',
      hint: t(
        'At least 12 characters. Leave blank to e-mail them a link to choose their own, which works for 3 days.',
      ),
    },
    currentPassword: {
      label: t('Your own password'),
      kind: 'current-password',
      hint: OWN_PASSWORD_HINT,
    },
  },
  left: [PERSON, { title: t('Permissions'), names: ['officeRole'] }],
  right: [{ ...SIGN_IN, names: ['identity', 'password'] }, CONFIRM],
};
