import { expect, it } from 'vitest';
import { type CleanerRating, cleanerRating, FEWEST_REVIEWS, UNRATED } from './cleaner-rating.ts';

it.each<[stars: number, reviews: number, CleanerRating]>([
  [0, 0, UNRATED],
  [10, FEWEST_REVIEWS - 1, UNRATED],
  [15, FEWEST_REVIEWS, { rating: 5, reviews: 3 }],
  [14, 3, { rating: 4.7, reviews: 3 }],
  [13, 3, { rating: 4.3, reviews: 3 }],
  [19, 4, { rating: 4.8, reviews: 4 }],
  [23, 23, { rating: 1, reviews: 23 }],
])('%i stars in %i reviews', (stars, reviews, rating) => {
  expect(cleanerRating(stars, reviews)).toEqual(rating);
});
