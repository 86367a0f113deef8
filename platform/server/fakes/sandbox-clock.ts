import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { instantToWire } from '../../kernel/business-time.ts';
import type { MovableClock } from '../clock.ts';
import type { Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import { type CronJobs, runCronJobs } from '../run-cron-jobs.ts';

/** A person who has moved the clock looks at the result about a second later. */
const FOLLOW_MS = 500;

/** Restores the sandbox clock's offset, so that a restart does not jump back in time. */
export async function loadSandboxClock(db: Db, clock: MovableClock): Promise<void> {
  const row = await db.selectFrom('sandbox.clock').select('offsetMs').executeTakeFirst();
  clock.moveTo(row?.offsetMs ?? 0);
}

/**
 * Follows the clock when another process moves it.
 * @returns a function that stops this
 */
export function followSandboxClock(db: Db, clock: MovableClock): () => void {
  const stopped = new AbortController();
  const follow = async () => {
    while (!stopped.signal.aborted) {
      await sleep(FOLLOW_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (!stopped.signal.aborted) await loadSandboxClock(db, clock).catch(() => undefined); // no database: later
    }
  };
  void follow();
  return () => stopped.abort();
}

/** Moves the clock, saves its offset, and runs what has become due. */
export async function moveClock(
  services: Services,
  clock: MovableClock,
  to: { readonly offsetMs: number; readonly cronJobs: CronJobs },
): Promise<void> {
  const offsetMs = Math.round(to.offsetMs);
  const passedSeconds = (offsetMs - clock.offset()) / 1000;
  await services.db
    .insertInto('sandbox.clock')
    .values({ offsetMs })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ offsetMs }))
    .execute();
  clock.moveTo(offsetMs);
  // The queue uses the database's clock: what waits there comes nearer by as much as has passed.
  if (passedSeconds > 0)
    await sql`
      update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => ${passedSeconds})
      where run_at > now() and locked_at is null`.execute(services.db);
  await runCronJobs(services, to.cronJobs);
}

/** The clock in the API's format. */
export function clockReply(services: Services, clock: MovableClock): { now: string; ahead: number } {
  return {
    now: instantToWire(clock.now(), services.config.BUSINESS_TZ),
    ahead: Math.round(clock.offset() / 1000),
  };
}
