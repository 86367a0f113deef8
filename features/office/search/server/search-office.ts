import { seeTransaction } from '#features/money/payments/rules/policy.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { searchReadings } from '#platform/server/lists/search-words.ts';
import type { SearchReply } from '../contract.ts';
import { findJobs } from './find-jobs.ts';
import { findCleaners, findCustomers } from './find-people.ts';
import { findReceipts } from './find-receipts.ts';

/** The best few matches of each kind; a search without words matches nothing. */
export async function searchOffice(ctx: Context, q: string): Promise<SearchReply> {
  if (searchReadings(q).length === 0) return { customers: [], jobs: [], cleaners: [], receipts: [] };
  const customers = await findCustomers(ctx, q);
  const ids = customers.map(({ id }) => id);
  return {
    customers,
    jobs: await findJobs(ctx, q, ids),
    cleaners: await findCleaners(ctx, q),
    receipts: may(ctx.actor, seeTransaction) ? await findReceipts(ctx, q) : [],
  };
}
