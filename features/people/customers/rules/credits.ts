/** The default reason on a customer's statement for an adjustment by the office. */
export const WHY_ADJUSTED = 'Changed by the office';
/** Credit tiers in whole dollars an hour; 0 is complimentary. */
export const CREDIT_TIERS = [27, 25, 24, 0] as const;
