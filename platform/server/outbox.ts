import { sql } from 'kysely';
import type { Tx } from './context.ts';

/** Names and payloads of background tasks; features add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features that own tasks
export interface TaskPayloads {}

export interface Announcement {
  /** A later announcement with the same key replaces an earlier one that has not run. */
  readonly key?: string;
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
}

/** The outbox on graphile-worker: rows in the same PostgreSQL, retried with backoff. */
export const queueOutbox: Outbox = {
  async announce(tx, task, payload, options = {}) {
    await sql`
      select graphile_worker.add_job(
        ${task}::text,
        payload := ${JSON.stringify(payload)}::json,
        job_key := ${options.key ?? null}::text,
        run_at := ${options.notBefore?.toString() ?? null}::timestamptz,
        max_attempts := ${options.maxAttempts ?? 25}::int
      )`.execute(tx.db);
  },
};
