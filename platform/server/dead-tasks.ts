import { sql } from 'kysely';
import type { Context, Tx } from './context.ts';

/** Time for a person to investigate the failure. Source: the security notes (docs/security.md). */
const RETENTION_DAYS = 30;

/** A task that has used up its attempts and will not run again. */
const IS_DEAD = sql<boolean>`attempts >= max_attempts and locked_at is null`;

/**
 * Cron job. Removes from dead tasks what must not be stored (a gift code, a sign-in code, an address), and deletes them
 * after 30 days. The queue uses the database's clock: `run_at` is when a task would have been retried, at most six hours
 * after its last failure.
 */
export async function purgeDeadTasks({ db }: Context): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set payload = (payload::jsonb - 'unkept')::json
    where ${IS_DEAD} and payload -> 'unkept' is not null`.execute(db);
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${IS_DEAD} and run_at < now() - make_interval(days => ${RETENTION_DAYS})))`.execute(db);
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
