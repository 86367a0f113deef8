import { instantToWire } from '../../kernel/business-time.ts';
import type { MovableClock } from '../clock.ts';
import type { Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import { type CronJobs, runCronJobs } from '../run-cron-jobs.ts';

/** A person who has moved the clock looks at the result about a second later. */
const FOLLOW_MS = 500;

/** Restores the sandbox clock's offset, so that a restart does not jump back in time. */
export async function loadSandboxClock(db: Db, clock: MovableClock): Promise<void> {
  const row = await db.selectFrom('sandbox.clock').select('offset_ms').executeTakeFirst();
  clock.moveTo(row?.offset_ms ?? 0);
}

/**
 * Follows the clock when another process moves it.
 * @returns a function that stops this
 */
export function followSandboxClock(db: Db, clock: MovableClock): () => void {
  const timer = setInterval(() => {
    loadSandboxClock(db, clock).catch(() => undefined); // no database: later
  }, FOLLOW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Moves the clock, saves its offset, and runs what has become due. */
export async function moveClock(
  services: Services,
  clock: MovableClock,
  to: { readonly offsetMs: number; readonly cronJobs: CronJobs },
): Promise<void> {
  const offset_ms = Math.round(to.offsetMs);
  await services.db
    .insertInto('sandbox.clock')
    .values({ offset_ms })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ offset_ms }))
    .execute();
  clock.moveTo(offset_ms);
  await runCronJobs(services, to.cronJobs);
}

/** The clock in the API's format. */
export function clockReply(services: Services, clock: MovableClock): { now: string; ahead: number } {
  return {
    now: instantToWire(clock.now(), services.config.BUSINESS_TZ),
    ahead: Math.round(clock.offset() / 1000),
  };
}
