import { sql } from 'kysely';
import type { Context, Tx } from '#platform/server/context.ts';

/** An invariant of the books that does not hold, and where. */
export interface LedgerViolation {
  /** `I1` … as in DOMAIN.md 7.2. */
  readonly invariant: string;
  readonly what: string;
}

export interface LedgerCheck {
  readonly invariant: string;
  /** A query that names, in a column `what`, everything that breaks the invariant. */
  readonly broken: ReturnType<typeof sql<{ what: string }>>;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What the feature promises of the books. */
    readonly ledgerChecks?: readonly LedgerCheck[];
  }
}

/** What the ledger itself promises, and the queue that all effects outside go through. */
export const ownChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I1 every ledger transaction adds up to nothing in each commodity',
    broken: sql`
      select tx_id || ' ' || commodity as what from ledger_entry
      group by tx_id, commodity having sum(amount) <> 0`,
  },
  {
    // What has one try is a sweep: it comes again by itself. What was announced anew while a worker had it has given its
    // key to the newer one, and its last try with it: where that worker was killed, it stays behind without an error.
    invariant: 'I10 everything that was announced is done, or is tried again',
    broken: sql`
      select id || ' ' || coalesce(key, '') || ' ' || coalesce(last_error, '') as what
      from graphile_worker._private_jobs
      where attempts >= max_attempts and max_attempts > 1 and locked_at is null
        and (key is not null or last_error is not null)`,
  },
];

/** A check reads whole tables, and a million jobs with their money are more than a request may ask for. */
const LONGEST_CHECK = '2min';
/** What a check may hold while it joins and sorts; with less, PostgreSQL writes it to files. */
const MEMORY = '32MB';

/**
 * Checks what all features promise of the books; empty when it holds. For tests, for `npm run verify:ledger` and for a
 * nightly look. It waits for nobody, and nobody waits for it: each check is one statement that reads.
 */
export async function checkLedger(
  ctx: Pick<Context, 'db' | 'composed'> & Partial<Pick<Tx, 'inTransaction'>>,
): Promise<LedgerViolation[]> {
  const check = (db: Context['db']) => checkAll(db, ctx.composed.ledgerChecks ?? []);
  return ctx.inTransaction ? check(ctx.db) : ctx.db.transaction().execute(check);
}

/** The time and the memory that checks may have, until the open transaction ends. */
async function allowForChecks(db: Context['db']): Promise<void> {
  await sql`select set_config('statement_timeout', ${LONGEST_CHECK}, true),
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
