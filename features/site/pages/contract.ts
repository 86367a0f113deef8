import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';

/** The front page asks; reviews, which lies above, answers (features/work/reviews/server/read-rating.ts). */
export const readRating = defineCall({
  method: 'GET',
  path: '/reviews/rating',
  who: ['anyone'],
  summary:
    'How many reviews the office shows, and their stars on average, to one decimal; null while there are none',
  reply: z.strictObject({ count: z.int().min(0), average: z.number().min(1).max(5).nullable() }),
});
export type Rating = z.output<typeof readRating.reply>;
