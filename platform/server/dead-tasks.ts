import { sql } from 'kysely';
import type { Context, Tx } from './context.ts';
import type { Db } from './database/database.ts';
import { withoutPersonalData } from './log.ts';
import { dropFailed } from './message-log.ts';

/** Time for a person to investigate the failure. Source: the security notes (docs/security.md). */
const RETENTION_DAYS = 30;

/** A task that has used up its attempts and will not run again. */
export const IS_DEAD = sql<boolean>`attempts >= max_attempts and locked_at is null`;

const IS_COMPLETE = sql<boolean>`payload -> 'purged' is null`;

/**
 * Cron job. Removes from dead tasks what must not be stored (a gift code, a sign-in code, an address), and deletes them
 * after 30 days. The queue uses the database's clock: `run_at` is when a task would have been retried, at most six hours
 * after its last failure.
 */
export async function purgeDeadTasks({ db }: Context): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set payload = (payload::jsonb - 'unkept' || '{"purged": true}')::json
    where ${IS_DEAD} and payload -> 'unkept' is not null`.execute(db);
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${IS_DEAD} and run_at < now() - make_interval(days => ${RETENTION_DAYS})))`.execute(db);
}

/** The error of tasks that a restore has withheld: nothing was lost. */
export const NOT_RUN_AGAIN =
  'Not run: the database was restored from a backup, and it may have run since. Try again if it is needed.';

/** In a restored database: makes all queued tasks dead, so that the office decides, except cron jobs and `repeatable`. */
export async function withholdTasks(db: Db, repeatable: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs as job
    set attempts = max_attempts, last_error = ${NOT_RUN_AGAIN}, run_at = now(), locked_at = null, locked_by = null
    from graphile_worker._private_tasks as task
    where task.id = job.task_id and not ${IS_DEAD} and task.identifier not like 'cron:%'
      and task.identifier <> all(${repeatable}::text[])`.execute(db);
}

/** Removes the interrupted runs of a task that has succeeded since. */
export async function removeDeadTasksNamed({ db }: Pick<Context, 'db'>, name: string): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select job.id from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = ${name} and ${IS_DEAD}))`.execute(db);
}

export interface DeadTask {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly createdAt: string;
  readonly attempts: number;
  /** The first line of the last error, without personal data and secrets. */
  readonly error: string;
  /** False once `purgeDeadTasks` has deleted what it needs. */
  readonly canRetry: boolean;
}

/** The latest first. */
export async function findDeadTasks({ db }: Context, most: number): Promise<DeadTask[]> {
  const { rows } = await sql<DeadTask>`
    select job.id::text, task.identifier as task, job.payload, job.created_at as "createdAt", job.attempts,
      coalesce(job.last_error, '') as error, ${IS_COMPLETE} as "canRetry"
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where ${IS_DEAD} order by job.id desc limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, error: withoutPersonalData(row.error.split('\n')[0] ?? '') }));
}

export async function countDeadTasks({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs where ${IS_DEAD}`.execute(db);
  return rows[0]?.count ?? 0;
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Makes a dead task due with all its attempts, and returns its name; undefined if there is none that can be retried. A
 * message that it sends is queued again too.
 */
export async function retryDeadTask({ db }: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ task: string; message: string | null }>`
    update graphile_worker._private_jobs as job set attempts = 0, run_at = now(), last_error = null
    from graphile_worker._private_tasks as task
    where job.id = ${id}::bigint and task.id = job.task_id and ${IS_DEAD} and ${IS_COMPLETE}
    returning task.identifier as task,
      case when job.payload ->> 'id' ~ ${UUID} then job.payload ->> 'id' end as message`.execute(db);
  const message = rows[0]?.message;
  if (message)
    await db
      .updateTable('message')
      .set({ state: 'queued' })
      .where('id', '=', message)
      .where('state', '=', 'failed')
      .where('sentAt', 'is', null)
      .execute();
  return rows[0]?.task;
}

/** Deletes a dead task, and returns its name; undefined if there is none. A message that it would send is dropped. */
export async function dropDeadTask(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ task: string; message: string | null }>`
    select task.identifier as task, case when job.payload ->> 'id' ~ ${UUID} then job.payload ->> 'id' end as message
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where job.id = ${id}::bigint and ${IS_DEAD} for update of job`.execute(tx.db);
  const [dead] = rows;
  if (dead === undefined) return undefined;
  await sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx.db);
  if (dead.message !== null) await dropFailed(tx, dead.message);
  return dead.task;
}

/** Deletes the dead tasks that contain a person's mobile number or e-mail address. */
export async function removeDeadTasksOf(
  { db }: Tx,
  { mobile, email }: { readonly mobile: string; readonly email: string },
): Promise<void> {
  // As JSON strings, because part of a longer address or number is another person's.
  const known = [mobile, email].filter((value) => value !== '').map((value) => JSON.stringify(value));
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${IS_DEAD} and exists (
        select from unnest(${known}::text[]) as value where position(value in payload::text) > 0)))`.execute(
    db,
  );
}
