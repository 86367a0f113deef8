/** The reason on a customer's statement where the office gives none. */
export const WHY_ADJUSTED = 'Changed by the office';
/** The tiers of credit, in whole dollars an hour. Source: SPEC.md 9. */
export const CREDIT_TIERS = [27, 25, 24, 0] as const;
