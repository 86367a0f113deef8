import { SETTINGS } from '#features/catalogue/settings/rules/settings.ts';
import { SETTING_LABELS } from '#features/catalogue/settings/texts/setting-labels.ts';
import { readInstant } from '#platform/kernel/business-time.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { dollars } from '#platform/kernel/money.ts';
import { capital, plainWords } from './subjects.ts';

export interface Change {
  /** In words: `Price per hour`. */
  readonly field: string;
  /** As people write it; '' for no value, and for one that was erased. */
  readonly before: string;
  readonly after: string;
}

export interface Reading {
  /** IANA time zone. */
  readonly zone: string;
  /** The fields of this kind of record that are named like amounts but are not in cents. */
  readonly notMoney?: readonly string[];
  /** The name of a person or record by id; undefined if it is not known. */
  nameOf(id: string): string | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The fields that an entry changed; of a new or removed record those that have a value. */
export function changesIn(before: unknown, after: unknown, reading: Reading): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !OF_ENTRY.has(name));
  return names.flatMap((name) => {
    const change = {
      field: fieldInWords(name),
      before: inWords(name, was[name], reading),
      after: inWords(name, is[name], reading),
    };
    return change.before === change.after ? [] : [change];
  });
}

/** The entry says them itself. */
const OF_ENTRY = new Set(['id', 'createdAt', 'updatedAt']);

function valuesOf(value: unknown): Values {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Values) : { value };
}

const FIELDS: Readonly<Record<string, string>> = {
  cents: 'Amount',
  centsPerHour: 'Rate per hour',
  cleanerType: 'Kind of cleaner',
  clocks: 'Clock',
  fullname: 'Name',
  firstname: 'First name',
  ids: 'Order',
  identity: 'Sign-in name',
  lastname: 'Last name',
  finishedAt: 'Clocked out',
  numCleaners: 'Cleaners',
  numCredits: 'Hours',
  officeRole: 'Role',
  perHour: 'Price per hour',
  reviewStarts: 'Stars',
  startTime: 'Start',
  startedAt: 'Clocked in',
  endTime: 'End',
  trash: 'In the trash',
  trashedAt: 'Moved to the trash',
};

const SETTING_BY_NAME = SETTINGS as Readonly<
  Record<string, { readonly kind: string; readonly unit?: string }>
>;
const LABEL_BY_NAME: Readonly<Record<string, { readonly label: string }>> = SETTING_LABELS;

/** `regionIDs` → `Region`, as the values are names. */
export function fieldInWords(name: string): string {
  const known = FIELDS[name] ?? LABEL_BY_NAME[name]?.label;
  if (known !== undefined) return known;
  return capital(plainWords(name.replace(/IDs?$/, ''))) || 'Value';
}

/** The fields that are amounts in cents. */
const MONEY =
  /^(cents|amount|amountToPay|total|totalValue|subtotal|price|unitPrice|pricePerHour|perHour|suppliesCost|centsPerHour|fee|refund|gst|discount|charge)$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOBILE = /^65[89]\d{7}$/;
/** Beyond what anyone reads. */
const LONGEST = 1000;

function inWords(name: string, value: unknown, reading: Reading): string {
  const text = textOf(name, value, reading);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function textOf(name: string, value: unknown, reading: Reading): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    const texts = value.map((each) => textOf(name, each, reading)).filter((text) => text !== '');
    return texts.join(value.some((each) => typeof each === 'object') ? '; ' : ', ');
  }
  if (typeof value === 'object') return recordText(value as Values, reading);
  if (typeof value === 'boolean' || name === 'trash') return value === true || value === 1 ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(name, value, reading);
  return stringText(String(value), reading);
}

/** `Minute: …`: a record in a field, by the names of its parts; those named by an id get its name. */
function recordText(value: Values, reading: Reading): string {
  return Object.entries(value)
    .map(([part, one]) => {
      const text = textOf(part, one, reading);
      return text === '' ? '' : `${reading.nameOf(part) ?? fieldInWords(part)}: ${text}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}

function numberText(name: string, value: number, { notMoney = [] }: Reading): string {
  const setting = SETTING_BY_NAME[name];
  if (setting?.kind === 'time') return clock(value);
  if (setting !== undefined) return `${value}${setting.unit === undefined ? '' : ` ${setting.unit}`}`;
  if (MONEY.test(name) && Number.isInteger(value) && !notMoney.includes(name)) return `S$${dollars(value)}`;
  return name.toLowerCase().endsWith('minute') ? clock(value) : String(value);
}

/** Minutes since midnight as `08:30`. */
function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function stringText(value: string, { zone, nameOf }: Reading): string {
  if (UUID.test(value)) return nameOf(value) ?? value;
  if (DAY.test(value)) return dayText(value);
  const instant = TIME.test(value) ? readInstant(fullOffset(value), zone) : null;
  if (instant !== null) return timeText(instant, zone);
  return MOBILE.test(value) ? showMobile(value) : value;
}

/** PostgreSQL writes the offset `+08`. */
function fullOffset(time: string): string {
  return time.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** `Thu 26 Nov 2026, 9:05 am` in business time. */
export function timeText(instant: Temporal.Instant, zone: string): string {
  const at = instant.toZonedDateTimeISO(zone);
  const hour = at.hour % 12 === 0 ? 12 : at.hour % 12;
  const minute = String(at.minute).padStart(2, '0');
  return `${dayText(at.toPlainDate().toString())}, ${hour}:${minute} ${at.hour < 12 ? 'am' : 'pm'}`;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dayText(written: string): string {
  const day = Temporal.PlainDate.from(written);
  return `${WEEKDAYS[day.dayOfWeek - 1]} ${day.day} ${MONTHS[day.month - 1]} ${day.year}`;
}

/** All ids in the values of an entry, for their names. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return UUID.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [...(UUID.test(key) ? [key] : []), ...idsIn(one)]);
}
