import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { type Cents, roundToCents } from '#platform/kernel/money.ts';

/** A rate as it was saved: for one cleaner or everyone, for one kind of work or all. */
export interface Rate {
  readonly cleanerID: string | null;
  readonly jobType: JobType | null;
  /** Null: from that day there is no such rate. */
  readonly centsPerHour: Cents | null;
  /** Business day, `2026-11-30`. */
  readonly validFrom: string;
}

type Scope = Pick<Rate, 'cleanerID' | 'jobType'>;

interface Work {
  readonly cleanerID: string;
  readonly jobType: JobType;
  /** The business day of the visit. */
  readonly day: string;
}

/** Finds the rate of a visit in cents per hour; null if none was set for its day. */
export type FindRate = (work: Work) => Cents | null;

/**
 * The most specific rate counts: the cleaner's own for this kind of work, their own for all kinds, everyone's for this
 * kind, everyone's for all kinds. Of each, the last one saved with the latest first day on or before the visit's.
 * @param rates in the order in which they were saved
 */
export function rateFinder(rates: readonly Rate[]): FindRate {
  const byScope = new Map<string, Rate[]>();
  for (const rate of rates) {
    const scope = scopeOf(rate.cleanerID, rate.jobType);
    byScope.set(scope, [...(byScope.get(scope) ?? []), rate]);
  }
  for (const [scope, found] of byScope) byScope.set(scope, latestFirst(found));
  // Found once for each cleaner and kind of work: a month has tens of thousands of visits.
  const known = new Map<string, readonly Rate[][]>();
  return ({ cleanerID, jobType, day }) => {
    const key = scopeOf(cleanerID, jobType);
    const candidates = known.get(key) ?? candidatesOf(byScope, cleanerID, jobType);
    known.set(key, candidates);
    for (const rates of candidates) {
      const rate = rates.find(({ validFrom }) => validFrom <= day);
      if (rate?.centsPerHour != null) return rate.centsPerHour;
    }
    return null;
  };
}

/** The rates of each scope that applies, the most specific scope first. */
function candidatesOf(byScope: ReadonlyMap<string, Rate[]>, cleanerID: string, jobType: JobType): Rate[][] {
  const scopes = [
    scopeOf(cleanerID, jobType),
    scopeOf(cleanerID, null),
    scopeOf(null, jobType),
    scopeOf(null, null),
  ];
  return scopes.flatMap((scope) => {
    const rates = byScope.get(scope);
    return rates === undefined ? [] : [rates];
  });
}

/** The rate of exactly this scope that counts on a day; null if there is none. */
export function rateOn<R extends Rate>(rates: readonly R[], scope: Scope, day: string): R | null {
  const own = rates.filter((rate) => rate.cleanerID === scope.cleanerID && rate.jobType === scope.jobType);
  return latestFirst(own).find(({ validFrom }) => validFrom <= day) ?? null;
}

function scopeOf(cleanerID: string | null, jobType: JobType | null): string {
  return `${cleanerID} ${jobType}`;
}

/** By first day; of those with the same day, the last one saved first. */
function latestFirst<R extends Rate>(rates: readonly R[]): R[] {
  return rates.toReversed().sort((a, b) => b.validFrom.localeCompare(a.validFrom));
}

/** Pay in cents for a time in minutes, rounded to the cent. Without a rate nothing. */
export function payFor(minutes: number, centsPerHour: Cents | null): Cents {
  return roundToCents((minutes * (centsPerHour ?? 0)) / 60);
}
