import type { HomeSize } from '#features/site/rules/home-offer.ts';

/** What a person has said so far. Lives in the tab's storage, so that a reload loses nothing; never holds a card. */
export interface Draft {
  readonly home: HomeSize | null;
  readonly packageID: string | null;
  /** Of each cleaner. */
  readonly hours: number | null;
  readonly supplies: boolean;
  /** As the server offered it, with offset. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  /** The same cleaner as before, where the person has one and wants them. */
  readonly sameCleaner: boolean;
  /** Their id, where the chosen time is one of theirs. */
  readonly cleanerID: string | null;
  /** A stored address, or one that this booking has stored. */
  readonly addressID: string | null;
  /** Another place than the stored homes was asked for. */
  readonly otherAddress: boolean;
  readonly postal: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  /** How to get in, parking: what a cleaner needs at the door. */
  readonly contactDetails: string;
  readonly specialRequests: string;
  readonly hasPets: boolean;
  readonly gender: Gender;
  readonly language: string;
  /** The details were looked at: nothing in them must be filled in. */
  readonly detailsSeen: boolean;
  /** The price that was last pressed on, and for what: another price for the same is said aloud. */
  readonly agreed: { readonly request: string; readonly total: number } | null;
  /** The code that is on its way: a phone may throw the page away while its owner reads the message. */
  readonly code: SentCode | null;
  /** The booking that keeps the time, and what it was made for, its time and notes aside. */
  readonly held: { readonly jobID: string; readonly request: string } | null;
  /** A booking that was sent and not answered yet: it goes out again under the same key. */
  readonly unanswered: { readonly key: string; readonly body: string } | null;
  /** Whose stored address and held booking these are. */
  readonly customerID: string | null;
}

export type Gender = '' | 'female' | 'male';

export interface SentCode {
  readonly mobile: string;
  readonly staySignedIn: boolean;
  /** Device time, ms. */
  readonly mayResendAt: number;
}

export const emptyDraft: Draft = {
  home: null,
  packageID: null,
  hours: null,
  supplies: false,
  startTime: null,
  endTime: null,
  sameCleaner: true,
  cleanerID: null,
  addressID: null,
  otherAddress: false,
  postal: '',
  addressLine1: '',
  addressLine2: '',
  contactDetails: '',
  specialRequests: '',
  hasPets: false,
  gender: '',
  language: '',
  detailsSeen: false,
  agreed: null,
  code: null,
  held: null,
  unanswered: null,
  customerID: null,
};

/** The draft that stored text describes. Fields that are missing or of another kind begin empty. */
export function readDraft(text: string | null): Draft {
  const stored = new Map(Object.entries(parsed(text)));
  const known = Object.entries(emptyDraft).map(([name, empty]) => {
    const value = stored.get(name);
    return [name, isLike(value, name, empty) ? value : empty];
  });
  // Every field was compared with the empty draft's.
  return Object.fromEntries(known) as unknown as Draft;
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // Half-written text is the same as none: the person begins again.
    return {};
  }
}

const OBJECTS = ['agreed', 'code', 'held', 'unanswered'];

function isLike(value: unknown, name: string, empty: unknown): boolean {
  if (empty !== null) return typeof value === typeof empty;
  if (value === null) return true;
  if (OBJECTS.includes(name)) return typeof value === 'object';
  return typeof value === (name === 'hours' ? 'number' : 'string');
}

/** The draft for whoever is signed in now: what belongs to somebody else's account is left behind. */
export function draftFor(draft: Draft, customerID: string | null): Draft {
  if (draft.customerID === null || draft.customerID === customerID) return draft;
  const { home, packageID, hours, supplies, startTime, endTime } = draft;
  return { ...emptyDraft, home, packageID, hours, supplies, startTime, endTime };
}

/** What makes two bookings the same but for their time and notes, which can be changed on a held one. */
export function holdKeyOf(draft: Draft): string {
  const { packageID, hours, supplies, cleanerID, addressID, gender, language, hasPets } = draft;
  return JSON.stringify([packageID, hours, supplies, cleanerID, addressID, gender, language, hasPets]);
}

/** What the price is of. */
export function priceKeyOf(draft: Pick<Draft, 'packageID' | 'hours' | 'supplies'>): string {
  return JSON.stringify([draft.packageID, draft.hours, draft.supplies]);
}

/** The price that the person agreed to before, when it was another one for the very same; else null. */
export function priceBefore(draft: Draft, total: number): number | null {
  const { agreed } = draft;
  return agreed !== null && agreed.request === priceKeyOf(draft) && agreed.total !== total
    ? agreed.total
    : null;
}
