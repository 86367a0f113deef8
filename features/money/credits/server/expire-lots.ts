import { getCustomer } from '#features/people/customers/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { EXPIRED_REVENUE, earnedEntries, HOURS } from '../rules/accounts.ts';
import { type NoticeDays, noticeDue, noticesDue } from '../rules/expiry.ts';
import { costOfParts, expiredParts, type Lot } from '../rules/lots.ts';
import { HOURS_EXPIRING, lastDay } from '../texts/mails.ts';
import { lockLots } from './lots.ts';
import { moveHours } from './move-hours.ts';

/** Lots per run; the rest follow a minute later. */
const BATCH_SIZE = 500;

/** Cron job: takes expired hours out of their lots and recognises their cost as revenue. */
export async function expireLots(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('credit_lot')
    .select('customerID')
    .where('remaining', '>', 0)
    .where('expiresAt', '<=', ctx.clock.now().toString())
    .orderBy('expiresAt') // matches the index, so the scan stops at the first lot that is not due
    .limit(BATCH_SIZE)
    .execute();
  for (const customerID of new Set(due.map((lot) => lot.customerID))) await expireLotsOf(ctx, customerID);
}

async function expireLotsOf(ctx: Context, customerID: string): Promise<void> {
  const expired = await inTransaction(ctx, async (tx) =>
    expireLocked(tx, customerID, await lockLots(tx, customerID)),
  );
  if (isRefusal(expired)) ctx.log.warn({ customerID }, 'hours could not be expired; retrying in a minute');
}

/** The same for lots that the caller has locked. */
export async function expireLocked(tx: Tx, customerID: string, lots: readonly Lot[]): Promise<void> {
  const parts = expiredParts(lots, tx.clock.now());
  await moveHours(tx, {
    customerID,
    kind: 'expired',
    direction: 'out-of-lots',
    parts,
    account: HOURS.expired,
    cause: { kind: 'customer', id: customerID },
    key: tx.newID(),
    money: earnedEntries(costOfParts(parts), EXPIRED_REVENUE),
  });
}

/** Customers per run; the rest follow a minute later. */
const REMINDER_BATCH_SIZE = 500;

interface DueLot {
  readonly id: string;
  readonly hours: number;
  readonly expiresAt: Temporal.Instant;
  readonly notice: NoticeDays;
}

/**
 * Cron job: notifies customers whose hours are about to expire, once per lot and notice, at most once per
 * customer and day.
 */
export async function remindOfExpiry(ctx: Context): Promise<void> {
  for (const customerID of await findDue(ctx)) {
    const reminded = await inTransaction(ctx, (tx) => remind(tx, customerID));
    if (isRefusal(reminded))
      ctx.log.warn({ customerID }, 'expiry notice could not be queued; retrying in a minute');
  }
}

/**
 * Customers with a due notice who have not been notified today, up to the limit. The lots are materialised
 * first: the planner overestimates how many are due and would otherwise scan all customers.
 */
async function findDue(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .with(
      (due) => due('due').materialized(),
      () => expiringLots(ctx).select('customerID'),
    )
    .selectFrom('due')
    .select('customerID')
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('credit_notice as noted')
            .select('noted.day')
            .whereRef('noted.customerID', '=', 'due.customerID')
            .where('noted.day', '=', today(ctx)),
        ),
      ),
    )
    .limit(REMINDER_BATCH_SIZE)
    .execute();
  return rows.map((row) => row.customerID);
}

async function remind(tx: Tx, customerID: string): Promise<void> {
  const customer = await getCustomer(tx, customerID);
  const due = await lockDueLots(tx, customerID);
  if (customer === null || due.length === 0 || !(await isFirstToday(tx, customerID))) return;
  for (const { id, notice } of due) {
    await tx.db.updateTable('credit_lot').set({ noticeGiven: notice }).where('id', '=', id).execute();
  }
  if (customer.trashedAt !== null) return; // closed account
  const zone = tx.config.BUSINESS_TZ;
  const expiring = due.map(({ hours, expiresAt }) => ({ hours, until: lastDay(expiresAt, zone) }));
  await sendKind(tx, HOURS_EXPIRING, {
    to: { email: customer.email },
    customerID,
    data: { firstname: customer.firstname, expiring },
  });
}

async function lockDueLots(tx: Tx, customerID: string): Promise<DueLot[]> {
  const [now, zone] = [tx.clock.now(), tx.config.BUSINESS_TZ];
  const rows = await expiringLots(tx)
    .select(['id', 'remaining', 'expiresAt', 'noticeGiven'])
    .where('customerID', '=', customerID)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows
    .flatMap(({ id, remaining, expiresAt: end, noticeGiven }) => {
      if (end === null) return [];
      const expiresAt = readDatabaseTime(end);
      const notice = noticeDue({ expiresAt, given: noticeGiven }, now, zone);
      return notice === null ? [] : [{ id, hours: remaining, expiresAt, notice }];
    })
    .sort((a, b) => Temporal.Instant.compare(a.expiresAt, b.expiresAt));
}

/** Lots with a due notice. */
function expiringLots({ db, clock, config }: Context) {
  const now = clock.now();
  return db
    .selectFrom('credit_lot')
    .where('remaining', '>', 0)
    .where('expiresAt', '>', now.toString())
    .where(({ or, and, eb }) =>
      or(
        noticesDue(now, config.BUSINESS_TZ).map(({ given, expiresBefore }) =>
          and([
            eb('noticeGiven', given === null ? 'is' : '=', given),
            eb('expiresAt', '<', expiresBefore.toString()),
          ]),
        ),
      ),
    );
}

function today({ clock, config }: Context): string {
  return dayOf(clock.now(), config.BUSINESS_TZ).toString();
}

async function isFirstToday(tx: Tx, customerID: string): Promise<boolean> {
  const noted = await tx.db
    .insertInto('credit_notice')
    .values({ customerID, day: today(tx) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}
