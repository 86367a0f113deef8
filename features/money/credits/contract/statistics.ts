/** Totals of the hours that customers hold. */

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
  summary: 'Outstanding hours and their value by tier; also over a range of days if one is given',
  query: statisticsQuery,
  reply: z.object({
    tiers: z.array(
      z.object({
        perHour: z.int(),
        hours: z.number(),
        /** Cents: hours at the tier's price. */
        value: cents,
        /** Hours by month of expiry, `2026-12`; null for no expiry. */
        expiring: z.array(z.object({ month: z.string().nullable(), hours: z.number() })),
      }),
    ),
    totalHours: z.number(),
    totalValue: cents,
    /** Customers who hold hours. */
    customers: z.int(),
    /** For the requested range; null without one. */
    period: z
      .object({
        from_date: day,
        to_date: day,
        /** Before the first day, and after the last one (or now, if earlier). */
        opening: hoursOwed,
        closing: hoursOwed,
        /** Negative for hours that leave customers. */
        changes: z.array(hoursOwed.extend({ kind: movementKind })),
        /** At the end of each day, up to today. */
        rows: z.array(hoursOwed.extend({ date: day })),
      })
      .nullable(),
  }),
});
