/** PayNow codes: what a customer's bank app reads to pay into the company's own account, without a provider's fee. */
import { type Cents, dollars } from '#platform/kernel/money.ts';

/** A payment that a PayNow code asks for. The bank app does not let the payer change the amount. */
export interface PayNowRequest {
  /** The company's UEN, or a mobile number (`+6591234567`), as registered with PayNow. */
  readonly payee: string;
  /** Shown to the payer; at most 25 characters are kept. */
  readonly name: string;
  readonly amount: Cents;
  /** Comes back in the bank's statement; at most 25 letters and digits. */
  readonly reference: string;
  /** The last day on which banks accept it. */
  readonly expires: Temporal.PlainDate;
}

/** After the day on which it is due, banks accept a code for this many days more. */
const DAYS_LATE = 7;

/** The last day of a code: of the hold, if it ends; otherwise a week after the money is due, or after today. */
export function lastDayOf(of: {
  readonly holdEnds: Temporal.PlainDate | null;
  readonly dueOn: Temporal.PlainDate | null;
  readonly today: Temporal.PlainDate;
}): Temporal.PlainDate {
  if (of.holdEnds !== null) return of.holdEnds;
  const isAhead = of.dueOn !== null && Temporal.PlainDate.compare(of.dueOn, of.today) > 0;
  return ((isAhead && of.dueOn) || of.today).add({ days: DAYS_LATE });
}

const MAX_TEXT = 25;
const MOBILE = '0';
const UEN = '2';
const NOT_EDITABLE = '0';
const SINGAPORE_DOLLAR = '702';

/**
 * The text of a PayNow QR code, by EMVCo's merchant-presented format as the Association of Banks in Singapore uses it
 * (SGQR): fields of a two-digit id, a two-digit length and a value; the last one is the checksum of all before it.
 */
export function payNowCode({ payee, name, amount, reference, expires }: PayNowRequest): string {
  const account = [
    field('00', 'SG.PAYNOW'),
    field('01', payee.startsWith('+') ? MOBILE : UEN),
    field('02', payee),
    field('03', NOT_EDITABLE),
    field('04', expires.toString().replaceAll('-', '')),
  ].join('');
  const body = [
    field('00', '01'),
    field('01', '12'), // for one payment
    field('26', account),
    field('52', '0000'),
    field('53', SINGAPORE_DOLLAR),
    field('54', dollars(amount)),
    field('58', 'SG'),
    field('59', plain(name)),
    field('60', 'Singapore'),
    field('62', field('01', reference.slice(0, MAX_TEXT))),
    '6304',
  ].join('');
  return body + checksum(body);
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** Lengths count characters of one byte, so letters outside ASCII lose their accents or are left out. */
function plain(name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/[^ -~]/g, '');
  return ascii.trim().slice(0, MAX_TEXT) || 'NA';
}

/** CRC-16/IBM-3740 (ISO/IEC 13239 without reflection) in four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
