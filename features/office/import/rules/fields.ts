import { WEEKDAYS } from '#platform/kernel/business-time.ts';

/** What a file contains. */
export const KINDS = ['customers', 'cleaners'] as const;
export type Kind = (typeof KINDS)[number];

export interface ImportField {
  /** As in the form's request; a weekday's hours as `mondayHours`. */
  readonly name: string;
  /** The header in our template, and the label on the screen. */
  readonly label: string;
  readonly isRequired?: true;
  /** Belongs to the home of a customer. */
  readonly ofHome?: true;
  /** Several columns may be chosen, of which the first usable value counts. */
  readonly several?: true;
  /** Other headers that mean the same, in lower case without punctuation: see `plainHeader`. */
  readonly aliases: readonly string[];
  /** In the template. */
  readonly example: string;
}

const person: readonly ImportField[] = [
  { name: 'salutation', label: 'Salutation', aliases: ['title', '称呼'], example: 'Mdm' },
  {
    name: 'firstname',
    label: 'First name',
    isRequired: true,
    aliases: ['firstname', 'given name', '名字'],
    example: 'Siew Hua',
  },
  {
    name: 'lastname',
    label: 'Last name',
    aliases: ['lastname', 'surname', 'family name', '姓'],
    example: 'Lim',
  },
  {
    name: 'fullname',
    label: 'Full name',
    aliases: [
      'fullname',
      'name',
      'client name',
      'customer name',
      'cleaner name',
      'contact name',
      'client',
      'customer',
      '姓名',
    ],
    example: '',
  },
  {
    name: 'displayName',
    label: 'Display name',
    aliases: ['displayname', '显示名称'],
    example: 'Lim Siew Hua',
  },
  {
    name: 'mobile',
    label: 'Mobile',
    isRequired: true,
    several: true,
    aliases: [
      'mobile number',
      'mobile phone',
      'phone',
      'phone number',
      'contact number',
      'handphone',
      'hp',
      '手机',
      '电话',
    ],
    example: '9123 4567',
  },
];
const EMAIL_ALIASES = ['email', 'e mail address', 'email address', 'mail', '电邮', '邮箱'];

const customers: readonly ImportField[] = [
  ...person,
  {
    name: 'email',
    label: 'E-mail',
    isRequired: true,
    aliases: EMAIL_ALIASES,
    example: 'siewhua@example.com',
  },
  {
    name: 'addressLine1',
    label: 'Address',
    ofHome: true,
    aliases: ['addressline1', 'address line 1', 'street', 'street address', '地址'],
    example: 'Blk 145 Lorong 2 Toa Payoh',
  },
  {
    name: 'addressLine2',
    label: 'Unit',
    ofHome: true,
    aliases: ['addressline2', 'address line 2', 'unit number', 'unit no', 'apt', 'apt no', '单位'],
    example: '#05-21',
  },
  {
    name: 'postal',
    label: 'Postal code',
    ofHome: true,
    aliases: ['postal', 'postcode', 'zip', 'zip code', 'zip postal code', '邮区', '邮编'],
    example: '310145',
  },
  {
    name: 'label',
    label: 'Home label',
    ofHome: true,
    aliases: ['label', 'name of the home'],
    example: 'Home',
  },
  { name: 'type', label: 'Home type', ofHome: true, aliases: ['type', 'kind of home'], example: 'HDB' },
  {
    name: 'hasPets',
    label: 'Pets',
    ofHome: true,
    aliases: ['haspets', 'has pets', 'pets at home'],
    example: 'no',
  },
  {
    name: 'languagePreference',
    label: 'Preferred language',
    ofHome: true,
    aliases: ['languagepreference', 'language preference', 'language', 'languages', '语言'],
    example: 'Mandarin',
  },
  {
    name: 'genderPreference',
    label: 'Preferred gender',
    ofHome: true,
    aliases: ['genderpreference', 'gender preference', 'cleaner gender', 'gender wish'],
    example: 'any',
  },
  {
    name: 'note',
    label: 'Notes',
    aliases: ['note', 'remarks', 'remark', 'comments', 'comment', 'client notes', '备注'],
    example: 'Key with the guard',
  },
  {
    name: 'customerSince',
    label: 'Customer since',
    aliases: ['client since', 'created on', 'created', 'date created', 'joined', 'start date'],
    example: '2021-03-12',
  },
  {
    name: 'creditHours',
    label: 'Credit hours',
    aliases: ['credit', 'credits', 'prepaid hours', 'hours left', 'balance hours', 'package balance'],
    example: '',
  },
  {
    name: 'creditRate',
    label: 'Credit rate per hour',
    aliases: ['credit rate', 'hourly rate', 'rate per hour'],
    example: '',
  },
];

const cleaners: readonly ImportField[] = [
  ...person,
  { name: 'email', label: 'E-mail', aliases: EMAIL_ALIASES, example: 'aminah@example.com' },
  { name: 'gender', label: 'Gender', aliases: ['sex', '性别'], example: 'female' },
  { name: 'languages', label: 'Languages', aliases: ['language', '语言'], example: 'English, Malay' },
  {
    name: 'avoidsPets',
    label: 'Avoids pets',
    aliases: ['avoidspets', 'no pets', 'does not work in homes with pets'],
    example: 'no',
  },
  ...customers
    .filter(({ name }) => ['addressLine1', 'addressLine2', 'postal'].includes(name))
    .map(({ ofHome: _ofHome, ...field }) => field),
  ...WEEKDAYS.map(
    (weekday): ImportField => ({
      name: `${weekday}Hours`,
      label: `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`,
      aliases: [`${weekday}hours`, `${weekday} hours`],
      example: weekday === 'sunday' ? '' : '09:00-13:00,14:00-18:00',
    }),
  ),
];

/** The fields of a customer with a home, or of a cleaner, in the order of our template. */
export const FIELDS: Readonly<Record<Kind, readonly ImportField[]>> = { customers, cleaners };

/** A header as it is compared: in lower case, with spaces in place of punctuation. `Zip/Postal code` → `zip postal code` */
export function plainHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
