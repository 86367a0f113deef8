import { sql } from 'kysely';
import type { LedgerEntry } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import { changeCreditsLeft } from '#features/people/customers/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { publishChange } from '#platform/server/changes.ts';
import type { Tx } from '#platform/server/context.ts';
import { type HoursAccount, hoursEntries } from '../rules/accounts.ts';
import { hoursOf, type LotPart } from '../rules/lots.ts';

export type MovementKind =
  | 'bought'
  | 'adjusted'
  | 'held'
  | 'returned'
  | 'sent'
  | 'gift-returned'
  | 'received'
  | 'expired'
  | 'refunded';

/** Hours that leave or enter a customer's lots. */
export interface HoursMove {
  readonly customerID: string;
  readonly kind: MovementKind;
  readonly direction: 'into-lots' | 'out-of-lots';
  readonly parts: readonly LotPart[];
  /** The other account: where the hours come from or go to. */
  readonly account: HoursAccount;
  /** What caused it; one move of each kind per cause. */
  readonly cause: { readonly kind: string; readonly id: string };
  /** Unique among all moves of its kind: a repeated move has no effect. */
  readonly key: string;
  readonly jobID?: string;
  readonly giftID?: string;
  readonly transactionID?: string;
  readonly reason?: string;
  /** Ledger entries in cents that go with it and balance on their own. */
  readonly money?: readonly LedgerEntry[];
}

/**
 * The only function that moves hours of credit: updates the ledger, lots, statement and balance in the
 * caller's transaction. The lots must be locked (`lockLots`) and hold what is taken; the database refuses
 * anything else.
 *
 * @returns the change of the customer's balance, in hours.
 */
export async function moveHours(tx: Tx, move: HoursMove): Promise<Hours> {
  const { customerID, parts, account, direction } = move;
  const sign = direction === 'into-lots' ? 1 : -1;
  const delta = sign * hoursOf(parts);
  if (delta === 0) return 0;
  const ledgerTxID = await recordLedger(tx, {
    kind: `credits-${move.kind}`,
    ref: move.cause,
    idempotencyKey: `credits:${move.kind}:${move.key}`,
    entries: [...hoursEntries(customerID, parts, { account, direction }), ...(move.money ?? [])],
  });
  const movements = tx.db.insertInto('credit_movement').values(
    parts.map((part) => ({
      id: tx.newID(),
      lotID: part.lotID,
      customerID,
      kind: move.kind,
      hours: sign * part.hours,
      jobID: move.jobID ?? null,
      giftID: move.giftID ?? null,
      transactionID: move.transactionID ?? null,
      reason: move.reason ?? '',
      ledgerTxID,
      createdAt: tx.clock.now().toString(),
    })),
  );
  await changeLots(tx, parts, sign);
  await movements.execute();
  await changeCreditsLeft(tx, customerID, delta);
  const subject = { kind: 'credits', id: customerID };
  await publishChange(tx, { action: 'credits.moved', subject, fields: [] });
  return delta;
}

async function changeLots(tx: Tx, parts: readonly LotPart[], sign: 1 | -1): Promise<void> {
  const lines = JSON.stringify(
    parts.map(({ lotID, hours, cost }) => ({ id: lotID, hours: sign * hours, cost: sign * cost })),
  );
  await sql`
    update credit_lot set remaining = remaining + part.hours, cost_left = cost_left + part.cost
    from json_to_recordset(${lines}::json) as part(id uuid, hours numeric, cost integer)
    where credit_lot.id = part.id`.execute(tx.db);
}
