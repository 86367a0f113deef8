import { sql } from 'kysely';
import type { Context, Tx } from './context.ts';

/** For a person to look into what failed. Source: the security notes (docs/security.md). */
const KEPT_DAYS = 30;

/** A task that was tried as often as it may be, and will not run again. */
const IS_DEAD = sql<boolean>`attempts >= max_attempts and locked_at is null`;

/**
 * Deletes tasks that failed for good 30 days ago, and takes out of the others what must not be kept: a gift's or a
 * sign-in code, an address. A cron job. The queue's own times are the database's: `run_at` is when a task would have been
 * tried again, six hours after its last failure at most.
 */
export async function purgeDeadTasks({ db }: Context): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set payload = (payload::jsonb - 'unkept')::json
    where ${IS_DEAD} and payload -> 'unkept' is not null`.execute(db);
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${IS_DEAD} and run_at < now() - make_interval(days => ${KEPT_DAYS})))`.execute(db);
}

/** Deletes the dead tasks with a person's mobile number or e-mail address in them. */
export async function removeDeadTasksOf(
  { db }: Tx,
  { mobile, email }: { readonly mobile: string; readonly email: string },
): Promise<void> {
  // As JSON strings: part of a longer address or number is somebody else's.
  const known = [mobile, email].filter((value) => value !== '').map((value) => JSON.stringify(value));
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${IS_DEAD} and exists (
        select from unnest(${known}::text[]) as value where position(value in payload::text) > 0)))`.execute(
    db,
  );
}
