import { sql } from 'kysely';
import type { Tx } from './context.ts';
import { rowsAsJson } from './database/column-names.ts';
import type { NewMessage } from './message-log.ts';

/** Names and payloads of background tasks; features add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features that own tasks
export interface TaskPayloads {}

export interface Publication {
  /** A later task with the same key replaces an earlier one that has not run. */
  readonly key?: string;
  /** Tasks of one queue run one after another, in the order of publishing. */
  readonly queue?: string;
  readonly maxAttempts?: number;
  /** Lower runs first; default 0. */
  readonly priority?: number;
  /** The earliest time by the system clock, which is the only one the queue knows. */
  readonly notBefore?: Temporal.Instant;
}

/** A task to publish; see newTask. */
export interface NewTask {
  readonly task: string;
  readonly payload: unknown;
  readonly options: Publication;
  /** The log row, if the task sends a message. A held message waits there rather than in the queue. */
  readonly message?: NewMessage;
}

/** Checks name and payload together. */
export function newTask<T extends keyof TaskPayloads & string>(
  task: T,
  payload: TaskPayloads[T],
  options: Publication = {},
): NewTask {
  return { task, payload, options };
}

export interface Outbox {
  /** Queues tasks in the database transaction of the change: they run if, and only if, it commits. */
  publishAll(tx: Tx, tasks: readonly NewTask[]): Promise<void>;

  /** publishAll for a single task. */
  publish<T extends keyof TaskPayloads & string>(
    tx: Tx,
    task: T,
    payload: TaskPayloads[T],
    options?: Publication,
  ): Promise<void>;

  /** Withdraws tasks with these keys that have not started, and returns the keys of those withdrawn. */
  withdraw(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The key of the task that sends a message. */
export function taskKeyOf({ id }: { readonly id: string }): string {
  return `message:${id}`;
}

/** The outbox on graphile-worker: rows in the same PostgreSQL, retried with backoff. */
export const queueOutbox: Outbox = {
  async publishAll(tx, tasks) {
    const messages = tasks.flatMap(({ message }) => message ?? []);
    const specs = tasks.filter(({ message }) => message?.state !== 'held').map(specOf);
    if (messages.length > 0) {
      await sql`
        insert into message
        select * from jsonb_populate_recordset(null::message, ${rowsAsJson(messages)}::jsonb)
        on conflict (id) do nothing`.execute(tx.db);
    }
    if (specs.length > 0) {
      await sql`
        select from graphile_worker.add_jobs((
          select array_agg(spec)
          from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) as spec
        ))`.execute(tx.db);
    }
  },

  publish: (tx, task, payload, options) => queueOutbox.publishAll(tx, [newTask(task, payload, options)]),

  async withdraw(tx, keys) {
    if (keys.length === 0) return new Set();
    const superseded = await tx.db
      .updateTable('message')
      .set({ state: 'superseded', failure: 'Replaced by a newer message.' })
      .where('key', 'in', [...keys])
      .where('state', 'in', ['held', 'queued'])
      .returning(['id', 'key'])
      .execute();
    // A message's task is removed with its row. For a task that is already running, an empty key is returned: it will
    // not be retried.
    const taskKeys = [...keys, ...superseded.map(taskKeyOf)];
    const { rows } = await sql<{ key: string | null }>`
      select (graphile_worker.remove_job(key)).key from unnest(${taskKeys}::text[]) as key`.execute(tx.db);
    return new Set([...rows, ...superseded].flatMap(({ key }) => key ?? []));
  },
};

/** Uses the field names of graphile_worker.job_spec. */
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
