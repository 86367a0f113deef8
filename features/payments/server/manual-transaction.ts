import { moneyEntries } from '#features/ledger/rules/ledger.ts';
import { recordLedger } from '#features/ledger/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import { auditChange } from '#platform/server/records.ts';
import type { TransactionReply } from '../contract.ts';
import { MANUAL_INCOME } from '../rules/accounts.ts';
import type { ManualMethod } from '../rules/transaction.ts';
import { insertTransaction } from './insert-transaction.ts';
import { findCustomerOfJob, readTransaction } from './transaction-record.ts';

export interface ManualEntry {
  readonly customerID: string;
  /** Cents; negative for money given back. */
  readonly total: Cents;
  readonly method: ManualMethod;
  readonly details: string;
  readonly jobID?: string | undefined;
  readonly packageID?: string | undefined;
}

const unknownId = (path: string) => refuseField(path, 'Nothing was found with this id.');

const referenceRefusals = {
  money_transaction_customer_id_fkey: unknownId('customerID'),
  money_transaction_job_id_fkey: unknownId('jobID'),
  payment_allocation_job_id_fkey: unknownId('jobID'),
  money_transaction_package_id_fkey: unknownId('packageID'),
};

/** Writes down money that came by another way than a card. It changes no job and no credits. */
export function createManual(
  ctx: ContextOf<'admin'>,
  entry: ManualEntry,
): Promise<TransactionReply | Refusal<'invalid' | 'unavailable'>> {
  const work = async (tx: Tx) => {
    const isAnothers = entry.jobID !== undefined && (await isJobOfAnother(tx, entry.jobID, entry.customerID));
    if (isAnothers) return refuseField('jobID', 'This visit is another customer’s. Choose one of theirs.');
    const id = tx.newId();
    const ledgerTxId = await recordLedger(tx, {
      kind: 'manual',
      ref: { kind: 'transaction', id },
      idempotencyKey: `manual:${id}`,
      entries: moneyEntries({ from: MANUAL_INCOME, to: entry.method, amount: entry.total }),
    });
    insertTransaction(tx, {
      id,
      type: 'manual',
      method: entry.method,
      total: entry.total,
      customerId: entry.customerID,
      jobId: entry.jobID ?? null,
      packageId: entry.packageID ?? null,
      ledgerTxId,
      details: entry.details,
      allocations: entry.jobID === undefined ? [] : [{ jobId: entry.jobID, cents: entry.total }],
    });
    await audit(tx, { action: 'transaction.created', subject: subjectOf(id), after: entry });
    return keepReply(tx, await readTransaction(tx, id));
  };
  return inTransaction(ctx, work, referenceRefusals);
}

/** A receipt shows the visit and its home: whoever paid must be whose visit it is. */
async function isJobOfAnother(tx: Tx, jobId: string, customerId: string): Promise<boolean> {
  const owner = await findCustomerOfJob(tx, jobId);
  return owner !== null && owner !== customerId;
}

export interface TransactionChange {
  readonly details?: string | undefined;
  readonly total?: Cents | undefined;
}

/** Changes the note, and the amount of a manual entry: the ledger gets the difference as a posting of its own. */
export function updateTransaction(
  ctx: ContextOf<'admin'>,
  id: string,
  change: TransactionChange,
): Promise<TransactionReply | Refusal<'not_found' | 'amount_fixed' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const before = await lock(tx, id);
    if (before === null) return refuse('not_found');
    const total = change.total ?? before.total;
    if (total !== before.total) {
      if (before.type !== 'manual' || (await isGivenBackFrom(tx, id))) return refuse('amount_fixed');
      await recordLedger(tx, {
        kind: 'manual-corrected',
        ref: { kind: 'transaction', id },
        idempotencyKey: `manual:${id}:${tx.newId()}`,
        entries: moneyEntries({ from: MANUAL_INCOME, to: before.method, amount: total - before.total }),
      });
    }
    const details = change.details ?? before.details;
    await tx.db.updateTable('money_transaction').set({ total, details }).where('id', '=', id).execute();
    // A manual entry is about one job at most.
    if (total !== before.total) {
      await tx.db
        .updateTable('payment_allocation')
        .set({ cents: total })
        .where('transaction_id', '=', id)
        .execute();
    }
    await auditChange(
      tx,
      subjectOf(id),
      { total: before.total, details: before.details },
      { total, details },
    );
    return keepReply(tx, await readTransaction(tx, id));
  });
}

async function isGivenBackFrom(tx: Tx, id: string): Promise<boolean> {
  const refund = await tx.db
    .selectFrom('money_transaction')
    .select('id')
    .where('refund_of', '=', id)
    .executeTakeFirst();
  return refund !== undefined;
}

async function lock(tx: Tx, id: string) {
  const row = await tx.db
    .selectFrom('money_transaction')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

function subjectOf(id: string) {
  return { kind: 'transaction', id };
}
