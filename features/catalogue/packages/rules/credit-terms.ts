/** Bought hours can be spent this long. Source: DOMAIN.md 2.2. */
export const VALID_MONTHS = 12;
/** A gift that nobody claims goes back to who sent it. Source: API.md 5. */
export const CLAIM_DAYS = 30;
