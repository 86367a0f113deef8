import type { Context } from '#platform/server/context.ts';
import { type CleanerRating, UNRATED } from '../rules/cleaner-rating.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What suggestions, which lie above, answer about reviews. */
    readonly reviewQuestions?: {
      /** How customers rate these cleaners, by id; who has no reviews may be left out. */
      readonly cleanerRatings?: (
        ctx: Context,
        cleanerIds: readonly string[],
      ) => Promise<ReadonlyMap<string, CleanerRating>>;
    };
  }
}

/** How customers rate each of these cleaners, from the reviews that the office shows. */
export async function readRatings(
  ctx: Context,
  cleanerIds: readonly string[],
): Promise<(cleanerId: string) => CleanerRating> {
  if (cleanerIds.length === 0) return () => UNRATED;
  const found = await ctx.composed.reviewQuestions?.cleanerRatings?.(ctx, cleanerIds);
  return (cleanerId) => found?.get(cleanerId) ?? UNRATED;
}
