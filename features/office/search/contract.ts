import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { jobStage, jobStatus } from '#features/work/jobs/contract/shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

const person = z.object({ id, fullname: z.string(), mobile: z.string() });

const foundJob = z.object({
  id,
  number: z.int(),
  customer: z.string(),
  startTime: wireMoment,
  postal: z.string(),
  jobType,
  status: jobStatus,
  stage: jobStage,
});

const foundReceipt = z.object({
  /** The transaction's; its total is in cents, negative for a credit note. */
  id,
  number: z.int(),
  customer: z.string(),
  total: z.int(),
  createdAt: wireMoment,
});

export const searchOffice = defineCall({
  method: 'GET',
  path: '/search',
  ...openTo(policy.searchOffice),
  summary:
    'The best few matches of each kind: customers and cleaners by name or part of a mobile number, jobs by number, postal code or customer, receipts by number.',
  query: z.strictObject({ q: z.string().trim().max(100) }),
  reply: z.object({
    customers: z.array(person),
    jobs: z.array(foundJob),
    cleaners: z.array(person),
    receipts: z.array(foundReceipt),
  }),
});

export type SearchReply = z.output<(typeof searchOffice)['reply']>;
