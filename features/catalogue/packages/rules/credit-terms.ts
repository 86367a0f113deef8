/** Bought hours are valid for this long. Our choice; firms in Singapore give three to six months. */
export const VALID_MONTHS = 12;
/** An unclaimed gift is returned to its sender after this long. Our choice. */
export const CLAIM_DAYS = 30;
