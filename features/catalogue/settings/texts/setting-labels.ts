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
    effect: 'Printed on receipts, credit notes and replies by e-mail.',
  },
  businessAddress: {
    label: 'Address',
    effect: 'Printed on receipts and credit notes, line by line.',
  },
  uen: {
    label: 'UEN',
    effect: 'Printed on receipts. Leave blank if there is none.',
  },
  businessPhone: {
    label: 'Phone',
    effect: 'The number that customers call.',
  },
  businessEmail: {
    label: 'E-mail',
    effect: 'Customers write to this address, and Kemas sends notices for the office here.',
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
    effect: 'The sender’s name on e-mails. Leave blank to use the one set on the server.',
  },
};
