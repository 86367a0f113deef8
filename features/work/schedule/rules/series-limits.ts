/** Visits in a series with an end: at most a year of weekly ones. */
export const MIN_VISITS = 2;
export const MAX_VISITS = 52;
/** Visits a week of one series. */
export const MAX_WEEKDAYS = 6;
/** Dates that a series can have ahead: six a week for thirteen weeks. */
export const MAX_DATES = 80;
