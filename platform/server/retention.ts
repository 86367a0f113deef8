import { sql } from 'kysely';
import { isRefusal } from '../kernel/refusal.ts';
import { sealAudit } from './audit-chain/seal-audit.ts';
import type { Context, Tx } from './context.ts';
import { inTransaction } from './database/transaction.ts';

/**
 * How long the audit trail and bookings that were never paid are kept: two years. Source: the privacy policy
 * (features/site/content/server/default-legal.json), which says the same.
 */
export const RETENTION = Temporal.Duration.from({ hours: 2 * 365 * 24 });

const BATCH = 5000;
/** Per run, so that a run ends well within a task's time limit; the rest follows a minute later. */
const MAX_BATCHES = 20;

/** Rows older than this are deleted. */
export function keptSince(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(RETENTION);
}

/** The start of the audit trail: anything before has no entry. Minus infinity while there are no entries. */
export const AUDIT_BEGIN = sql<string>`(select coalesce(min(at), '-infinity') from audit_entry)`;

/**
 * Runs statements that may erase values in append-only tables, or delete old audit entries. Otherwise triggers refuse
 * them, as well as any other change.
 */
export async function withRetention<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('kemas.retention', 'on', true)`.execute(tx.db);
  const result = await work();
  await sql`select set_config('kemas.retention', 'off', true)`.execute(tx.db);
  return result;
}

export interface ErasedEntries {
  /** The kind of resource with these ids. */
  readonly kind: string;
  readonly ids: readonly string[];
  /** The erased fields of before and after. The reason, which is free text, is erased as well. */
  readonly fields: readonly string[] | 'all';
}

/** Erases personal values in the audit trail. Who changed which field, and when, stays. */
export async function eraseAuditValues(tx: Tx, { kind, ids, fields }: ErasedEntries): Promise<void> {
  if (ids.length === 0) return;
  const names = fields === 'all' ? null : [...fields];
  await withRetention(tx, () =>
    sql`
      update audit_entry
      set before = erase_fields(before, ${names}::text[]), after = erase_fields(after, ${names}::text[]),
        reason = case when reason is not null then '' end
      where subject_kind = ${kind} and subject_id = any(${[...ids]}::text[])`.execute(tx.db),
  );
}

/** Erases the IP addresses from which a customer acted, signed in or while registering. */
export async function eraseAuditAddresses(tx: Tx, customerID: string): Promise<void> {
  await withRetention(tx, async () => {
    await sql`
      update audit_entry set ip = ''
      where actor_id = ${customerID}::uuid and actor_role = 'customer' and ip <> ''`.execute(tx.db);
    await sql`
      update audit_entry set ip = ''
      where subject_kind = 'customer' and subject_id = ${customerID} and actor_role = 'anyone'
        and ip <> ''`.execute(tx.db);
  });
}

/**
 * Cron job. Deletes audit entries past their retention. The chain keeps their links, and gets a link with the limit, so
 * that older entries may be missing (audit-chain).
 */
export async function purgeAuditEntries(ctx: Context): Promise<void> {
  await sealAudit(ctx);
  const limit = keptSince(ctx.clock.now()).toString();
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const deleted = await inTransaction(ctx, (tx) =>
      withRetention(tx, async () => {
        const old = tx.db
          .selectFrom('audit_entry')
          .select('id')
          .where('at', '<', limit)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('audit_unsealed').whereRef('entryID', '=', 'audit_entry.id'))),
          )
          .orderBy('at')
          .limit(BATCH);
        const { numDeletedRows } = await tx.db
          .deleteFrom('audit_entry')
          .where('id', 'in', old)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n)
          await tx.db.insertInto('audit_unsealed').values({ kind: 'purge', at: limit }).execute();
        return Number(numDeletedRows);
      }),
    );
    if (isRefusal(deleted)) throw new Error('Old audit entries could not be deleted.');
    if (deleted < BATCH) return;
  }
}
