import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, listReply, moment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { visitFields } from '../contract.ts';
import { suggestCleaners as suggesting } from '../rules/policy.ts';

const suggestion = z.object({
  id,
  firstname: z.string(),
  profilePhoto: z.string(),
  languages: z.array(z.string()),
  /**
   * Mean stars of recent visits, 1 to 5 in tenths, and the number of reviews. The office gets all reviews, null without
   * any; customers get the published ones, null and 0 with fewer than three.
   */
  rating: z.number().nullable(),
  reviews: z.int(),
  /** Office only. */
  lastname: z.string().optional(),
  fullname: z.string().optional(),
  /** Office only, with a start time: how well they fit, 0 to 100, and why. */
  score: z.int().optional(),
  reasons: z
    .array(
      z.object({
        code: z.enum(['usual', 'language', 'distance', 'load', 'rating', 'gender', 'pets']),
        detail: z.string(),
      }),
    )
    .optional(),
});
export type Suggestion = z.output<typeof suggestion>;

/** By name, or with `startTime` those who can do that visit, best fit first. */
export const suggestCleaners = defineCall({
  method: 'GET',
  path: '/cleaners/suggest',
  ...openTo(suggesting),
  summary: 'Cleaners by name; with a start time, those who can do the visit, best first, with reasons',
  query: z.strictObject({
    ...visitFields,
    q: z.string().trim().max(100).optional(),
    startTime: moment.optional(),
    endTime: moment.optional(),
    areaID: id.optional(),
    excludeJobID: id.optional(),
    excludeJobId: id.optional(),
    /** The customer of the visit: their previous cleaners come first. Customers can only pass their own id. */
    customerID: id.optional(),
    size: z.coerce.number().int().min(1).max(50).default(10),
  }),
  reply: listReply(suggestion),
});
