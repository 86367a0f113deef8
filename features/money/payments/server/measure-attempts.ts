import { sql } from 'kysely';
import type { Gauges } from '#platform/server/feature.ts';
import { OPEN } from '../rules/attempt.ts';

/** Payments whose outcome is not known yet. They normally take seconds, and are looked up every minute. */
export const gauges: Gauges = {
  payments_undecided: {
    help: 'Card payments whose outcome is not known.',
    read: async ({ db }) => {
      const { count } = await db
        .selectFrom('payment_attempt')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('status', 'in', [...OPEN])
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  },
  payments_undecided_oldest_seconds: {
    help: 'Seconds since the oldest card payment without a known outcome began.',
    read: async ({ db, clock }) => {
      const { seconds } = await db
        .selectFrom('payment_attempt')
        .select(
          sql<number>`coalesce(extract(epoch from ${clock.now().toString()}::timestamptz - min(created_at)), 0)::float`.as(
            'seconds',
          ),
        )
        .where('status', 'in', [...OPEN])
        .executeTakeFirstOrThrow();
      return seconds;
    },
  },
};
