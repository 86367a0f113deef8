/** How customers rate a cleaner, as far as other customers read it. */
export interface CleanerRating {
  /** Mean stars, 1 to 5 in tenths; null where there are too few reviews. */
  readonly rating: number | null;
  /** How many reviews that is the mean of; 0 where there are too few. */
  readonly reviews: number;
}

/** With fewer, a single visit would decide what customers read about somebody. */
export const FEWEST_REVIEWS = 3;

export const UNRATED: CleanerRating = { rating: null, reviews: 0 };

/** @param stars of all the reviews together */
export function cleanerRating(stars: number, reviews: number): CleanerRating {
  return reviews < FEWEST_REVIEWS ? UNRATED : { rating: Math.round((stars / reviews) * 10) / 10, reviews };
}
