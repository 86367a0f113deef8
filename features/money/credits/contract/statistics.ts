/** The hours that customers hold, in all. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { cents, day, statisticsQuery } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { movementKind } from '../contract.ts';
import * as policy from '../rules/policy.ts';

/** `value`: cents, at the tiers’ prices. */
const hoursOwed = z.object({ hours: z.number(), value: z.int() });

export const creditsLeftStatistics = defineCall({
  method: 'GET',
  path: '/credits-left/statistics',
  ...openTo(policy.seeAllCredits),
  summary:
    'Hours that are outstanding now, and what they are worth, by tier; over a range of days where one is named',
  query: statisticsQuery,
  reply: z.object({
    tiers: z.array(
      z.object({
        perHour: z.int(),
        hours: z.number(),
        /** Cents: hours at the tier's price. */
        value: cents,
        /** Hours by the month in which they expire, `2026-12`; null for never. */
        expiring: z.array(z.object({ month: z.string().nullable(), hours: z.number() })),
      }),
    ),
    totalHours: z.number(),
    totalValue: cents,
    /** How many customers hold some. */
    customers: z.int(),
    /** Of the days asked for; null where none are. */
    period: z
      .object({
        from_date: day,
        to_date: day,
        /** Before the first day, and after the last one (or now, if that is earlier). */
        opening: hoursOwed,
        closing: hoursOwed,
        /** Negative where hours leave customers. */
        changes: z.array(hoursOwed.extend({ kind: movementKind })),
        /** At the end of each day, until today. */
        rows: z.array(hoursOwed.extend({ date: day })),
      })
      .nullable(),
  }),
});
