/** A customer without a visit for this many days, and with none ahead, is lost: three fortnightly visits missed. */
export const LOST_AFTER_DAYS = 45;

/** Months of first visits that a table of cohorts shows. */
export const COHORT_MONTHS = 12;

/** The business day on which a customer is lost unless a visit is ahead. @param lastVisit the day of their last visit */
export function lostOn(lastVisit: Temporal.PlainDate): Temporal.PlainDate {
  return lastVisit.add({ days: LOST_AFTER_DAYS });
}

/** Whether a customer is active at the end of a day: a visit within the last 45 days, or one ahead. */
export function isActive(
  customer: { readonly lastVisit: Temporal.PlainDate; readonly hasVisitAhead: boolean },
  day: Temporal.PlainDate,
): boolean {
  return customer.hasVisitAhead || Temporal.PlainDate.compare(day, lostOn(customer.lastVisit)) < 0;
}

/** The months up to that of a day, `2026-11`, the earliest first. */
export function cohortMonths(last: Temporal.PlainDate): string[] {
  return Array.from({ length: COHORT_MONTHS }, (_, index) =>
    last
      .toPlainYearMonth()
      .subtract({ months: COHORT_MONTHS - 1 - index })
      .toString(),
  );
}

/** Customers with their first visit in one month, by the months in which they had visits. */
export interface CohortGroup {
  /** The place of the month of the first visit among `cohortMonths`. */
  readonly first: number;
  /** Bit n is set if they had a visit in the nth of `cohortMonths`. */
  readonly months: number;
  readonly customers: number;
}

export interface Cohort {
  /** `2026-11` */
  readonly month: string;
  readonly customers: number;
  /** How many of them had a visit in that month and in each later one. */
  readonly active: number[];
}

/** Customers by the month of their first visit, and how many of them had a visit in each later month. */
export function cohortsOf(groups: readonly CohortGroup[], months: readonly string[]): Cohort[] {
  return months.map((month, first) => {
    const cohort = groups.filter((group) => group.first === first);
    const countIn = (nth: number) =>
      sumOfCustomers(cohort.filter((group) => (group.months >> nth) % 2 === 1));
    return {
      month,
      customers: sumOfCustomers(cohort),
      active: months.slice(first).map((_, later) => countIn(first + later)),
    };
  });
}

function sumOfCustomers(groups: readonly CohortGroup[]): number {
  return groups.reduce((sum, { customers }) => sum + customers, 0);
}
