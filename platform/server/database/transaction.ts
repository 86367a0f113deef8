import { sql } from 'kysely';
import pg from 'pg';
import type { Actor } from '../../kernel/actor.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Context, Tx } from '../context.ts';
import type { Db } from './database.ts';
import { isPlanOutdated } from './prepared-statements.ts';

const MAX_TRIES = 3;
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const LOCK_NOT_AVAILABLE = '55P03';

/** Constraint name → the refusal for a violation that a race can cause. */
export type ConstraintRefusals<R extends Refusal> = Readonly<Record<string, R>>;

class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`rolled back: ${refusal.refusal}`);
    this.refusal = refusal;
  }
}

/**
 * Runs one use case in one database transaction: load, decide, save, publish. A returned Refusal rolls everything back.
 * A deadlock, a serialization failure or a table that a migration has just changed is retried, up to three attempts in
 * all, so `work` must not touch anything but `tx`. Inside an open transaction it joins that one, and the outer one
 * commits or rolls back.
 *
 * @param constraints refusals for constraint violations that a race can cause.
 * @returns the result of `work`, or `unavailable` when a lock could not be acquired in 3 s or every attempt failed.
 */
export async function inTransaction<A extends Actor, T, R extends Refusal = never>(
  ctx: Context<A>,
  work: (tx: Tx<A>) => Promise<T>,
  constraints: ConstraintRefusals<R> = {},
): Promise<T | NoInfer<R> | Refusal<'unavailable'>> {
  if (isTx(ctx)) return work(ctx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await ctx.db.transaction().execute(async (db) => {
        const tx: Tx<A> = { ...ctx, db, inTransaction: true };
        rollBackIf(await ctx.posted?.begin(tx));
        const outcome = await work(tx);
        rollBackIf(isRefusal(outcome) ? outcome : ctx.posted?.end(outcome));
        if ((tx.idempotentReplyStore?.noteChange || tx.auditWatch) && (await hasChanged(tx.db))) {
          tx.idempotentReplyStore?.noteChange?.(tx);
          if (tx.auditWatch) tx.auditWatch.hasChanged = true;
        }
        return outcome;
      });
      ctx.posted?.committed();
      return result;
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal as T & Refusal;
      const refusal = refusalOf(error, constraints);
      if (refusal) return refusal;
      if (!isRetryable(error)) throw error;
      if (attempt < MAX_TRIES) continue;
      ctx.log.warn({ err: error }, 'transaction failed after 3 attempts (deadlock or serialization failure)');
      return { refusal: 'unavailable' };
    }
  }
}

/** Ends the transaction with this refusal, if there is one. */
export function rollBackIf(refusal: Refusal | null | undefined): void {
  if (refusal) throw new RolledBack(refusal);
}

/**
 * Runs `work` in a savepoint, so that a constraint violation in it can be handled without losing earlier changes of the
 * transaction. Returns the refusal of the violated constraint.
 */
export async function atSavepoint<A extends Actor, T, R extends Refusal>(
  tx: Tx<A>,
  work: () => Promise<T>,
  constraints: ConstraintRefusals<R>,
): Promise<T | R> {
  await sql`savepoint attempt`.execute(tx.db);
  try {
    const outcome = await work();
    await sql`release savepoint attempt`.execute(tx.db);
    return outcome;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx.db);
    const name = error instanceof pg.DatabaseError ? error.constraint : undefined;
    const refusal = name === undefined ? undefined : constraints[name];
    if (refusal) return refusal;
    throw error;
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Deletes rows in a savepoint, unless others refer to them: then nothing is deleted.
 * @returns whether they are deleted.
 */
export async function deleteUnreferenced(tx: Tx, deleteRows: () => Promise<void>): Promise<boolean> {
  await sql`savepoint deletion`.execute(tx.db);
  try {
    await deleteRows();
    await sql`release savepoint deletion`.execute(tx.db);
    return true;
  } catch (error) {
    await sql`rollback to savepoint deletion`.execute(tx.db);
    if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}

/** Whether the open transaction has written anything so far, including row locks. */
async function hasChanged(db: Db): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as changed`.execute(db);
  return rows[0]?.changed === true;
}

export function isTx<A extends Actor>(ctx: Context<A>): ctx is Tx<A> {
  return 'inTransaction' in ctx;
}

function refusalOf<R extends Refusal>(error: unknown, constraints: ConstraintRefusals<R>) {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === LOCK_NOT_AVAILABLE) return { refusal: 'unavailable' } as const;
  return error.constraint === undefined ? undefined : constraints[error.constraint];
}

function isRetryable(error: unknown): boolean {
  if (isPlanOutdated(error)) return true;
  return (
    error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION_FAILURE)
  );
}
