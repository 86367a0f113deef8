import { sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { Actor } from '../kernel/actor.ts';
import { wireTime } from '../kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { audit, noChange } from './audit.ts';
import type { Context, Tx } from './context.ts';
import { inTransaction } from './database/transaction.ts';

/** Tables of records that can be moved to the trash. */
type TrashTable = {
  [T in keyof DB]: DB[T] extends { trashedAt: string | null } ? T : never;
}[keyof DB];
/** Those of them with an `updated_at`. */
export type StampedTable = {
  [T in TrashTable]: DB[T] extends { updatedAt: string } ? T : never;
}[TrashTable];

type Where =
  | { readonly table: StampedTable }
  /** A table without `updated_at`. */
  | { readonly table: Exclude<TrashTable, StampedTable>; readonly stamped: false };

type Trashable<A extends Actor, Item> = Where & {
  readonly id: string;
  /** The noun of the audit action, by default the table's name: `cleaner` gives `cleaner.trashed`. */
  readonly kind?: string;
  /** Reads the record for the reply. */
  read(tx: Tx<A>): Promise<Item>;
};

interface TrashHooks<A extends Actor, R extends Refusal> {
  /** Why it cannot be trashed. The row is already locked. */
  canTrash?(tx: Tx<A>): Promise<R | undefined>;
  /** Side effects: sessions end, feeds stop. */
  onTrash?(tx: Tx<A>): Promise<void>;
}

interface RestoreHooks<A extends Actor> {
  /** Reverses the side effects. */
  onRestore?(tx: Tx<A>): Promise<void>;
}

/** Moves a record to the trash. No effect if it is already there. */
export function moveToTrash<A extends Actor, Item, R extends Refusal = never>(
  ctx: Context<A>,
  thing: Trashable<A, Item> & TrashHooks<A, R>,
): Promise<Item | NoInfer<R> | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRow(tx, thing);
    if (row === undefined) return refuse('not_found');
    if (row.trashedAt !== null) return unchanged(tx, thing);
    const refused = await thing.canTrash?.(tx);
    if (refused !== undefined && isRefusal(refused)) return refused;
    await setTrashed(tx, thing, tx.clock.now().toString());
    await thing.onTrash?.(tx);
    return thing.read(tx);
  });
}

/** Restores a record from the trash. No effect if it is not there. */
export function restore<A extends Actor, Item>(
  ctx: Context<A>,
  thing: Trashable<A, Item> & RestoreHooks<A>,
): Promise<Item | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRow(tx, thing);
    if (row === undefined) return refuse('not_found');
    if (row.trashedAt === null) return unchanged(tx, thing);
    await setTrashed(tx, thing, null);
    await thing.onRestore?.(tx);
    return thing.read(tx);
  });
}

function unchanged<A extends Actor, Item>(tx: Tx<A>, thing: Trashable<A, Item>): Promise<Item> {
  noChange(tx);
  return thing.read(tx);
}

type Which = Where & { readonly id: string; readonly kind?: string };

async function lockRow(tx: Tx, { table, id }: Which) {
  const found = await sql<{ trashedAt: string | null }>`
    select trashed_at from ${sql.table(table)} where id = ${id} for no key update`.execute(tx.db);
  return found.rows[0];
}

async function setTrashed(tx: Tx, which: Which, trashedAt: string | null): Promise<void> {
  const { table, id, kind = table } = which;
  const stamp = 'stamped' in which ? sql`` : sql`, updated_at = ${tx.clock.now().toString()}`;
  await sql`update ${sql.table(table)} set trashed_at = ${trashedAt}${stamp} where id = ${id}`.execute(tx.db);
  const action = `${kind}.${trashedAt === null ? 'untrashed' : 'trashed'}`;
  const now = trashedAt === null ? 0 : 1;
  await audit(tx, { action, subject: { kind, id }, before: { trash: 1 - now }, after: { trash: now } });
}

export interface MarkedRow {
  readonly trashedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The common fields of a record's reply: `recordMarks` of the contract. */
export function marksOf(row: MarkedRow) {
  return {
    trash: trashOf(row),
    createdAt: wireTime(row.createdAt),
    updatedAt: wireTime(row.updatedAt),
  };
}

/** Whether a row is in the trash, as the API shows it. */
export function trashOf(row: { readonly trashedAt: string | null }): 0 | 1 {
  return row.trashedAt === null ? 0 : 1;
}

/** Records which fields a change touched; if none, records nothing and returns false. */
export async function auditChange(
  tx: Tx,
  subject: { readonly kind: string; readonly id: string },
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) {
    noChange(tx);
    return false;
  }
  const of = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  await audit(tx, { action: `${subject.kind}.updated`, subject, before: of(before), after: of(after) });
  return true;
}
