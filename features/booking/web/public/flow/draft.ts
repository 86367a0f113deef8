import { z } from 'zod';
import { HOME_SIZES, type HomeSize } from '#features/site/rules/home-offer.ts';

const HOMES = HOME_SIZES.map(({ key }) => key);
const GENDERS = ['', 'female', 'male'] as const;
export type Gender = (typeof GENDERS)[number];

/** Text or null, and null for what is neither. */
const text = z.string().nullable().catch(null);
const words = z.string().catch('');
const flag = z.boolean().catch(false);

/** A code that is on its way. */
const sentCode = z.object({
  mobile: z.string(),
  staySignedIn: z.boolean(),
  /** Device time, ms. */
  mayResendAt: z.number(),
});
export type SentCode = z.output<typeof sentCode>;

/** A date of a series that is another time, or no visit at all. */
const exception = z.object({ startTime: z.string(), instead: z.string().nullable() });
export type DraftException = z.output<typeof exception>;

/** How often a regular visit comes, until the person says otherwise: a month of weeks. */
const USUAL_COUNT = 4;

/** A stored field that is missing or of another kind begins empty. */
const shape = z.object({
  home: z
    .enum(HOMES as [HomeSize, ...HomeSize[]])
    .nullable()
    .catch(null),
  packageID: text,
  /** Of each cleaner. */
  hours: z.number().nullable().catch(null),
  /** Where it is not the package's own: of a visit that the office has sized, taken up again. */
  numCleaners: z.int().min(1).max(5).nullable().catch(null),
  supplies: flag,
  /** Of a service that comes again and again. */
  interval: z.enum(['weekly', 'fortnightly']).catch('weekly'),
  count: z.int().min(2).max(52).catch(USUAL_COUNT),
  exceptions: z.array(exception).catch([]),
  /** The dates of the series were looked at. */
  datesSeen: flag,
  /** As the server offered it, with offset. */
  startTime: text,
  endTime: text,
  /** The same cleaner as before, where the person has one and wants them. */
  sameCleaner: z.boolean().catch(true),
  /** Their id, where the chosen time is one of theirs. */
  cleanerID: text,
  /** A stored address, or one that this booking has stored. */
  addressID: text,
  /** Another place than the stored homes was asked for. */
  otherAddress: flag,
  postal: words,
  addressLine1: words,
  addressLine2: words,
  /** How to get in, parking: what a cleaner needs at the door. */
  contactDetails: words,
  specialRequests: words,
  hasPets: flag,
  gender: z.enum(GENDERS).catch(''),
  language: words,
  /** The details were looked at: nothing in them must be filled in. */
  detailsSeen: flag,
  /** The price that was last pressed on, and for what: another price for the same is said aloud. */
  agreed: z.object({ request: z.string(), total: z.number() }).nullable().catch(null),
  /** A phone may throw the page away while its owner reads the message. */
  code: sentCode.nullable().catch(null),
  /** The booking that keeps the time, and what it was made for, its time and notes aside. */
  held: z.object({ jobID: z.string(), request: z.string() }).nullable().catch(null),
  /** A booking that was sent and not answered yet: it goes out again under the same key. */
  unanswered: z.object({ key: z.string(), body: z.string() }).nullable().catch(null),
  /** The booking that this one repeats, and when it was: its weekday and hour are proposed. */
  again: z.object({ jobID: z.string(), startTime: z.string() }).nullable().catch(null),
  /** Whose stored address and held booking these are. */
  customerID: text,
});

/** What a person has said so far of a booking. Never holds a card. */
export type Draft = Readonly<z.output<typeof shape>>;

export const emptyDraft: Draft = shape.parse({});

/** The draft that stored data describes, whatever it holds. */
export function readDraft(stored: unknown): Draft {
  return shape.safeParse(stored).data ?? emptyDraft;
}

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
  const one = [packageID, hours, numCleaners, supplies, cleanerID, addressID, gender, language, hasPets];
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

/** Whether there is anything that starting over would throw away. */
export function isBegun(draft: Draft): boolean {
  return draft.packageID !== null || draft.startTime !== null || draft.postal !== '' || draft.held !== null;
}
