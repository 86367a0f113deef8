/** How many visits there were, and what they came to. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { statisticsQuery } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeStatistics } from '../rules/policy.ts';
import { jobStatus } from './shapes.ts';

const sums = { count: z.int(), /** Cents to pay, what hours of credit paid not counted. */ total: z.int() };

export const readJobStatistics = defineCall({
  method: 'GET',
  path: '/jobs/statistics',
  ...openTo(seeStatistics),
  summary:
    'Paid visits by the day on which they take place, and by kind; by status also those that are not paid',
  query: statisticsQuery,
  reply: z.strictObject({
    from_date: z.string(),
    to_date: z.string(),
    ...sums,
    rows: z.array(z.strictObject({ date: z.string(), ...sums })),
    byType: z.array(z.strictObject({ jobType, ...sums })),
    byStatus: z.array(z.strictObject({ status: jobStatus, ...sums })),
  }),
});
