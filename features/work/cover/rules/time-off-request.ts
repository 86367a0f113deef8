/** Days off that a cleaner asks for, both included. */
export interface RequestedDays {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** The office cannot plan further ahead. */
export const REQUEST_AHEAD_MONTHS = 12;
/** Longer leave is discussed with the office. */
export const MAX_REQUESTED_DAYS = 60;

/** Why days cannot be asked for. Translations are among the phrases of languages/<code>/site.json. */
export const NOT_REQUESTED = {
  tomorrow: 'Choose tomorrow or a later day. For today, press “I cannot come”.',
  backwards: 'The last day is before the first.',
  tooFar: `Choose days within the next ${REQUEST_AHEAD_MONTHS} months.`,
  tooLong: `Ask for up to ${MAX_REQUESTED_DAYS} days. For more, call the office.`,
} as const;

/** Why these days cannot be asked for, as a sentence for the field; null if they can. */
export function whyNotRequested(
  { first, last }: RequestedDays,
  today: Temporal.PlainDate,
): { readonly path: 'firstDay' | 'lastDay'; readonly message: string } | null {
  const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;
  if (!isBefore(today, first)) {
    return { path: 'firstDay', message: NOT_REQUESTED.tomorrow };
  }
  if (isBefore(last, first)) return { path: 'lastDay', message: NOT_REQUESTED.backwards };
  if (isBefore(today.add({ months: REQUEST_AHEAD_MONTHS }), last)) {
    return { path: 'lastDay', message: NOT_REQUESTED.tooFar };
  }
  if (first.until(last).days >= MAX_REQUESTED_DAYS) {
    return { path: 'lastDay', message: NOT_REQUESTED.tooLong };
  }
  return null;
}

/** Whether some of these days are already asked for in an open request. */
export function isAlreadyRequested(open: readonly RequestedDays[], days: RequestedDays): boolean {
  return open.some(
    (one) =>
      Temporal.PlainDate.compare(one.first, days.last) <= 0 &&
      Temporal.PlainDate.compare(days.first, one.last) <= 0,
  );
}
