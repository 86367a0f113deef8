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

/** A task to announce; see newTask. */
export interface NewTask {
  readonly task: string;
  readonly payload: unknown;
  readonly options: Announcement;
}

/** Name and payload, checked together. */
export function newTask<T extends keyof TaskPayloads & string>(
  task: T,
  payload: TaskPayloads[T],
  options: Announcement = {},
): NewTask {
  return { task, payload, options };
}

export interface Outbox {
  /** Queues tasks in the transaction of the change, in one statement: they run if, and only if, that commits. */
  announceAll(tx: Tx, tasks: readonly NewTask[]): Promise<void>;

  /** As announceAll, for a single one. */
  announce<T extends keyof TaskPayloads & string>(
    tx: Tx,
    task: T,
    payload: TaskPayloads[T],
    options?: Announcement,
  ): Promise<void>;

  /** Takes back what was announced under these keys and has not begun to run: the payloads by key. */
  withdraw(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}

/** The outbox on graphile-worker: rows in the same PostgreSQL, retried with backoff. */
export const queueOutbox: Outbox = {
  async announceAll(tx, tasks) {
    if (tasks.length === 0) return;
    await sql`
      select from graphile_worker.add_jobs((
        select array_agg(spec)
        from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(tasks.map(specOf))}::json) as spec
      ))`.execute(tx.db);
  },

  announce: (tx, task, payload, options) => queueOutbox.announceAll(tx, [newTask(task, payload, options)]),

  async withdraw(tx, keys) {
    // Of a task that runs already the key comes back empty: it can only be kept from being tried again.
    const found = await sql<{ key: string; payload: unknown }>`
      select (removed).key, (removed).payload
      from (select graphile_worker.remove_job(key) as removed from unnest(${keys}::text[]) as key) as job
      where (removed).key is not null`.execute(tx.db);
    return new Map(found.rows.map(({ key, payload }) => [key, payload]));
  },
};

/** As graphile_worker.job_spec names its fields. */
function specOf({ task, payload, options }: NewTask) {
  return {
    identifier: task,
    payload,
    queue_name: options.queue,
    job_key: options.key,
    run_at: options.notBefore?.toString(),
    max_attempts: options.maxAttempts ?? 25,
  };
}
