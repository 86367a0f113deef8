import { sql } from 'kysely';
import type { z } from 'zod';
import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { daysOf, statisticsDays } from '#platform/kernel/statistics-days.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import { auditChange, moveToTrash, restore } from '#platform/server/records.ts';
import type { readAdHocStatistics as call } from '../contract/ad-hoc.ts';
import type { TransactionReply } from '../contract.ts';
import { accountOf, MANUAL_INCOME } from '../rules/accounts.ts';
import type { Allocation } from '../rules/allocation.ts';
import { changeTransaction } from '../rules/policy.ts';
import type { ManualMethod, TransactionType } from '../rules/transaction.ts';
import { insertTransaction } from './insert-transaction.ts';
import { readTransaction } from './transaction-record.ts';

export interface ManualEntry {
  readonly customerID: string;
  /** Cents; negative for a refund. */
  readonly total: Cents;
  readonly method: ManualMethod;
  readonly details: string;
  readonly jobID?: string | undefined;
  readonly packageID?: string | undefined;
}

export type NotRecorded = Refusal<
  | 'invalid'
  | 'wrong_amount'
  | 'not_payable'
  | 'slot_taken'
  | 'payment_in_progress'
  | 'forbidden'
  | 'unavailable'
>;

type Recorded = Promise<TransactionReply | NotRecorded>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /**
     * How money that did not come by card pays for a job. Registered by a higher-level feature, because
     * payments does not know jobs.
     */
    readonly paymentsByHand?: {
      readonly job?: (ctx: ContextOf<'admin'>, entry: ManualEntry & { readonly jobID: string }) => Recorded;
      /** Locks jobs that were paid so, before the payment is refunded. */
      readonly lock?: (tx: Tx, jobIDs: readonly string[]) => Promise<unknown>;
    };
  }
}

/**
 * Records money that did not come by card. With a job it pays that job; without one it has no further effect.
 */
export function recordPayment(ctx: ContextOf<'admin'>, entry: ManualEntry): Recorded {
  const { jobID } = entry;
  if (jobID === undefined) {
    if (!may(ctx.actor, changeTransaction)) return Promise.resolve(refuse('forbidden'));
    return createManual(ctx, entry);
  }
  const payJob = ctx.composed.paymentsByHand?.job;
  if (payJob === undefined) throw new Error('No feature registers manual payments for jobs.');
  return payJob(ctx, { ...entry, jobID });
}

const unknownID = (path: string) => refuseField(path, 'Nothing was found with this id.');

const referenceRefusals = {
  money_transaction_customer_id_fkey: unknownID('customerID'),
  money_transaction_package_id_fkey: unknownID('packageID'),
};

/** Records money that is for no job. */
export function createManual(
  ctx: ContextOf<'admin'>,
  entry: Omit<ManualEntry, 'jobID'>,
): Promise<TransactionReply | Refusal<'invalid' | 'unavailable'>> {
  const record = (tx: Tx) => recordManual(tx, { ...entry, income: MANUAL_INCOME, allocations: [] });
  return inTransaction(ctx, record, referenceRefusals);
}

interface NewManual extends ManualEntry {
  /** The ledger account of the income. */
  readonly income: string;
  /** The jobs that it pays, with each one's share. */
  readonly allocations: readonly Allocation[];
}

/** Posts it in the caller's transaction, which has locked the jobs. */
export async function recordManual(tx: Tx, of: NewManual): Promise<TransactionReply> {
  return saveIdempotentReply(tx, await readTransaction(tx, await postPayment(tx, { ...of, type: 'manual' })));
}

interface NewPayment extends Omit<NewManual, 'method'> {
  readonly type: TransactionType;
  readonly method: ManualMethod | 'invoice';
}

/** Posts a payment that did not come by card, or that is on credit, and returns its id. */
export async function postPayment(
  tx: Tx,
  { income, allocations, type, ...entry }: NewPayment,
): Promise<string> {
  const id = tx.newID();
  const ledgerTxID = await recordLedger(tx, {
    kind: type === 'job' ? 'invoiced' : type,
    ref: { kind: 'transaction', id },
    idempotencyKey: `manual:${id}`,
    entries: moneyEntries({
      from: income,
      to: accountOf(entry.method, entry.customerID),
      amount: entry.total,
    }),
  });
  await insertTransaction(tx, {
    id,
    type,
    method: entry.method,
    total: entry.total,
    customerID: entry.customerID,
    jobID: entry.jobID ?? null,
    packageID: entry.packageID ?? null,
    ledgerTxID,
    details: entry.details,
    allocations,
  });
  await audit(tx, { action: 'transaction.created', subject: subjectOf(id), after: entry });
  return id;
}

interface TransactionChange {
  readonly details?: string | undefined;
  readonly total?: Cents | undefined;
}

/**
 * Changes the note, and the amount of a manual entry that is for no visit: the difference is a new ledger
 * posting.
 */
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
      const isOfVisit = before.jobID !== null;
      if (before.type !== 'manual' || isOfVisit || (await isGivenBackFrom(tx, id)))
        return refuse('amount_fixed');
      await recordLedger(tx, {
        kind: 'manual-corrected',
        ref: { kind: 'transaction', id },
        idempotencyKey: `manual:${id}:${tx.newID()}`,
        entries: moneyEntries({ from: MANUAL_INCOME, to: before.method, amount: total - before.total }),
      });
    }
    const details = change.details ?? before.details;
    await tx.db.updateTable('money_transaction').set({ total, details }).where('id', '=', id).execute();
    await auditChange(
      tx,
      subjectOf(id),
      { total: before.total, details: before.details },
      { total, details },
    );
    return saveIdempotentReply(tx, await readTransaction(tx, id));
  });
}

async function isGivenBackFrom(tx: Tx, id: string): Promise<boolean> {
  const refund = await tx.db
    .selectFrom('money_transaction')
    .select('id')
    .where('refundOf', '=', id)
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

/** Ad-hoc charges per day in business time, including days without a charge. */
export async function readAdHocStatistics(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<z.output<typeof call.reply> | Refusal<'invalid'>> {
  const zone = ctx.config.BUSINESS_TZ;
  const days = statisticsDays(query, dayOf(ctx.clock.now(), zone));
  if (isRefusal(days)) return days;
  const range = { from_date: String(days.first), to_date: String(days.last) };
  const charged = await ctx.db
    .selectFrom('money_transaction as paid')
    .select([
      sql<string>`(paid.created_at at time zone ${zone})::date::text`.as('date'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(paid.total)`.as('total'),
    ])
    .where('paid.type', '=', 'ad-hoc')
    .where(onDays(ctx, range, 'paid.createdAt'))
    .groupBy(sql`1`)
    .execute();
  const byDay = new Map(charged.map((row) => [row.date, row]));
  const rows = daysOf(days).map((date) => byDay.get(date) ?? { date, count: 0, total: 0 });
  const sum = (of: 'count' | 'total') => rows.reduce((total, row) => total + row[of], 0);
  return { ...range, count: sum('count'), total: sum('total'), rows };
}
