import { HOME_SIZES } from '#features/site/pages/rules/home-offer.ts';
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
const INTERVALS = ['weekly', 'fortnightly'] as const;

/** A code that is on its way. */
const isSentCode = isShaped({
  mobile: isText,
  staySignedIn: isFlag,
  /** Device time, ms. */
  mayResendAt: isNumber,
});
export type SentCode = GuardedBy<typeof isSentCode>;

/** A date of a series that is another time, or no visit at all. */
const isException = isShaped({ startTime: isText, instead: orNull(isText) });
export type DraftException = GuardedBy<typeof isException>;

/** How often a regular visit comes, until the person says otherwise: a month of weeks. */
const USUAL_COUNT = 4;

/** What is a text, or nothing. */
const text = field(orNull(isText), null);
const words = field(isText, '');
const flag = field(isFlag, false);

const fields = {
  home: field(orNull(isOneOf(HOME_SIZES.map(({ key }) => key))), null),
  packageID: text,
  /** Of each cleaner. */
  hours: field(orNull(isNumber), null),
  /** Where it is not the package's own: of a visit that the office has sized, taken up again. */
  numCleaners: field(orNull(isWhole(1, 5)), null),
  supplies: flag,
  /** Of a service that comes again and again. */
  interval: field(isOneOf(INTERVALS), 'weekly'),
  count: field(isWhole(2, 52), USUAL_COUNT),
  exceptions: field(isListOf(isException), []),
  /** The dates of the series were looked at. */
  datesSeen: flag,
  /** As the server offered it, with offset. */
  startTime: text,
  endTime: text,
  /** The same cleaner as before, where the person has one and wants them. */
  sameCleaner: field(isFlag, true),
  /** Their id, where the chosen time is one of theirs. */
  cleanerID: text,
  /** A stored address, or one that this booking has stored. */
  addressID: text,
  /** Another place than the stored homes was asked for. */
  otherAddress: flag,
  postal: words,
  addressLine1: words,
  addressLine2: words,
  /** The building or estate, where it has a name. */
  addressLine3: words,
  /** How to get in, parking: what a cleaner needs at the door. */
  contactDetails: words,
  specialRequests: words,
  hasPets: flag,
  gender: field(isOneOf(GENDERS), ''),
  language: words,
  /** The details were looked at: nothing in them must be filled in. */
  detailsSeen: flag,
  /** The price that was last pressed on, and for what: another price for the same is said aloud. */
  agreed: field(orNull(isShaped({ request: isText, total: isNumber })), null),
  /** A phone may throw the page away while its owner reads the message. */
  code: field(orNull(isSentCode), null),
  /** The booking that keeps the time, and what it was made for, its time and notes aside. */
  held: field(orNull(isShaped({ jobID: isText, request: isText })), null),
  /** A booking that was sent and not answered yet: it goes out again under the same key. */
  unanswered: field(orNull(isShaped({ key: isText, body: isText })), null),
  /** The booking that this one repeats, and when it was: its weekday and hour are proposed. */
  again: field(orNull(isShaped({ jobID: isText, startTime: isText })), null),
  /** Whose stored address and held booking these are. */
  customerID: text,
};

/** What a person has said so far of a booking. Never holds a card. */
export type Draft = FieldsOf<typeof fields>;

/** The draft that stored data describes, whatever it holds: a field that is missing or of another kind begins empty. */
export function readDraft(stored: unknown): Draft {
  return readFields(fields, stored);
}

export const emptyDraft: Draft = readDraft({});

/** The draft for whoever is signed in now: what belongs to somebody else's account is left behind. */
export function draftFor(draft: Draft, customerID: string | null): Draft {
  if (draft.customerID === null || draft.customerID === customerID) return draft;
  const { home, packageID, hours, numCleaners, supplies, interval, count, exceptions, startTime, endTime } =
    draft;
  const sized = { home, packageID, hours, numCleaners, supplies, interval, count, exceptions };
  return { ...emptyDraft, ...sized, startTime, endTime };
}

/** What follows from another start: the exceptions were of the dates that it gave. */
export const NO_DATES = { exceptions: [], datesSeen: false } as const satisfies Partial<Draft>;

/** What follows from another length or crew: the times that were free for the one before say nothing. */
export const RESIZED = { packageID: null, endTime: null, ...NO_DATES } as const satisfies Partial<Draft>;

/** The recurrence as the contract has it; undefined for a service that is booked once. */
export function recurrenceOf(
  draft: Pick<Draft, 'interval' | 'count' | 'exceptions' | 'startTime'>,
  recurs: boolean,
) {
  if (!recurs) return undefined;
  const { interval, count, exceptions } = draft;
  // Exceptions are of the dates that the first one gives.
  const kept = draft.startTime === null ? [] : exceptions;
  return { interval, count, ...(kept.length === 0 ? {} : { exceptions: [...kept] }) };
}

/** What makes two bookings the same but for their time and notes, which can be changed on one held visit, not on many. */
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

/** What the price is of. `visits`: as many as the price counts. */
export function priceKeyOf(draft: Priced, visits = 1): string {
  return JSON.stringify([draft.packageID, draft.hours, draft.numCleaners, draft.supplies, visits]);
}

/** The price that the person agreed to before, when it was another one for the very same; else null. */
export function priceBefore(draft: Draft, total: number, visits = 1): number | null {
  const { agreed } = draft;
  return agreed !== null && agreed.request === priceKeyOf(draft, visits) && agreed.total !== total
    ? agreed.total
    : null;
}

/** The same of a held booking by its list price: what a code or the person's own hours take off is no news to them. */
export function listPriceBefore(
  draft: Draft,
  { subtotal }: { readonly subtotal: number },
  visits: number,
): number | null {
  return priceBefore(draft, subtotal, visits);
}

/** Whether there is anything that starting over would throw away. */
export function isBegun(draft: Draft): boolean {
  return draft.packageID !== null || draft.startTime !== null || draft.postal !== '' || draft.held !== null;
}
