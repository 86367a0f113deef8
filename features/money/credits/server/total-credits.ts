import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { totalCredits as call } from '../contract.ts';
import { filteredLots } from './list-credits.ts';

/** The hours left in the filtered lots, and their worth in cents. */
export function totalCredits(ctx: Context, query: z.output<typeof call.query>) {
  return filteredLots(ctx, query)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(lot.remaining), 0)`.as('hours'),
      sql<number>`coalesce(sum(lot.remaining * lot.per_hour * 100), 0)`.as('value'),
    ])
    .executeTakeFirstOrThrow();
}
