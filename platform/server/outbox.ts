import { sql } from 'kysely';
import type { Tx } from './context.ts';

/** Names and payloads of background tasks; features add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features that own tasks
export interface TaskPayloads {}

export interface Announcement {
  /** A later announcement with the same key replaces an earlier one that has not run. */
  readonly key?: string;
  /** Tasks of one queue run one after another, in the order in which they were announced. */
  readonly queue?: string;
  readonly maxAttempts?: number;
  /** Not before this moment of the system's clock: the queue knows no other. */
  readonly notBefore?: Temporal.Instant;
}

export interface Outbox {
  /** Queues a task in the transaction of the change: it runs if, and only if, that commits. */
  announce<T extends keyof TaskPayloads & string>(
    tx: Tx,
    task: T,
    payload: TaskPayloads[T],
    options?: Announcement,
  ): Promise<void>;

  /** Takes back what was announced under a key and has not begun to run: its payload; null when there is none. */
  withdraw(tx: Tx, key: string): Promise<unknown>;
}

/** The outbox on graphile-worker: rows in the same PostgreSQL, retried with backoff. */
export const queueOutbox: Outbox = {
  async announce(tx, task, payload, options = {}) {
    await sql`
      select graphile_worker.add_job(
        ${task}::text,
        payload := ${JSON.stringify(payload)}::json,
        queue_name := ${options.queue ?? null}::text,
        job_key := ${options.key ?? null}::text,
        run_at := ${options.notBefore?.toString() ?? null}::timestamptz,
        max_attempts := ${options.maxAttempts ?? 25}::int
      )`.execute(tx.db);
  },

  async withdraw(tx, key) {
    // Of a task that runs already the key comes back empty: it can only be kept from being tried again.
    const found = await sql<{ payload: unknown }>`
      select (removed).payload from (select graphile_worker.remove_job(${key}::text) as removed) as job
      where (removed).key is not null`.execute(tx.db);
    return found.rows[0]?.payload ?? null;
  },
};
