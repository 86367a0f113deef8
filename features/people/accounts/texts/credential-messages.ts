/** Fixed texts that clients of the API rely on: do not reword them. */
export const MISSING_CREDENTIALS = '[error] Missing `identity` and/or `password` parameter';
export const FILL_ALL_FIELDS = 'Please fill up all fields!';

/** Minimum length of a password in characters. Source: ASVS 5.0, 6.2. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;
