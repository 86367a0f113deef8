/** What there is to tell a cleaner of a visit. */
export type CrewNews = 'new' | 'moved' | 'released';
/** What there is to tell a customer of a visit. */
export type CustomerNews = 'booked' | 'moved' | 'other-crew';

/** A visit as a reader was told of it: when and where. Times as PostgreSQL writes them. */
export interface ToldVisit {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly postal: string;
  /** In one line. */
  readonly address: string;
  /** Ids of the cleaners. */
  readonly crew: readonly string[];
}

/**
 * What to tell a cleaner who was told `told` of a visit that is `now`; null in either: not theirs. Null where there is
 * nothing to tell, such as after a change that was undone.
 */
export function newsForCleaner(told: ToldVisit | null, now: ToldVisit | null): CrewNews | null {
  if (now === null) return told === null ? null : 'released';
  if (told === null) return 'new';
  return isSameVisit(told, now) ? null : 'moved';
}

/** What to tell a customer who was told `told` (null: nothing yet) of a visit that takes place and is `now`. */
export function newsForCustomer(told: ToldVisit | null, now: ToldVisit): CustomerNews | null {
  if (told === null) return 'booked';
  // Customers correct their home's address themselves.
  if (!isSameTime(told, now)) return 'moved';
  return isSameCrew(told, now) ? null : 'other-crew';
}

/** Same time and address. */
export function isSameVisit(one: ToldVisit, other: ToldVisit): boolean {
  return isSameTime(one, other) && one.postal === other.postal && one.address === other.address;
}

export function isSameCrew(one: ToldVisit, other: ToldVisit): boolean {
  return one.crew.toSorted().join() === other.crew.toSorted().join();
}

function isSameTime(one: ToldVisit, other: ToldVisit): boolean {
  return one.startsAt === other.startsAt && one.endsAt === other.endsAt;
}
