/** The most results of each kind: more would not fit on the screen. */
export const MAX_RESULTS = 6;
