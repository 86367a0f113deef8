import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { lockCustomer, readCustomer } from './customer-record.ts';

/** Trashes a customer; one with upcoming visits only if they are acknowledged. Sessions end at once. */
export function trashCustomer(ctx: Context, id: string, acknowledge = false) {
  return moveToTrash(ctx, {
    table: 'customer',
    id,
    read: (tx) => readCustomer(tx, id),
    canTrash: async (tx) => {
      const jobs = (await tx.composed.customerQuestions?.visitsOf?.(tx, id)) ?? [];
      return jobs.length === 0 || acknowledge
        ? undefined
        : refuse('has_visits_ahead', { detail: visitsAheadText(jobs.length), members: { jobs } });
    },
    onTrash: (tx) => endSessionsOf(tx, { role: 'customer', id }, 'trashed'),
  });
}

function visitsAheadText(count: number): string {
  const visits = count === 1 ? '1 visit' : `${count} visits`;
  return `This customer has ${visits} booked. Cancel ${count === 1 ? 'it' : 'them'} first.`;
}

/** Restores a customer; refused for a closed account. */
export function untrashCustomer(ctx: Context, id: string) {
  return inTransaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer !== null && customer.closed_at !== null) return refuse('closed_for_good');
    return restore(tx, { table: 'customer', id, read: (tx) => readCustomer(tx, id) });
  });
}
