import { sql } from 'kysely';
import type { Tx } from './context.ts';
import type { NewMessage } from './message-log.ts';

/** Names and payloads of background tasks; features add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features that own tasks
export interface TaskPayloads {}

export interface Announcement {
  /** A later announcement with the same key replaces an earlier one that has not run. */
  readonly key?: string;
  /** Tasks of one queue run one after another, in the order in which they were announced. */
  readonly queue?: string;
  readonly maxAttempts?: number;
  /** Lower runs first; 0 unless given. */
  readonly priority?: number;
  /** Not before this moment of the system's clock: the queue knows no other. */
  readonly notBefore?: Temporal.Instant;
}

/** A task to announce; see newTask. */
export interface NewTask {
  readonly task: string;
  readonly payload: unknown;
  readonly options: Announcement;
  /** Its row in the log, where it sends a message. One that is held waits there, not in the queue. */
  readonly message?: NewMessage;
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
  /** Queues tasks in the transaction of the change: they run if, and only if, that commits. */
  announceAll(tx: Tx, tasks: readonly NewTask[]): Promise<void>;

  /** As announceAll, for a single one. */
  announce<T extends keyof TaskPayloads & string>(
    tx: Tx,
    task: T,
    payload: TaskPayloads[T],
    options?: Announcement,
  ): Promise<void>;

  /** Takes back what was announced under these keys and has not begun to run: the keys of what was taken back. */
  withdraw(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The outbox on graphile-worker: rows in the same PostgreSQL, retried with backoff. */
export const queueOutbox: Outbox = {
  async announceAll(tx, tasks) {
    const messages = tasks.flatMap(({ message }) => message ?? []);
    const specs = tasks.filter(({ message }) => message?.state !== 'held').map(specOf);
    if (messages.length > 0) {
      await sql`
        insert into message
        select * from jsonb_populate_recordset(null::message, ${JSON.stringify(messages)}::jsonb)`.execute(
        tx.db,
      );
    }
    if (specs.length > 0) {
      await sql`
        select from graphile_worker.add_jobs((
          select array_agg(spec)
          from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) as spec
        ))`.execute(tx.db);
    }
  },

  announce: (tx, task, payload, options) => queueOutbox.announceAll(tx, [newTask(task, payload, options)]),

  async withdraw(tx, keys) {
    if (keys.length === 0) return new Set();
    const superseded = await tx.db
      .updateTable('message')
      .set({ state: 'superseded', failure: 'Something newer took its place.' })
      .where('key', 'in', [...keys])
      .where('state', 'in', ['held', 'queued'])
      .returning(['id', 'key'])
      .execute();
    // A message's task goes with its row. Of a task that runs already the key comes back empty: it will not be tried again.
    const taskKeys = [...keys, ...superseded.map(({ id }) => `message:${id}`)];
    const { rows } = await sql<{ key: string | null }>`
      select (graphile_worker.remove_job(key)).key from unnest(${taskKeys}::text[]) as key`.execute(tx.db);
    return new Set([...rows, ...superseded].flatMap(({ key }) => key ?? []));
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
    priority: options.priority ?? 0,
  };
}
