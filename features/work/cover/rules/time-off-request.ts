/** Days off that a cleaner asks for, both included. */
export interface RequestedDays {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** The office cannot plan further ahead. */
export const REQUEST_AHEAD_MONTHS = 12;
/** Longer leave is discussed with the office. */
export const MAX_REQUESTED_DAYS = 60;

/** Why these days cannot be asked for, as a sentence for the field; null if they can. */
export function whyNotRequested(
  { first, last }: RequestedDays,
  today: Temporal.PlainDate,
): { readonly path: 'firstDay' | 'lastDay'; readonly message: string } | null {
  const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;
  if (!isBefore(today, first)) {
    return { path: 'firstDay', message: 'Choose tomorrow or a later day. For today, press “I cannot come”.' };
  }
  if (isBefore(last, first)) return { path: 'lastDay', message: 'The last day is before the first.' };
  if (isBefore(today.add({ months: REQUEST_AHEAD_MONTHS }), last)) {
    return { path: 'lastDay', message: 'Choose days within the next 12 months.' };
  }
  if (first.until(last).days >= MAX_REQUESTED_DAYS) {
    return {
      path: 'lastDay',
      message: `Ask for up to ${MAX_REQUESTED_DAYS} days. For more, call the office.`,
    };
  }
  return null;
}

/** What a new request means beside the open ones: a repeat of one, in conflict with one, or new. */
export function compareRequest(open: readonly RequestedDays[], days: RequestedDays) {
  const isSame = (one: RequestedDays) => one.first.equals(days.first) && one.last.equals(days.last);
  if (open.some(isSame)) return 'repeat';
  const overlaps = (one: RequestedDays) =>
    Temporal.PlainDate.compare(one.first, days.last) <= 0 &&
    Temporal.PlainDate.compare(days.first, one.last) <= 0;
  return open.some(overlaps) ? 'conflict' : 'new';
}
