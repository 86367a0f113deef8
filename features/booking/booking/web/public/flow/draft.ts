import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { HOME_SIZES } from '#features/site/pages/rules/home-offer.ts';
import { MAX_VISITS, MIN_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { DAY_PARTS } from '#features/work/waiting-list/rules/offer.ts';
import { safeStorage, storeText, type TextStorage } from '#platform/web/session/safe-storage.ts';
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

/** The default number of visits of a series: four weeks. */
const USUAL_COUNT = 4;

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
  count: field(isWhole(MIN_VISITS, MAX_VISITS), USUAL_COUNT),
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
  const { home, packageID, hours, numCleaners, supplies, interval, count, exceptions, startTime, endTime } =
    draft;
  const sized = { home, packageID, hours, numCleaners, supplies, interval, count, exceptions };
  return { ...emptyDraft, ...sized, startTime, endTime };
}

/** Resets what depends on the start: the exceptions belong to its dates, and a customer with a time does not wait for one. */
export const NO_DATES = { exceptions: [], datesSeen: false, waitFor: null } as const satisfies Partial<Draft>;

/** Resets the chosen time. */
export const NO_TIME = {
  startTime: null,
  endTime: null,
  cleanerID: null,
  ...NO_DATES,
} as const satisfies Partial<Draft>;

/** Resets what depends on duration or crew: the free times were for the previous ones. */
export const RESIZED = { packageID: null, endTime: null, ...NO_DATES } as const satisfies Partial<Draft>;

/** The recurrence of the request; undefined for a one-off service. */
export function recurrenceOf(
  draft: Pick<Draft, 'interval' | 'count' | 'exceptions' | 'startTime'>,
  recurs: boolean,
) {
  if (!recurs) return undefined;
  const { interval, count, exceptions } = draft;
  // Exceptions belong to the dates that follow from the first one.
  const kept = draft.startTime === null ? [] : exceptions;
  return { interval, count, ...(kept.length === 0 ? {} : { exceptions: [...kept] }) };
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

/**
 * Storage key of the drafts by service. They contain an address, so apps/web/sign-out.ts removes them by this
 * key.
 */
export const DRAFTS = 'kemas-drafts';

/** Days after which a draft is discarded: free times and prices have changed by then. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A sent sign-in code is dropped from the draft once it has expired (CODE_LIFE of accounts). */
const CODE_MS = 5 * 60_000;

/** A draft and when it was last changed (device time, ms). */
export interface StoredDraft {
  readonly draft: Draft;
  readonly savedAt: number;
  /** From an earlier visit: not written by this tab. */
  readonly isEarlier: boolean;
}

export interface DraftStores {
  /** Of this tab: two tabs can book different things. */
  readonly tab: TextStorage;
  /** Of this device, for returning later. */
  readonly device: TextStorage;
}

export const browserStores: DraftStores = {
  tab: safeStorage(() => window.sessionStorage),
  device: safeStorage(() => window.localStorage),
};

/** The draft of a service from this tab, otherwise from this device; null if there is no recent one. */
export function findDraft({ tab, device }: DraftStores, service: JobType, now: number): StoredDraft | null {
  const own = entryOf(tab, service, now);
  const found = own ?? entryOf(device, service, now);
  if (found === null) return null;
  const draft = readDraft(found.draft);
  const isCodeOld = now - found.savedAt > CODE_MS;
  return {
    draft: isCodeOld ? { ...draft, code: null } : draft,
    savedAt: found.savedAt,
    isEarlier: own === null && isBegun(draft),
  };
}

/**
 * False if the draft is lost when the page is closed.
 *
 * @param onDevice false if nothing may remain on the device after the tab is closed
 */
export function saveDraft(
  { tab, device }: DraftStores,
  service: JobType,
  { draft, now, onDevice }: { readonly draft: Draft; readonly now: number; readonly onDevice: boolean },
): boolean {
  const entry = { savedAt: now, draft };
  write(device, service, onDevice ? entry : undefined);
  return write(tab, service, entry);
}

export function removeDraft({ tab, device }: DraftStores, service: JobType): void {
  for (const storage of [tab, device]) write(storage, service, undefined);
}

interface Entry {
  readonly savedAt: number;
  readonly draft: unknown;
}

function entryOf(storage: TextStorage, service: JobType, now: number): Entry | null {
  const entry = entriesOf(storage)[service];
  if (!isEntry(entry)) return null;
  const age = now - entry.savedAt;
  return age >= 0 && age < KEPT_DAYS * DAY_MS ? entry : null;
}

function isEntry(value: unknown): value is Entry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'savedAt' in value &&
    typeof value.savedAt === 'number' &&
    'draft' in value
  );
}

function entriesOf(storage: TextStorage): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(DRAFTS) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Corrupt data counts as no draft.
    return {};
  }
}

/** False if the storage did not take it. */
function write(storage: TextStorage, service: JobType, entry: Entry | undefined): boolean {
  const entries = { ...entriesOf(storage), [service]: entry };
  if (Object.values(entries).some((one) => one !== undefined)) {
    return storeText(storage, DRAFTS, JSON.stringify(entries));
  }
  storage.removeItem(DRAFTS);
  return true;
}
