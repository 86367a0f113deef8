import type { SettingName } from '../rules/settings.ts';

/** What the office reads about each setting. */
interface SettingLabel {
  readonly label: string;
  /** One or two sentences about the effect of a change. */
  readonly effect: string;
}

export const SETTING_LABELS: Readonly<Record<SettingName, SettingLabel>> = {
  businessName: {
    label: 'Name',
    effect: 'What customers know you by: on the site, in messages and in the cleaners’ app.',
  },
  legalName: {
    label: 'Legal name',
    effect: 'Printed on receipts, tax invoices and credit notes. Leave blank if it is the name above.',
  },
  businessAddress: {
    label: 'Address',
    effect: 'Printed on receipts and credit notes, line by line.',
  },
  uen: {
    label: 'UEN',
    effect: 'Printed on receipts. Leave blank if there is none.',
  },
  payNowTo: {
    label: 'PayNow',
    effect:
      'The UEN or mobile number registered with PayNow; blank for none. Customers who owe something get a code for their bank app.',
  },
  bankDetails: {
    label: 'Bank account',
    effect: 'Printed on invoices, line by line: bank, account name and number. Leave blank if there is none.',
  },
  businessPhone: {
    label: 'Phone',
    effect: 'The number that customers call.',
  },
  businessEmail: {
    label: 'E-mail',
    effect: 'Customers write to this address, and notices for the office are sent to it.',
  },
  gstRegistered: {
    label: 'Registered for GST',
    effect:
      'Prices show how much GST they include. If off, GST is not mentioned; entering a number switches it on.',
  },
  gstNumber: {
    label: 'GST registration number',
    effect: 'Printed on receipts, which become tax invoices.',
  },
  gstSince: {
    label: 'Registered since',
    effect: 'Receipts for payments before this day do not mention GST.',
  },
  opensAtMinute: {
    label: 'First visit starts',
    effect: 'No visit starts before this time, for customers or the office.',
  },
  closesAtMinute: {
    label: 'Last visit ends',
    effect: 'Visits that would end later are not offered. Booked visits stay.',
  },
  leadHours: {
    label: 'Notice for bookings',
    effect: 'Customers must book at least this long before a visit. The office can book later.',
  },
  officeHoldHours: {
    label: 'Hold for office bookings',
    effect: 'How long an unpaid booking by the office is held, at most until the visit starts.',
  },
  horizonDays: {
    label: 'How far ahead',
    effect: 'Customers can book at most this many days ahead. The office can book further.',
  },
  seriesMonths: {
    label: 'Longest series',
    effect: 'How far ahead the last visit of a weekly or fortnightly series can be.',
  },
  visitCharge: {
    label: 'Visits of a series are charged',
    effect:
      'Customers who do not pay ahead save a card, which is charged then. Booked series stay as they were agreed.',
  },
  travelBufferMinutes: {
    label: 'Shortest travel time between visits',
    effect:
      'At least kept free between two visits of a cleaner at different postal codes. Booked visits stay as they are.',
  },
  travelByDistance: {
    label: 'More travel time between distant homes',
    effect:
      'Keeps as much time free as a ride by bus or train takes, if that is longer than the shortest travel time.',
  },
  cancelFreeHours: {
    label: 'Free until',
    effect: 'Moving or cancelling is free until this long before a visit. Booked visits keep their terms.',
  },
  lateFeePercent: {
    label: 'Late fee',
    effect: 'The share of the price we keep for a later cancellation. Booked visits keep their terms.',
  },
  reminderHours: {
    label: 'Reminder before free changes end',
    effect:
      'Customers are reminded this long before a visit, and at least 12 hours before free changes end. A short note follows the day before.',
  },
  mailSender: {
    label: 'Name on e-mails',
    effect: 'The sender’s name on e-mails. Leave blank to use the name of the business.',
  },
  brandColour: {
    label: 'Your colour',
    effect: 'Buttons, links and backgrounds follow it. Six digits such as #6B3FA0; blank for ours.',
  },
  typefaces: {
    label: 'Typefaces',
    effect: 'For headings and text. Chinese is shown in the typeface of each device.',
  },
  illustrations: {
    label: 'Illustrations',
    effect:
      'House fronts and scenes on the site. Small pictures beside texts are chosen in the site content.',
  },
  logo: {
    label: 'Logo',
    effect: 'On light backgrounds: the site, e-mails and receipts. Without one your name is shown.',
  },
  logoDark: {
    label: 'Logo for dark backgrounds',
    effect:
      'For the dark colour scheme, the footer and the office’s menu. Without one, the logo stands on white there.',
  },
  logoSquare: {
    label: 'Square logo',
    effect: 'The icon in browser tabs and of the cleaners’ app. Without one, your initial on your colour.',
  },
  appName: {
    label: 'Name of the cleaners’ app',
    effect: 'Below its icon on the phone, where about 12 letters fit. Leave blank to use your name.',
  },
  logoOnMails: {
    label: 'Logo on e-mails',
    effect:
      'Instead of your name at the top. Some mail programs hide pictures at first; your name is shown then.',
  },
  logoOnReceipts: {
    label: 'Logo on receipts',
    effect: 'Above your name. Receipts that were issued before stay as they are.',
  },
};

/** The options of choices, by value. */
export const OPTION_LABELS: Readonly<Record<string, string>> = {
  standard: 'Anek and Atkinson',
  modern: 'Modern: Figtree',
  friendly: 'Friendly: Nunito',
  classic: 'Classic: Source Serif and Source Sans',
  'evening-before': 'On the evening before',
  'after-visit': 'After each visit',
  weekly: 'On Monday, for the week before',
  off: 'Not at all: series are paid ahead',
  ours: 'House fronts and scenes',
  own: 'Only pictures from the site content',
  none: 'None',
};
