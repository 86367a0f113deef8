/** Bought hours are valid for this long. Source: DOMAIN.md 2.2. */
export const VALID_MONTHS = 12;
/** An unclaimed gift is returned to its sender after this long. Source: API.md 5. */
export const CLAIM_DAYS = 30;
