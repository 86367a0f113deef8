import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { HOME_SIZES, HOME_TYPE_OF, type HomeSize } from '#features/site/pages/rules/home-offer.ts';
import { INTERVALS } from '#features/work/schedule/rules/recurrence.ts';
import { MAX_VISITS, MAX_WEEKDAYS, MIN_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { DAY_PARTS } from '#features/work/waiting-list/rules/offer.ts';
import {
  type FieldsOf,
  field,
  type GuardedBy,
  isFlag,
  isListOf,
  isNumber,
  isOneOf,
  isShaped,
  isText,
  isWhole,
  orNull,
  readFields,
} from '#platform/web/session/stored-fields.ts';

const GENDERS = ['', 'female', 'male'] as const;
export type Gender = (typeof GENDERS)[number];

/** A sent sign-in code. */
const isSentCode = isShaped({
  mobile: isText,
  staySignedIn: isFlag,
  /** Device time, ms. */
  mayResendAt: isNumber,
});
export type SentCode = GuardedBy<typeof isSentCode>;

/** A date of a series at another time, or without a visit. */
const isException = isShaped({ startTime: isText, instead: orNull(isText) });
export type DraftException = GuardedBy<typeof isException>;

/** A full day for which the customer waits instead of choosing a time. */
const isWait = isShaped({ date: isText, part: isOneOf(DAY_PARTS) });

/** The usual number of visits of a series that is paid ahead: four weeks. */
export const USUAL_COUNT = 4;

/** A nullable string. */
const text = field(orNull(isText), null);
const words = field(isText, '');
const flag = field(isFlag, false);

const fields = {
  home: field(orNull(isOneOf(HOME_SIZES.map(({ key }) => key))), null),
  packageID: text,
  /** Hours per cleaner. */
  hours: field(orNull(isNumber), null),
  /** Overrides the package's own, for a resumed visit whose size the office has set. */
  numCleaners: field(orNull(isWhole(1, 5)), null),
  /** Whether we bring supplies; null until that is answered. */
  supplies: field(orNull(isFlag), null),
  /** For recurring services. */
  interval: field(isOneOf(INTERVALS), 'weekly'),
  /** Null: without an end. */
  count: field(orNull(isWhole(MIN_VISITS, MAX_VISITS)), null),
  /** Further days of the week, Monday is 1. */
  weekdays: field(isListOf(isWhole(1, 7)), []),
  exceptions: field(isListOf(isException), []),
  /** The dates of the series were reviewed. */
  datesSeen: flag,
  /** As offered by the server, with offset. */
  startTime: text,
  endTime: text,
  waitFor: field(orNull(isWait), null),
  /** Prefers the previous cleaner, if there is one. */
  sameCleaner: field(isFlag, true),
  /** The previous cleaner's id, if the chosen time is one of theirs. */
  cleanerID: text,
  /** A stored address, including one stored by this booking. */
  addressID: text,
  /** Another address than the stored homes was chosen. */
  otherAddress: flag,
  postal: words,
  addressLine1: words,
  addressLine2: words,
  /** The building or estate, if it has a name. */
  addressLine3: words,
  /** Access and parking, for the cleaner. */
  contactDetails: words,
  specialRequests: words,
  hasPets: flag,
  gender: field(isOneOf(GENDERS), ''),
  language: words,
  /** The details were reviewed; all of them are optional. */
  detailsSeen: flag,
  /** The last agreed price and what it was for: a different price for the same booking is pointed out. */
  agreed: field(orNull(isShaped({ request: isText, total: isNumber })), null),
  /** Stored because a phone may discard the page while its owner reads the SMS. */
  code: field(orNull(isSentCode), null),
  /** The held booking, and the request it was made for, without time and notes. */
  held: field(orNull(isShaped({ jobID: isText, request: isText })), null),
  /** A booking that was sent without a reply yet: it is sent again under the same key. */
  unanswered: field(orNull(isShaped({ key: isText, body: isText })), null),
  /** The repeated booking and its time: the same weekday and hour are proposed. */
  again: field(orNull(isShaped({ jobID: isText, startTime: isText })), null),
  /** The owner of the stored address and the held booking. */
  customerID: text,
};

/** The input of a booking so far. Never contains card data. */
export type Draft = FieldsOf<typeof fields>;

/** Parses a stored draft: missing or invalid fields start empty. */
export function readDraft(stored: unknown): Draft {
  return readFields(fields, stored);
}

export const emptyDraft: Draft = readDraft({});

/** The draft for the current user: drops data that belongs to another account. */
export function draftFor(draft: Draft, customerID: string | null): Draft {
  if (draft.customerID === null || draft.customerID === customerID) return draft;
  const { home, packageID, hours, numCleaners, supplies, startTime, endTime } = draft;
  const { interval, count, weekdays, exceptions } = draft;
  const sized = { home, packageID, hours, numCleaners, supplies, interval, count, weekdays, exceptions };
  return { ...emptyDraft, ...sized, startTime, endTime };
}

/* Changes of a draft. Each one also resets what depends on it, so that no step has to know. */

/** What depends on the start: the exceptions belong to its dates, and a customer with a time does not wait for one. */
const NO_DATES = { exceptions: [], datesSeen: false, waitFor: null } as const satisfies Partial<Draft>;

/** What depends on duration or crew: the free times were for the previous ones. */
const RESIZED = { packageID: null, endTime: null, ...NO_DATES } as const satisfies Partial<Draft>;

/** Another size of home: its usual hours apply. */
export function draftWithSize(home: HomeSize): Partial<Draft> {
  return { ...RESIZED, home, hours: null, numCleaners: null };
}

export function draftWithHours(hours: number): Partial<Draft> {
  return { ...RESIZED, hours };
}

export function draftWithPackage(packageID: string): Partial<Draft> {
  return { ...RESIZED, packageID, hours: null };
}

/** Another number of visits, interval or days of the week. */
export function draftWithVisits(
  visits: Partial<Pick<Draft, 'interval' | 'count' | 'weekdays'>>,
): Partial<Draft> {
  return { ...NO_DATES, ...visits };
}

/** Another time: who comes is decided again. */
export function draftWithTime(time: Record<'startTime' | 'endTime', string>): Partial<Draft> {
  return { startTime: time.startTime, endTime: time.endTime, cleanerID: null, ...NO_DATES };
}

export const draftWithoutTime: Partial<Draft> = {
  startTime: null,
  endTime: null,
  cleanerID: null,
  ...NO_DATES,
};

/** The draft of a customer who waits for a day: the part of the day is asked at the end. */
export function draftWaitingFor(date: string): Partial<Draft> {
  return { ...draftWithoutTime, waitFor: { date, part: 'any' } };
}

/** The draft with a stored home. A home that was confirmed before keeps later choices. */
export function draftOfPicked(draft: Pick<Draft, 'addressID'>, home: AddressReply): Partial<Draft> {
  return home.id === draft.addressID ? {} : draftOfHome(home);
}

/** The draft fields of a stored home. */
function draftOfHome(home: AddressReply): Partial<Draft> {
  return {
    addressID: home.id,
    customerID: home.customerID,
    otherAddress: false,
    postal: home.postal,
    addressLine1: home.addressLine1,
    addressLine2: home.addressLine2,
    addressLine3: home.addressLine3,
    hasPets: home.hasPets,
    gender: home.genderPreference,
    language: home.languagePreference,
  };
}

/** The draft after picking a stored home: includes its size and the suitable hours. */
export function draftWithHome(home: AddressReply): Partial<Draft> {
  const size = homeSizeOf(home.type);
  return { ...draftOfHome(home), ...(size !== null && draftWithSize(size)) };
}

/** The draft for an entered postal code: lines of another address are dropped. */
export function draftOfPostal(draft: Draft, postal: string): Partial<Draft> {
  const isSame = draft.addressID === null && draft.postal === postal;
  const { addressLine1, addressLine2, addressLine3 } = isSame ? draft : emptyDraft;
  return { addressID: null, otherAddress: true, postal, addressLine1, addressLine2, addressLine3 };
}

/**
 * The draft with an entered address. If a line differs it may be another home than the stored one;
 * storeAddress matches it by postal code and unit when the time is held.
 */
export function draftOfLines(
  draft: Draft,
  lines: Pick<Draft, 'addressLine1' | 'addressLine2' | 'addressLine3'>,
): Partial<Draft> {
  const { addressLine1, addressLine2, addressLine3 } = draft;
  const isSame =
    lines.addressLine1 === addressLine1 &&
    lines.addressLine2 === addressLine2 &&
    lines.addressLine3 === addressLine3;
  return { ...lines, addressID: isSame ? draft.addressID : null };
}

export function isHomeSize(value: string | null): value is HomeSize {
  return HOME_SIZES.some((size) => size.key === value);
}

/** The size of a stored home, if its type is one of the options; all condos are one size. */
export function homeSizeOf(type: string): HomeSize | null {
  if (type.startsWith('condo_')) return 'condo';
  return HOME_SIZES.find((size) => HOME_TYPE_OF[size.key] === type)?.key ?? null;
}

/* What a request, a hold and a price are for */

/** The recurrence of the request; undefined for a one-off service. */
export function recurrenceOf(
  draft: Pick<Draft, 'interval' | 'count' | 'weekdays' | 'exceptions' | 'startTime'>,
  recurs: boolean,
) {
  if (!recurs) return undefined;
  const { interval, count, weekdays, exceptions } = draft;
  // Exceptions belong to the dates that follow from the first one.
  const kept = draft.startTime === null ? [] : exceptions;
  const days = interval === 'monthly' ? [] : weekdays.slice(0, MAX_WEEKDAYS);
  return {
    interval,
    count,
    ...(days.length > 0 && { weekdays: [...days] }),
    ...(kept.length > 0 && { exceptions: [...kept] }),
  };
}

/**
 * Identifies a booking without its time and notes, which can be changed on one held visit but not on many.
 */
export function holdKeyOf(draft: Draft, recurs = false): string {
  const { packageID, hours, numCleaners, supplies, cleanerID, addressID, gender, language, hasPets } = draft;
  const building = draft.addressLine3 === '' ? [] : [draft.addressLine3];
  const home = [addressID, gender, language, hasPets, ...building];
  const one = [packageID, hours, numCleaners, supplies, cleanerID, ...home];
  const { startTime, contactDetails, specialRequests } = draft;
  const many = [recurrenceOf(draft, recurs), startTime, contactDetails.trim(), specialRequests.trim()];
  return JSON.stringify(recurs ? [...one, ...many] : one);
}

type Priced = Pick<Draft, 'packageID' | 'hours' | 'numCleaners' | 'supplies'>;

/** Identifies what a price is for. `visits`: the number of visits in the price. */
export function priceKeyOf(draft: Priced, visits = 1): string {
  return JSON.stringify([draft.packageID, draft.hours, draft.numCleaners, draft.supplies, visits]);
}

/** The previously agreed price, if it was different for the same booking; else null. */
export function priceBefore(draft: Draft, total: number, visits = 1): number | null {
  const { agreed } = draft;
  return agreed !== null && agreed.request === priceKeyOf(draft, visits) && agreed.total !== total
    ? agreed.total
    : null;
}

/** The same for a held booking, by list price: the customer knows about a discount by a code or hours. */
export function listPriceBefore(
  draft: Draft,
  { subtotal }: { readonly subtotal: number },
  visits: number,
): number | null {
  return priceBefore(draft, subtotal, visits);
}

/** Whether starting over would discard anything. */
export function isBegun(draft: Draft): boolean {
  return draft.packageID !== null || draft.startTime !== null || draft.postal !== '' || draft.held !== null;
}
