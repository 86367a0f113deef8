/** A cleaner's rating, as shown to customers. */
export interface CleanerRating {
  /** Mean stars, 1 to 5 in tenths; null if there are too few reviews. */
  readonly rating: number | null;
  /** The number of reviews in that mean; 0 if there are too few. */
  readonly reviews: number;
}

/** With fewer reviews, a single visit would dominate the rating. */
export const FEWEST_REVIEWS = 3;

export const UNRATED: CleanerRating = { rating: null, reviews: 0 };

/** @param stars the sum over all reviews */
export function cleanerRating(stars: number, reviews: number): CleanerRating {
  return reviews < FEWEST_REVIEWS ? UNRATED : { rating: Math.round((stars / reviews) * 10) / 10, reviews };
}
