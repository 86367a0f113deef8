import { getCustomer } from '#features/customers/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendMail } from '#platform/server/messages.ts';
import { expiryLetter, lastDayText } from '../rules/letters.ts';
import { latestNoticed, type NoticeDays, noticeDue } from '../rules/lifetimes.ts';

/** So many customers at a time: the others a minute later. */
const AT_ONCE = 500;

interface DueLot {
  readonly id: string;
  readonly hours: number;
  readonly expiresAt: Temporal.Instant;
  readonly notice: NoticeDays;
}

/** Mails customers whose hours are about to expire: once a lot and notice, once a customer and day. A sweep. */
export async function remindOfExpiry(ctx: Context): Promise<void> {
  for (const customerId of await findDue(ctx)) {
    const reminded = await inTransaction(ctx, (tx) => remind(tx, customerId));
    if (isRefusal(reminded)) ctx.log.warn({ customerId }, 'a reminder could not be written now: in a minute');
  }
}

async function findDue(ctx: Context): Promise<string[]> {
  const { clock, config } = ctx;
  const lots = await expiringLots(ctx).execute();
  const due = lots.filter(
    (lot) =>
      lot.expires_at !== null &&
      noticeDue(
        { expiresAt: readDatabaseTime(lot.expires_at), given: lot.notice_given },
        clock.now(),
        config.BUSINESS_TZ,
      ) !== null,
  );
  return [...new Set(due.map((lot) => lot.customer_id))].slice(0, AT_ONCE);
}

async function remind(tx: Tx, customerId: string): Promise<void> {
  const customer = await getCustomer(tx, customerId);
  const due = await lockDueLots(tx, customerId);
  if (customer === null || due.length === 0 || !(await isFirstToday(tx, customerId))) return;
  for (const { id, notice } of due) {
    await tx.db.updateTable('credit_lot').set({ notice_given: notice }).where('id', '=', id).execute();
  }
  if (customer.trashed_at !== null) return; // nobody reads it
  const zone = tx.config.BUSINESS_TZ;
  const expiring = due.map(({ hours, expiresAt }) => ({ hours, until: lastDayText(expiresAt, zone) }));
  await sendMail(tx, { to: customer.email, ...expiryLetter({ firstname: customer.firstname, expiring }) });
}

async function lockDueLots(tx: Tx, customerId: string): Promise<DueLot[]> {
  const [now, zone] = [tx.clock.now(), tx.config.BUSINESS_TZ];
  const rows = await expiringLots(tx).where('customer_id', '=', customerId).forUpdate().execute();
  return rows
    .flatMap(({ id, remaining, expires_at, notice_given }) => {
      if (expires_at === null) return [];
      const expiresAt = readDatabaseTime(expires_at);
      const notice = noticeDue({ expiresAt, given: notice_given }, now, zone);
      return notice === null ? [] : [{ id, hours: remaining, expiresAt, notice }];
    })
    .sort((a, b) => Temporal.Instant.compare(a.expiresAt, b.expiresAt));
}

/** A little more than what has a notice due: the rule says which. */
function expiringLots({ db, clock, config }: Context) {
  const now = clock.now();
  return db
    .selectFrom('credit_lot')
    .select(['id', 'customer_id', 'remaining', 'expires_at', 'notice_given'])
    .where('remaining', '>', 0)
    .where('expires_at', '>', now.toString())
    .where('expires_at', '<', latestNoticed(now, config.BUSINESS_TZ).toString())
    .where(({ or, eb }) => or([eb('notice_given', 'is', null), eb('notice_given', '>', 7)]))
    .orderBy('id');
}

async function isFirstToday(tx: Tx, customerId: string): Promise<boolean> {
  const day = dayOf(tx.clock.now(), tx.config.BUSINESS_TZ).toString();
  const noted = await tx.db
    .insertInto('credit_notice')
    .values({ customer_id: customerId, day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}
