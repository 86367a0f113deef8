/** The two sentences that SPEC.md section 8 fixes, word for word. */
export const MISSING_CREDENTIALS = '[error] Missing `identity` and/or `password` parameter';
export const FILL_ALL_FIELDS = 'Please fill up all fields!';

/** Characters of a password. Source: ASVS 5.0, 6.2. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 128;
