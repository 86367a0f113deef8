import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { readTransaction } from './transaction-record.ts';

/** The trash only affects lists; the ledger stays as it is. */
export function trashTransaction(ctx: Context, id: string) {
  return moveToTrash(ctx, record(id));
}

export function untrashTransaction(ctx: Context, id: string) {
  return restore(ctx, record(id));
}

function record(id: string) {
  return {
    table: 'money_transaction',
    stamped: false,
    kind: 'transaction',
    id,
    read: (tx: Context) => readTransaction(tx, id),
  } as const;
}
