import type pg from 'pg';

/** Between the end of a task and its completion in the queue lies one statement; this is ample time for it. */
const COMPLETION_MS = 5000;
/** What is locked for longer than any task may last belonged to a process that was killed. */
const DEAD_AFTER = '3 minutes';

/** The tasks that this process is working on, by their ids in the queue. */
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
 * Whether the queue holds a task locked for this runner that it is not working on. graphile-worker does not await the
 * statement that completes a task, or schedules its retry: when that fails, the task stays locked for four hours.
 * False while the database cannot be asked.
 */
export async function hasLostTask(pool: pg.Pool, poolId: string, running: RunningTasks): Promise<boolean> {
  const lost = await pool
    .query(
      `select from graphile_worker._private_jobs
       where locked_by = $1 and id <> all($2::bigint[]) and locked_at < now() - $3::int * interval '1 ms' limit 1`,
      [poolId, running.ids, COMPLETION_MS],
    )
    .catch(() => null);
  return (lost?.rowCount ?? 0) > 0;
}

/** Gives the tasks of these runners back to the queue. */
export async function releaseLocks(pool: pg.Pool, poolIds: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1)', [poolIds]);
}

/** A killed process's tasks run again within minutes; the queue itself would wait for four hours. */
export async function releaseTasksOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from graphile_worker._private_jobs where locked_at < now() - $1::interval having count(*) > 0`,
    [DEAD_AFTER],
  );
}
