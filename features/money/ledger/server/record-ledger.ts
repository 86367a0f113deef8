import { sql } from 'kysely';
import type { Tx } from '#platform/server/context.ts';
import { type LedgerEntry, unbalanced } from '../rules/ledger.ts';

export interface LedgerPosting {
  /** `card-payment`, `refund`, `credits-spent` … */
  readonly kind: string;
  /** The entity that the posting is about. */
  readonly ref: { readonly kind: string; readonly id: string };
  /** A key posts at most once. */
  readonly idempotencyKey: string;
  readonly entries: readonly LedgerEntry[];
}

/**
 * Posts one transaction to the ledger, or finds the one already posted under the same key. Returns its id.
 * Database triggers refuse unbalanced postings and any later change.
 * @throws if the entries do not balance, are empty or contain a zero: a bug, never a user's mistake.
 */
export async function recordLedger(tx: Tx, posting: LedgerPosting): Promise<string> {
  check(posting);
  const id = tx.newID();
  const entries = await tx.db
    .with('posted', (db) =>
      db
        .insertInto('ledger_tx')
        .values({
          id,
          kind: posting.kind,
          refKind: posting.ref.kind,
          refID: posting.ref.id,
          idempotencyKey: posting.idempotencyKey,
          createdAt: tx.clock.now().toString(),
        })
        .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
        .returning('id'),
    )
    .insertInto('ledger_entry')
    .columns(['txID', 'line', 'account', 'commodity', 'amount'])
    .expression((db) =>
      db
        .selectFrom(['posted', linesOf(posting.entries)])
        .select(['posted.id', 'line.line', 'line.account', 'line.commodity', 'line.amount']),
    )
    .executeTakeFirst();
  return entries.numInsertedOrUpdatedRows === 0n ? existingPosting(tx, posting) : id;
}

interface Line extends LedgerEntry {
  readonly line: number;
}

/** The rows are inserted only if the posting is. */
function linesOf(entries: readonly LedgerEntry[]) {
  const lines = JSON.stringify(entries.map((entry, index) => ({ line: index + 1, ...entry })));
  return sql<Line>`json_to_recordset(${lines}::json)`.as<'line'>(
    sql`line(line int, account text, commodity text, amount bigint)`,
  );
}

function check(posting: LedgerPosting): void {
  const { entries, idempotencyKey } = posting;
  if (entries.length === 0) throw new Error(`Ledger posting ${idempotencyKey} has no entries.`);
  if (entries.some((entry) => !Number.isSafeInteger(entry.amount) || entry.amount === 0)) {
    throw new Error(
      `Ledger posting ${idempotencyKey} has an amount that is not a whole number other than 0.`,
    );
  }
  const wrong = unbalanced(entries);
  if (wrong.length > 0) throw new Error(`Ledger posting ${idempotencyKey} does not balance in ${wrong}.`);
}

/** The same key with different entries is a bug: ignoring it would lose a movement. */
async function existingPosting(tx: Tx, posting: LedgerPosting): Promise<string> {
  const before = await tx.db
    .selectFrom('ledger_tx')
    .select('id')
    .where('idempotencyKey', '=', posting.idempotencyKey)
    .executeTakeFirstOrThrow();
  const lines = await entriesOf(tx, before.id);
  if (fingerprint(lines) !== fingerprint(posting.entries)) {
    throw new Error(`Ledger key ${posting.idempotencyKey} was used for a different posting.`);
  }
  return before.id;
}

/** The lines of a posting, in order. */
export function entriesOf(tx: Tx, ledgerTxID: string): Promise<LedgerEntry[]> {
  return tx.db
    .selectFrom('ledger_entry')
    .select(['account', 'commodity', 'amount'])
    .where('txID', '=', ledgerTxID)
    .orderBy('line')
    .execute();
}

function fingerprint(entries: readonly LedgerEntry[]): string {
  return entries
    .map((entry) => `${entry.account} ${entry.commodity} ${entry.amount}`)
    .sort()
    .join('\n');
}
