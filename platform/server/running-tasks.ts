import type pg from 'pg';

/** Between the end of a task and its completion in the queue there is one statement; this is ample time for it. */
const COMPLETION_MS = 5000;
/** A lock held for longer than any task may run belonged to a killed process. */
const DEAD_AFTER = '3 minutes';

/** The tasks that this process is running, by their ids in the queue. */
export class RunningTasks {
  readonly #ids = new Set<string>();

  async track<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#ids.add(id);
    try {
      return await work();
    } finally {
      setTimeout(() => this.#ids.delete(id), COMPLETION_MS).unref();
    }
  }

  get ids(): readonly string[] {
    return [...this.#ids];
  }
}

/**
 * Whether the queue has a task locked for this runner that it is not running. graphile-worker does not await the
 * statement that completes a task or schedules its retry: if that fails, the task stays locked for four hours. False
 * while the database is unreachable.
 */
export async function hasLostTask(pool: pg.Pool, poolID: string, running: RunningTasks): Promise<boolean> {
  const lost = await pool
    .query(
      `select from graphile_worker._private_jobs
       where locked_by = $1 and id <> all($2::bigint[]) and locked_at < now() - $3::int * interval '1 ms' limit 1`,
      [poolID, running.ids, COMPLETION_MS],
    )
    .catch(() => null);
  return (lost?.rowCount ?? 0) > 0;
}

/** Returns these runners' tasks to the queue. */
export async function releaseLocks(pool: pg.Pool, poolIDs: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1)', [poolIDs]);
}

/** A killed process's tasks run again within minutes; the queue itself would wait for four hours. */
export async function releaseTasksOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from graphile_worker._private_jobs where locked_at < now() - $1::interval having count(*) > 0`,
    [DEAD_AFTER],
  );
}
