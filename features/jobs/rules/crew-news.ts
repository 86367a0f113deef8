/** What happened to a visit, as one of its cleaners hears it. */
export type CrewNews = 'new' | 'moved' | 'released';

/** A visit as somebody knows of it: when, and where. Times as PostgreSQL writes them. */
export interface KnownVisit {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly postal: string;
  /** In one line. Missing in notes of before 2026-12. */
  readonly address?: string;
}

/** What a cleaner hears, and of which visit. */
export interface News {
  readonly news: CrewNews;
  readonly visit: KnownVisit;
}

/**
 * What there is to tell a cleaner who knows of this, when it is that now; null: not theirs. Nothing where both are the
 * same: a change that was undone before anybody heard of it.
 */
export function newsFor(known: KnownVisit | null, now: KnownVisit | null): News | null {
  if (now === null) return known === null ? null : { news: 'released', visit: known };
  if (known === null) return { news: 'new', visit: now };
  return isSameVisit(known, now) ? null : { news: 'moved', visit: now };
}

export function isSameVisit(a: KnownVisit, b: KnownVisit): boolean {
  const isSameAddress = a.address === undefined || b.address === undefined || a.address === b.address;
  return isSameTime(a, b) && a.postal === b.postal && isSameAddress;
}

/** What a customer hears of: the home is theirs to correct. */
export function isSameTime(a: KnownVisit, b: KnownVisit): boolean {
  return a.startsAt === b.startsAt && a.endsAt === b.endsAt;
}
