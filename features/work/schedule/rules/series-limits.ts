/** Visits in a series: at most a year of weekly ones. */
export const MIN_VISITS = 2;
export const MAX_VISITS = 52;
