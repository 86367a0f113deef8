import type { FieldError } from '#platform/kernel/refusal.ts';
import { CHARGE_TIMES } from './charge-times.ts';

/**
 * The declaration of every setting: its database row, valid values and default. The contract derives its schemas from
 * this, the server reads by it, and the office's screen displays it with the labels in `texts/setting-labels.ts`.
 */

export type SettingGroup =
  | 'hours'
  | 'booking'
  | 'cancellation'
  | 'business'
  | 'gst'
  | 'messages'
  | 'look'
  | 'logos'
  | 'papers';

interface Described {
  /** Its row in the table `setting`. */
  readonly row: string;
  readonly group: SettingGroup;
}

/** A time of day, in minutes since midnight, on the half hour. */
interface TimeSetting extends Described {
  readonly kind: 'time';
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

interface FigureSetting extends Described {
  readonly kind: 'figure';
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly unit: 'hours' | 'days' | 'months' | 'minutes' | '%';
}

interface FlagSetting extends Described {
  readonly kind: 'flag';
  readonly default: boolean;
}

interface TextSetting extends Described {
  readonly kind: 'text';
  readonly default: string;
  /** Characters. */
  readonly most: number;
  /** `lines`: multiline. `required`: never empty. */
  /** `colour`: #rrggbb. `logo`: the address of an uploaded logo. */
  readonly form?: 'lines' | 'email' | 'required' | 'uen' | 'paynow' | 'colour' | 'logo';
}

interface ChoiceSetting extends Described {
  readonly kind: 'choice';
  readonly default: string;
  readonly options: readonly string[];
}

interface DaySetting extends Described {
  readonly kind: 'day';
  /** Empty: none. Otherwise `YYYY-MM-DD`. */
  readonly default: '';
}

export type Setting = TimeSetting | FigureSetting | FlagSetting | TextSetting | DaySetting | ChoiceSetting;

/**
 * No zone changes its clocks between these times, and a day's starts fit into the bits of one number: schedule relies
 * on both (roster.ts and its test).
 */
const EARLIEST = 6 * 60;
const LATEST = 21 * 60;
const HALF_HOUR = 30;

/** Pairs of typefaces, for headings and text; the first is the default (look.ts). */
export const TYPEFACES = ['standard', 'modern', 'friendly', 'classic'] as const;
/** `own`: only the pictures that the office uploads to the site. */
export const ILLUSTRATIONS = ['ours', 'own', 'none'] as const;

export const SETTINGS = {
  businessName: {
    row: 'business.name',
    group: 'business',
    kind: 'text',
    default: 'Kemas',
    most: 100,
    form: 'required',
  },
  legalName: {
    row: 'business.legal-name',
    group: 'business',
    kind: 'text',
    default: '',
    most: 100,
  },
  businessAddress: {
    row: 'business.address',
    group: 'business',
    kind: 'text',
    default: '',
    most: 300,
    form: 'lines',
  },
  uen: {
    row: 'business.uen',
    group: 'business',
    kind: 'text',
    default: '',
    most: 10,
    form: 'uen',
  },
  payNowTo: {
    row: 'business.paynow',
    group: 'business',
    kind: 'text',
    default: '',
    most: 13,
    form: 'paynow',
  },
  bankDetails: {
    row: 'business.bank',
    group: 'business',
    kind: 'text',
    default: '',
    most: 200,
    form: 'lines',
  },
  businessPhone: {
    row: 'business.phone',
    group: 'business',
    kind: 'text',
    default: '',
    most: 30,
  },
  businessEmail: {
    row: 'business.email',
    group: 'business',
    kind: 'text',
    default: '',
    most: 254,
    form: 'email',
  },
  gstRegistered: {
    row: 'gst.registered',
    group: 'gst',
    kind: 'flag',
    default: false,
  },
  gstNumber: {
    row: 'gst.number',
    group: 'gst',
    kind: 'text',
    default: '',
    most: 20,
  },
  gstSince: {
    row: 'gst.since',
    group: 'gst',
    kind: 'day',
    default: '',
  },
  opensAtMinute: {
    row: 'visits.opens',
    group: 'hours',
    kind: 'time',
    default: 8 * 60,
    least: EARLIEST,
    most: LATEST,
  },
  closesAtMinute: {
    row: 'visits.closes',
    group: 'hours',
    kind: 'time',
    default: 20 * 60,
    least: EARLIEST,
    most: LATEST,
  },
  leadHours: {
    row: 'visits.lead',
    group: 'booking',
    kind: 'figure',
    default: 24,
    least: 0,
    most: 168,
    unit: 'hours',
  },
  officeHoldHours: {
    row: 'visits.office-hold',
    group: 'booking',
    kind: 'figure',
    default: 24,
    least: 1,
    most: 168,
    unit: 'hours',
  },
  horizonDays: {
    row: 'visits.horizon',
    group: 'booking',
    kind: 'figure',
    default: 60,
    least: 7,
    most: 180,
    unit: 'days',
  },
  seriesMonths: {
    row: 'visits.series',
    group: 'booking',
    kind: 'figure',
    default: 12,
    least: 1,
    most: 12,
    unit: 'months',
  },
  visitCharge: {
    row: 'visits.charge',
    group: 'booking',
    kind: 'choice',
    default: 'after-visit',
    options: [...CHARGE_TIMES, 'off'],
  },
  travelBufferMinutes: {
    row: 'visits.buffer',
    group: 'booking',
    kind: 'figure',
    default: 45,
    least: 0,
    most: 180,
    unit: 'minutes',
  },
  travelByDistance: {
    row: 'visits.distance',
    group: 'booking',
    kind: 'flag',
    default: true,
  },
  cancelFreeHours: {
    row: 'cancellation.free',
    group: 'cancellation',
    kind: 'figure',
    default: 24,
    least: 0,
    most: 168,
    unit: 'hours',
  },
  lateFeePercent: {
    row: 'cancellation.fee',
    group: 'cancellation',
    kind: 'figure',
    default: 50,
    least: 0,
    most: 100,
    unit: '%',
  },
  reminderHours: {
    row: 'messages.reminder',
    group: 'cancellation',
    kind: 'figure',
    default: 48,
    least: 36,
    most: 168,
    unit: 'hours',
  },
  mailSender: {
    row: 'messages.mail-sender',
    group: 'messages',
    kind: 'text',
    default: '',
    most: 60,
  },
  brandColour: {
    row: 'look.colour',
    group: 'look',
    kind: 'text',
    default: '',
    most: 7,
    form: 'colour',
  },
  typefaces: {
    row: 'look.typefaces',
    group: 'look',
    kind: 'choice',
    default: 'standard',
    options: TYPEFACES,
  },
  illustrations: {
    row: 'look.illustrations',
    group: 'look',
    kind: 'choice',
    default: 'ours',
    options: ILLUSTRATIONS,
  },
  logo: {
    row: 'look.logo',
    group: 'logos',
    kind: 'text',
    default: '',
    most: 100,
    form: 'logo',
  },
  logoDark: {
    row: 'look.logo-dark',
    group: 'logos',
    kind: 'text',
    default: '',
    most: 100,
    form: 'logo',
  },
  logoSquare: {
    row: 'look.logo-square',
    group: 'logos',
    kind: 'text',
    default: '',
    most: 100,
    form: 'logo',
  },
  appName: {
    row: 'look.app-name',
    group: 'papers',
    kind: 'text',
    default: '',
    most: 30,
  },
  logoOnMails: {
    row: 'look.logo-on-mails',
    group: 'papers',
    kind: 'flag',
    default: true,
  },
  logoOnReceipts: {
    row: 'look.logo-on-receipts',
    group: 'papers',
    kind: 'flag',
    default: true,
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
/** The names, in display order. */
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

type ValueOf<S extends Setting> = S extends {
  readonly kind: 'choice';
  readonly options: readonly (infer O)[];
}
  ? O
  : S['kind'] extends 'time' | 'figure'
    ? number
    : S['kind'] extends 'flag'
      ? boolean
      : string;

/** The values of all settings. */
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof SETTINGS)[N]> };

/** The default values. */
export const DEFAULTS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].default]),
) as unknown as Settings;

/** The settings after a change: a first GST number means that the business is registered. */
export function changedSettings(before: Settings, change: Partial<Settings>): Settings {
  const after = { ...before, ...change };
  const isFirstNumber = before.gstNumber === '' && after.gstNumber !== '';
  return isFirstNumber && change.gstRegistered === undefined ? { ...after, gstRegistered: true } : after;
}

/** Validates combinations of settings; single values are validated by their declaration. */
export function whyNotTogether(settings: Settings): FieldError[] {
  const errors: FieldError[] = [];
  const { opensAtMinute, closesAtMinute, leadHours, horizonDays, gstRegistered, gstNumber } = settings;
  if (gstRegistered && gstNumber === '')
    errors.push({ path: 'gstNumber', message: 'Enter the number, or switch off “Registered for GST”.' });
  if (closesAtMinute - opensAtMinute < SHORTEST_DAY_MINUTES)
    errors.push({
      path: 'closesAtMinute',
      message: 'Leave at least 3 hours: the shortest visit takes that long.',
    });
  if (leadHours >= horizonDays * 24)
    errors.push({
      path: 'horizonDays',
      message: 'Let customers book further ahead than the notice they give.',
    });
  return errors;
}

/** Source: MIN_HOURS of schedule, a higher-level feature. */
export const SHORTEST_DAY_MINUTES = 3 * 60;

export function isOnHalfHour(minute: number): boolean {
  return minute % HALF_HOUR === 0;
}
