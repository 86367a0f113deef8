/** The number of visits and their value. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { statisticsQuery } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeStatistics } from '../rules/policy.ts';
import { jobStatus } from './shapes.ts';

const sums = { count: z.int(), /** Cents, without the part paid with hours of credit. */ total: z.int() };

export const readJobStatistics = defineCall({
  method: 'GET',
  path: '/jobs/statistics',
  ...openTo(seeStatistics),
  summary: 'Paid visits by visit date and by kind; by status including unpaid ones',
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
