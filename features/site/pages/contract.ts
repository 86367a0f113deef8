import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';

/**
 * Used by the front page; implemented by reviews, a higher-level feature (features/work/reviews/server/read-rating.ts).
 */
export const readRating = defineCall({
  ...routes.readRating,
  who: ['anyone'],
  summary: 'The number of published reviews and their average stars, to one decimal; null if there are none',
  reply: z.strictObject({ count: z.int().min(0), average: z.number().min(1).max(5).nullable() }),
});
export type Rating = z.output<typeof readRating.reply>;
