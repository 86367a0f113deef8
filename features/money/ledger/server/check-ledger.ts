import { sql } from 'kysely';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { withDriverTimeout } from '#platform/server/database/prepared-statements.ts';
import { NOT_RUN_AGAIN } from '#platform/server/dead-tasks.ts';
import { markDoneOn, wasDoneOn } from '#platform/server/setting-rows.ts';

/** A ledger invariant that is violated, and where. */
export interface LedgerViolation {
  /** `I1` … as in docs/runbook/books.md. */
  readonly invariant: string;
  readonly what: string;
}

export interface LedgerCheck {
  readonly invariant: string;
  /** A query that returns, in a column `what`, every violation of the invariant. */
  readonly broken: ReturnType<typeof sql<{ what: string }>>;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** The ledger invariants that the feature guarantees. */
    readonly ledgerChecks?: readonly LedgerCheck[];
  }
}

/** The ledger's own invariants, and that of the outbox queue. */
export const ownChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I1 every ledger transaction sums to zero in each commodity',
    broken: sql`
      select tx_id || ' ' || commodity as what from ledger_entry
      group by tx_id, commodity having sum(amount) <> 0`,
  },
  {
    // A task with a single attempt is a cron job, which runs again anyway. A task that was re-queued while a
    // worker ran it has handed its key to the newer one and used its last attempt: if that worker is killed,
    // it stays behind without an error.
    invariant: 'I10 every published task is done or will be retried',
    broken: sql`
      select id || ' ' || coalesce(key, '') || ' ' || coalesce(last_error, '') as what
      from graphile_worker._private_jobs
      where attempts >= max_attempts and max_attempts > 1 and locked_at is null
        and (key is not null or last_error is not null)
        and last_error is distinct from ${NOT_RUN_AGAIN}`,
  },
];

/** Of one check, ms. They read whole tables: with a million jobs some take a minute on a busy machine. */
const LONGEST_CHECK_MS = 10 * 60_000;
/** The driver waits longer than PostgreSQL, which then says what it has cancelled. */
const DRIVER_MARGIN_MS = 2000;
/** `work_mem` for the joins and sorts of a check; with less, PostgreSQL spills to temporary files. */
const MEMORY = '32MB';

/**
 * Checks the invariants of all features; returns the violations, empty if there are none. Used by tests, by
 * `npm run verify:ledger` and by the nightly check. Each check is one read-only statement, so it takes no
 * locks that block others.
 */
export async function checkLedger(
  ctx: Pick<Context, 'db' | 'composed'> & Partial<Pick<Tx, 'inTransaction'>>,
): Promise<LedgerViolation[]> {
  const check = (db: Context['db']) =>
    withDriverTimeout(LONGEST_CHECK_MS + DRIVER_MARGIN_MS, () =>
      checkAll(db, ctx.composed.ledgerChecks ?? []),
    );
  return ctx.inTransaction ? check(ctx.db) : ctx.db.transaction().execute(check);
}

/** Sets the statement timeout and `work_mem` for checks until the open transaction ends. */
async function allowForChecks(db: Context['db']): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(LONGEST_CHECK_MS)}, true),
    set_config('work_mem', ${MEMORY}, true)`.execute(db);
}

async function checkAll(db: Context['db'], checks: readonly LedgerCheck[]): Promise<LedgerViolation[]> {
  await allowForChecks(db);
  const found: LedgerViolation[] = [];
  for (const { invariant, broken } of checks) {
    const { rows } = await broken.execute(db);
    for (const { what } of rows) found.push({ invariant, what });
  }
  return found;
}

/** The hour of the business day from which the ledger is checked: few users are active then. */
const FROM_HOUR = 3;
const NAME = 'ledger-checked';
/** Violations that are logged at most; `npm run verify:ledger` lists all. */
const MAX_LOGGED = 20;

/** Cron job: checks the ledger once per business day and pages someone if an invariant is violated. */
export async function checkLedgerNightly(ctx: Context): Promise<void> {
  const [now, zone] = [ctx.clock.now(), ctx.config.BUSINESS_TZ];
  if (now.toZonedDateTimeISO(zone).hour < FROM_HOUR) return;
  const day = dayOf(now, zone);
  if (await wasDoneOn(ctx, NAME, day)) return;
  const found = await checkLedger(ctx);
  await markDoneOn(ctx, NAME, day);
  if (found.length === 0) {
    ctx.log.info('ledger check passed');
    return;
  }
  const violations = found.slice(0, MAX_LOGGED);
  ctx.log.error(
    { wake: true, count: found.length, violations },
    'ledger check failed: run npm run verify:ledger for details',
  );
}
