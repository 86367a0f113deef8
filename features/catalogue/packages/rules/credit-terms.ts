/** Bought hours are valid for this long; firms in Singapore give three to six months. */
export const VALID_MONTHS = 12;
/** An unclaimed gift is returned to its sender after this long. */
export const CLAIM_DAYS = 30;
