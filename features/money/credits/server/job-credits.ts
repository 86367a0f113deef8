import { recordLedger } from '#features/money/ledger/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import { earnedEntries, HOURS, heldEntries } from '../rules/accounts.ts';
import { expiryAfterCancelledVisit } from '../rules/expiry.ts';
import { costOfParts, type LotUse, shareReturn, takeFrom, usableLots, worthOfHours } from '../rules/lots.ts';
import { expireLocked } from './expire-lots.ts';
import { extendLot, lockLots, type StoredLot } from './lots.ts';
import { type HoursMove, moveHours } from './move-hours.ts';

export interface JobHours {
  readonly jobID: string;
  readonly customerID: string;
  /** The hours that the job can use; fewer are taken if the customer has fewer. */
  readonly hours: Hours;
  /** The lot to take from first. */
  readonly firstLotID?: string | undefined;
}

/**
 * Takes hours out of a customer's lots and reserves them for a held job, which is locked and has none so far.
 * Returns the hours reserved.
 */
export async function holdCredits(
  tx: Tx,
  { jobID, customerID, hours, firstLotID }: JobHours,
): Promise<Hours> {
  const lots = usableLots(await lockLots(tx, customerID));
  const parts = takeFrom(lots, hours, { now: tx.clock.now(), first: firstLotID });
  if (parts.length === 0) return 0;
  const useIDs = parts.map(() => tx.newID());
  const taken = await moveHours(tx, {
    customerID,
    kind: 'held',
    direction: 'out-of-lots',
    parts,
    account: HOURS.held,
    cause: { kind: 'job', id: jobID },
    key: useIDs[0] ?? '',
    jobID,
  });
  const uses = parts.map((part, index) => ({
    id: useIDs[index] ?? '',
    jobID,
    lotID: part.lotID,
    customerID,
    hours: part.hours,
    cost: part.cost,
    heldAt: tx.clock.now().toString(),
  }));
  await tx.db.insertInto('credit_use').values(uses).execute();
  return -taken;
}

/** What the hours that a job uses count for, where the difference in price is paid by card. */
export async function worthOfJobHours(tx: Tx, jobID: string): Promise<Cents> {
  return worthOfHours(await lockUses(tx, jobID));
}

/** Marks the reserved hours of a paid job as used and recognises their cost as revenue. The job is locked. */
export async function spendCredits(tx: Tx, jobID: string, income: string): Promise<void> {
  const uses = await lockUses(tx, jobID);
  const held = uses.filter((use) => use.spentAt === null);
  if (held.length === 0) return;
  await recordLedger(tx, {
    kind: 'credits-spent',
    ref: { kind: 'job', id: jobID },
    idempotencyKey: `credits:spent:${held[0]?.id}`,
    entries: [
      ...heldEntries(held, { from: HOURS.held, to: HOURS.used }),
      ...earnedEntries(costOfParts(held), income),
    ],
  });
  await tx.db
    .updateTable('credit_use')
    .set({ spentAt: tx.clock.now().toString() })
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
  jobID: string,
  of: { readonly hours?: Hours; readonly income?: string } = {},
): Promise<Hours> {
  const uses = await lockUses(tx, jobID);
  const [first] = uses;
  if (first === undefined) return 0;
  const isSpent = first.spentAt !== null;
  const back = shareReturn(uses, isSpent ? (of.hours ?? Infinity) : Infinity);
  const returned = back.filter((part) => part.hours > 0);
  const move = {
    customerID: first.customerID,
    kind: 'returned',
    parts: returned,
    account: isSpent ? HOURS.used : HOURS.held,
    cause: { kind: 'job', id: jobID },
    key: first.id,
    jobID,
    money: isSpent ? earnedEntries(costOfParts(returned), of.income ?? '').map(reversed) : [],
  } as const;
  const given = await returnHours(tx, move, (lot) =>
    isSpent ? expiryOfUse(tx, lot, returned) : lot.expiresAt,
  );
  for (const part of back) await endUse(tx, part);
  return given;
}

function expiryOfUse(tx: Tx, lot: StoredLot, uses: readonly Use[]): Temporal.Instant | null {
  const use = uses.find(({ lotID }) => lotID === lot.id);
  if (use === undefined) return lot.expiresAt;
  const at = { now: tx.clock.now(), zone: tx.config.BUSINESS_TZ };
  return expiryAfterCancelledVisit(lot, readDatabaseTime(use.heldAt), at);
}

interface Use extends LotUse {
  readonly id: string;
  readonly customerID: string;
  readonly heldAt: string;
  readonly spentAt: string | null;
}

async function lockUses(tx: Tx, jobID: string): Promise<Use[]> {
  const rows = await tx.db
    .selectFrom('credit_use')
    .innerJoin('credit_lot', 'credit_lot.id', 'credit_use.lotID')
    .selectAll('credit_use')
    .select(['credit_lot.perHour', 'credit_lot.expiresAt', 'credit_lot.purchasedAt'])
    .where('credit_use.jobID', '=', jobID)
    .where('credit_use.endedAt', 'is', null)
    .orderBy('credit_use.id')
    .forUpdate('credit_use')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerID: row.customerID,
    lotID: row.lotID,
    perHour: row.perHour,
    hours: row.hours,
    cost: row.cost,
    heldAt: row.heldAt,
    spentAt: row.spentAt,
    expiresAt: row.expiresAt === null ? null : readDatabaseTime(row.expiresAt),
    purchasedAt: readDatabaseTime(row.purchasedAt),
  }));
}

async function endUse(tx: Tx, use: Use): Promise<void> {
  await tx.db
    .updateTable('credit_use')
    .set({ endedAt: tx.clock.now().toString(), returned: use.hours, returnedCost: use.cost })
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
  const { customerID } = move;
  const lotIDs = move.parts.filter((part) => part.hours > 0).map((part) => part.lotID);
  const lots = await lockLots(tx, customerID, lotIDs);
  await expireLocked(tx, customerID, lots); // hours that an extension must not revive
  const returned = await moveHours(tx, { ...move, direction: 'into-lots' });
  const now = tx.clock.now();
  const expired = lots.filter((lot) => lotIDs.includes(lot.id) && isExpired(lot.expiresAt, now));
  if (expired.length === 0) return returned;
  for (const lot of expired) {
    const until = expiryOf(lot);
    if (until !== null && !isExpired(until, now)) await extendLot(tx, lot, until);
  }
  await expireLocked(tx, customerID, await lockLots(tx, customerID));
  return returned;
}

function isExpired(expiresAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0;
}
