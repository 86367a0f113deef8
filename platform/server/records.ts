import { sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { Actor } from '../kernel/actor.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { audit } from './audit.ts';
import type { Context, Tx } from './context.ts';
import { inTransaction } from './database/transaction.ts';

/** Tables of records that the office can put into the trash. */
type TrashTable = {
  [T in keyof DB]: DB[T] extends { trashed_at: string | null; updated_at: string } ? T : never;
}[keyof DB];

interface Trashable<A extends Actor, Item, R extends Refusal> {
  /** Also the word of the audit trail: `cleaner` gives `cleaner.trashed`. */
  readonly table: TrashTable;
  readonly id: string;
  /** The thing as it is replied. */
  read(tx: Tx<A>): Promise<Item>;
  /** Why it has to stay. The row is locked by now. */
  mayGo?(tx: Tx<A>): Promise<R | undefined>;
  /** What goes with it: sessions end, feeds stop. */
  goesAlong?(tx: Tx<A>): Promise<void>;
}

/** Puts a record into the trash. One that lies there already stays as it is. */
export function moveToTrash<A extends Actor, Item, R extends Refusal = never>(
  ctx: Context<A>,
  thing: Trashable<A, Item, R>,
): Promise<Item | R | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRow(tx, thing);
    if (row === undefined) return refuse('not_found');
    if (row.trashed_at !== null) return thing.read(tx);
    const stay = await thing.mayGo?.(tx);
    if (stay !== undefined && isRefusal(stay)) return stay;
    await setTrashed(tx, thing, tx.clock.now().toString());
    await thing.goesAlong?.(tx);
    return thing.read(tx);
  });
}

/** Takes a record out of the trash. */
export function takeFromTrash<A extends Actor, Item>(
  ctx: Context<A>,
  thing: Pick<Trashable<A, Item, never>, 'table' | 'id' | 'read'>,
): Promise<Item | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRow(tx, thing);
    if (row === undefined) return refuse('not_found');
    if (row.trashed_at !== null) await setTrashed(tx, thing, null);
    return thing.read(tx);
  });
}

type Which = { readonly table: TrashTable; readonly id: string };

async function lockRow(tx: Tx, { table, id }: Which) {
  const found = await sql<{ trashed_at: string | null }>`
    select trashed_at from ${sql.table(table)} where id = ${id} for no key update`.execute(tx.db);
  return found.rows[0];
}

async function setTrashed(tx: Tx, { table, id }: Which, trashedAt: string | null): Promise<void> {
  await sql`update ${sql.table(table)} set trashed_at = ${trashedAt}, updated_at = ${tx.clock.now().toString()}
    where id = ${id}`.execute(tx.db);
  await audit(tx, {
    action: `${table}.${trashedAt === null ? 'untrashed' : 'trashed'}`,
    subject: { kind: table, id },
  });
}

/** Writes down which fields of a record a change touched; nothing when it touched none. */
export async function auditChange(
  tx: Tx,
  subject: { readonly kind: string; readonly id: string },
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return;
  const of = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  await audit(tx, { action: `${subject.kind}.updated`, subject, before: of(before), after: of(after) });
}
