import { sql } from 'kysely';
import pg from 'pg';
import { removeReleased } from '#features/work/schedule/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keptSince } from '#platform/server/retention.ts';
import { NOTHING_PERSONAL } from './personal-data.ts';

/** Maximum per run; the rest follow in the next run, a minute later. */
const AT_ONCE = 200;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Cron job: deletes bookings that expired unpaid, at the end of their retention time. If other records, such as a
 * statement of hours or a payment attempt, refer to one, only its personal data is erased.
 */
export async function purgeExpiredJobs(ctx: Context): Promise<void> {
  const limit = keptSince(ctx.clock.now()).toString();
  const due = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('status', '=', 'expired')
    .where('updated_at', '<', limit)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due) {
    if ((await tryToDelete(ctx, id, limit)) === 'referenced') {
      await inTransaction(ctx, (tx) => emptyTexts(tx, id, limit));
    }
  }
}

type Deletion = 'deleted' | 'referenced' | 'not-now';

/** `referenced`: a foreign key or a payment attempt points to the job. `not-now`: it is locked, or has changed. */
async function tryToDelete(ctx: Context, id: string, limit: string): Promise<Deletion> {
  try {
    const deleted = await inTransaction(ctx, (tx) => deleteJob(tx, id, limit));
    return isRefusal(deleted) ? 'not-now' : deleted;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return 'referenced';
    throw error;
  }
}

async function deleteJob(tx: Tx, id: string, limit: string): Promise<Deletion> {
  const row = await tx.db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'expired')
    .where('updated_at', '<', limit)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return 'not-now';
  if (await hasPaymentAttempt(tx, id)) return 'referenced';
  await removeReleased(tx, id);
  await tx.db.deleteFrom('job_crew').where('job_id', '=', id).execute();
  await tx.db.deleteFrom('job').where('id', '=', id).execute();
  return 'deleted';
}

/** A payment attempt refers to its job without a foreign key. */
async function hasPaymentAttempt(tx: Tx, id: string): Promise<boolean> {
  const attempt = await tx.db
    .selectFrom('payment_attempt')
    .select('id')
    .where('target_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
}

/** Updating `updated_at` postpones the next check by a full retention period. */
async function emptyTexts(tx: Tx, id: string, limit: string): Promise<void> {
  await tx.db
    .updateTable('job')
    .set({
      ...NOTHING_PERSONAL,
      version: sql<number>`version + 1`,
      updated_at: tx.clock.now().toString(),
    })
    .where('id', '=', id)
    .where('status', '=', 'expired')
    .where('updated_at', '<', limit)
    .execute();
}
