/** The reason on a customer's statement where the office gives none. */
export const WHY_ADJUSTED = 'Changed by the office';
