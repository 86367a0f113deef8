import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { admins } from '../../contract.ts';

export const ADMINS = recordKind({
  one: 'admin',
  many: 'admins',
  home: '/admin/admins',
  param: 'adminID',
  calls: admins,
  nameOf: ({ fullname }) => fullname,
});

interface Names {
  readonly fullname: string;
  readonly email: string;
  readonly identity: string;
}

const BLANK: Names = { fullname: '', email: '', identity: '' };

const FIELDS = {
  fullname: { label: 'Full name', required: true },
  email: { label: 'E-mail', kind: 'email', required: true },
  identity: { label: 'Sign-in name', required: true, hint: 'Capitals do not matter when signing in.' },
} as const;

const PERSON = { title: 'Person', names: ['fullname', 'email'] } as const;
const SIGN_IN = { title: 'Sign-in' } as const;
const CONFIRM = { title: 'Confirm it is you', names: ['currentPassword'] } as const;

export const NAMES_LAYOUT: RecordLayout<Names> = {
  blank: BLANK,
  fields: FIELDS,
  left: [PERSON],
  right: [{ ...SIGN_IN, names: ['identity'] }],
};

interface NewAdmin extends Names {
  readonly password: string;
  readonly currentPassword: string;
}

/** The same with an initial password. */
export const NEW_LAYOUT: RecordLayout<NewAdmin> = {
  blank: { ...BLANK, password: '', currentPassword: '' },
  fields: {
    ...FIELDS,
    password: {
      label: 'Password',
      kind: 'password',
      required: true,
      hint: 'At least 12 characters. Tell them in person; they can change it in their account.',
    },
    currentPassword: {
      label: 'Your own password',
      kind: 'current-password',
      required: true,
      hint: 'To confirm that it is you who adds this admin.',
    },
  },
  left: [PERSON],
  right: [{ ...SIGN_IN, names: ['identity', 'password'] }, CONFIRM],
};
