import { recordLedger } from '#features/money/ledger/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import { earnedEntries, HOURS, heldEntries } from '../rules/accounts.ts';
import { expiryAfterCancelledVisit } from '../rules/lifetimes.ts';
import { costOfParts, type LotUse, shareReturn, takeFrom, usableLots, worthOfHours } from '../rules/lots.ts';
import { expireLocked } from './expire-lots.ts';
import { extendLot, lockLots, type StoredLot } from './lots.ts';
import { type HoursMove, moveHours } from './move-hours.ts';

export interface JobHours {
  readonly jobId: string;
  readonly customerId: string;
  /** The hours that the job can use; fewer are taken if the customer has fewer. */
  readonly hours: Hours;
  /** The lot to take from first. */
  readonly firstLotId?: string | undefined;
}

/**
 * Takes hours out of a customer's lots and reserves them for a held job, which is locked and has none so far.
 * Returns the hours reserved.
 */
export async function holdCredits(
  tx: Tx,
  { jobId, customerId, hours, firstLotId }: JobHours,
): Promise<Hours> {
  const lots = usableLots(await lockLots(tx, customerId));
  const parts = takeFrom(lots, hours, { now: tx.clock.now(), first: firstLotId });
  if (parts.length === 0) return 0;
  const useIds = parts.map(() => tx.newId());
  const taken = await moveHours(tx, {
    customerId,
    kind: 'held',
    direction: 'out-of-lots',
    parts,
    account: HOURS.held,
    cause: { kind: 'job', id: jobId },
    key: useIds[0] ?? '',
    jobId,
  });
  const uses = parts.map((part, index) => ({
    id: useIds[index] ?? '',
    job_id: jobId,
    lot_id: part.lotId,
    customer_id: customerId,
    hours: part.hours,
    cost: part.cost,
    held_at: tx.clock.now().toString(),
  }));
  await tx.db.insertInto('credit_use').values(uses).execute();
  return -taken;
}

/** What the hours that a job uses count for, where the difference in price is paid by card. */
export async function worthOfJobHours(tx: Tx, jobId: string): Promise<Cents> {
  return worthOfHours(await lockUses(tx, jobId));
}

/** Marks the reserved hours of a paid job as used and recognises their cost as revenue. The job is locked. */
export async function spendCredits(tx: Tx, jobId: string, income: string): Promise<void> {
  const uses = await lockUses(tx, jobId);
  const held = uses.filter((use) => use.spentAt === null);
  if (held.length === 0) return;
  await recordLedger(tx, {
    kind: 'credits-spent',
    ref: { kind: 'job', id: jobId },
    idempotencyKey: `credits:spent:${held[0]?.id}`,
    entries: [
      ...heldEntries(held, { from: HOURS.held, to: HOURS.used }),
      ...earnedEntries(costOfParts(held), income),
    ],
  });
  await tx.db
    .updateTable('credit_use')
    .set({ spent_at: tx.clock.now().toString() })
    .where(
      'id',
      'in',
      held.map((use) => use.id),
    )
    .execute();
}

/**
 * Returns hours of a locked job to their lots: all that a held job reserved, or the given number of those
 * that a paid job used. The rest of a paid job's hours are forfeited. Hours of a paid job whose lot has
 * expired can be used for 30 more days; those of an unpaid job keep their expiry. Returns the hours given
 * back.
 *
 * @param income the account that earned them, for a paid job.
 */
export async function returnCredits(
  tx: Tx,
  jobId: string,
  of: { readonly hours?: Hours; readonly income?: string } = {},
): Promise<Hours> {
  const uses = await lockUses(tx, jobId);
  const [first] = uses;
  if (first === undefined) return 0;
  const isSpent = first.spentAt !== null;
  const back = shareReturn(uses, isSpent ? (of.hours ?? Infinity) : Infinity);
  const returned = back.filter((part) => part.hours > 0);
  const move = {
    customerId: first.customerId,
    kind: 'returned',
    parts: returned,
    account: isSpent ? HOURS.used : HOURS.held,
    cause: { kind: 'job', id: jobId },
    key: first.id,
    jobId,
    money: isSpent ? earnedEntries(costOfParts(returned), of.income ?? '').map(reversed) : [],
  } as const;
  const given = await returnHours(tx, move, (lot) =>
    isSpent ? expiryOfUse(tx, lot, returned) : lot.expiresAt,
  );
  for (const part of back) await endUse(tx, part);
  return given;
}

function expiryOfUse(tx: Tx, lot: StoredLot, uses: readonly Use[]): Temporal.Instant | null {
  const use = uses.find(({ lotId }) => lotId === lot.id);
  if (use === undefined) return lot.expiresAt;
  const at = { now: tx.clock.now(), zone: tx.config.BUSINESS_TZ };
  return expiryAfterCancelledVisit(lot, readDatabaseTime(use.heldAt), at);
}

interface Use extends LotUse {
  readonly id: string;
  readonly customerId: string;
  readonly heldAt: string;
  readonly spentAt: string | null;
}

async function lockUses(tx: Tx, jobId: string): Promise<Use[]> {
  const rows = await tx.db
    .selectFrom('credit_use')
    .innerJoin('credit_lot', 'credit_lot.id', 'credit_use.lot_id')
    .selectAll('credit_use')
    .select(['credit_lot.per_hour', 'credit_lot.expires_at', 'credit_lot.purchased_at'])
    .where('credit_use.job_id', '=', jobId)
    .where('credit_use.ended_at', 'is', null)
    .orderBy('credit_use.id')
    .forUpdate('credit_use')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    lotId: row.lot_id,
    perHour: row.per_hour,
    hours: row.hours,
    cost: row.cost,
    heldAt: row.held_at,
    spentAt: row.spent_at,
    expiresAt: row.expires_at === null ? null : readDatabaseTime(row.expires_at),
    purchasedAt: readDatabaseTime(row.purchased_at),
  }));
}

async function endUse(tx: Tx, use: Use): Promise<void> {
  await tx.db
    .updateTable('credit_use')
    .set({ ended_at: tx.clock.now().toString(), returned: use.hours, returned_cost: use.cost })
    .where('id', '=', use.id)
    .execute();
}

function reversed<T extends { readonly amount: number }>(entry: T): T {
  return { ...entry, amount: -entry.amount };
}

/** Computes a lot's expiry after hours were returned to it. */
type ExpiryAfterReturn = (lot: StoredLot) => Temporal.Instant | null;

const asBefore: ExpiryAfterReturn = (lot) => lot.expiresAt;

/**
 * Returns hours to the lots that they came from. They keep the lot's expiry unless `expiryOf` extends it;
 * hours in an expired lot expire at once, as the cron job would do. Returns the hours that came back, expired
 * ones included.
 */
export async function returnHours(
  tx: Tx,
  move: Omit<HoursMove, 'direction'>,
  expiryOf: ExpiryAfterReturn = asBefore,
): Promise<Hours> {
  const { customerId } = move;
  const lotIds = move.parts.filter((part) => part.hours > 0).map((part) => part.lotId);
  const lots = await lockLots(tx, customerId, lotIds);
  await expireLocked(tx, customerId, lots); // hours that an extension must not revive
  const returned = await moveHours(tx, { ...move, direction: 'into-lots' });
  const now = tx.clock.now();
  const expired = lots.filter((lot) => lotIds.includes(lot.id) && isExpired(lot.expiresAt, now));
  if (expired.length === 0) return returned;
  for (const lot of expired) {
    const until = expiryOf(lot);
    if (until !== null && !isExpired(until, now)) await extendLot(tx, lot, until);
  }
  await expireLocked(tx, customerId, await lockLots(tx, customerId));
  return returned;
}

function isExpired(expiresAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0;
}
