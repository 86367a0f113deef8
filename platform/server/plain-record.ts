import type { Kysely, Selectable } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { ItemOf, RecordFields, ValuesOf } from '../contract/record-fields.ts';
import type { Actor } from '../kernel/actor.ts';
import { type PickedDefined, pickDefined, pickFields } from '../kernel/fields.ts';
import { may, seeTrash } from '../kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { audit } from './audit.ts';
import type { Context, Tx } from './context.ts';
import { inTransaction } from './database/transaction.ts';
import { auditChange, type MarkedRow, marksOf, moveToTrash, restore, type StampedTable } from './records.ts';

export type Row<T extends StampedTable> = Selectable<DB[T]>;

/** The fields and other columns to set. */
export type Change<T extends StampedTable, F extends RecordFields, Own extends keyof Row<T>> = {
  readonly [K in keyof ValuesOf<F>]?: ValuesOf<F>[K] | undefined;
} & Partial<Pick<Row<T>, Own>>;

export interface PlainRecordSpec<T extends StampedTable, F extends RecordFields, Own extends keyof Row<T>> {
  readonly table: T;
  readonly fields: F;
  /** Other columns in its replies, which no request sets. */
  readonly serverOnly?: readonly Own[];
  /**
   * The fields that the audit trail keeps; default all. Data that is deleted earlier than the trail must not be in it.
   */
  readonly audited?: readonly (keyof F['shown'] & string)[];
}

/** The fields of a row by their names in replies. */
export function valuesOf<F extends RecordFields>({ names, table }: F, row: object): ValuesOf<F> {
  const columns = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, columns[table[name]?.column ?? name]])) as ValuesOf<F>;
}

/** The fields of a row by their labels: what a person gets of their own data. */
export function labelledValues(fields: RecordFields, row: object): Record<string, unknown> {
  const values = Object.entries<unknown>(valuesOf(fields, row));
  return Object.fromEntries(values.map(([name, value]) => [fields.table[name]?.label, value]));
}

/** Those of the fields that have a value, as columns: for insert and update. */
export function columnsOf<F extends RecordFields, V extends object>(
  { names, table }: F,
  values: V,
): PickedDefined<V, keyof F['table']> {
  const given = names.map((name) => {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    return [table[name]?.column ?? name, value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as PickedDefined<
    V,
    keyof F['table']
  >;
}

/** A record that is one row of one table: what all such records have in common, with an audit entry per change. */
export function plainRecord<
  T extends StampedTable,
  F extends RecordFields,
  Own extends keyof Row<T> & string = never,
>(spec: PlainRecordSpec<T, F, Own>) {
  const { table, fields, serverOnly = [], audited } = spec;
  type Item = ItemOf<F> & Pick<Row<T>, Own>;
  const toItem = (row: Row<T>): Item => {
    const { id, ...marks } = row as MarkedRow & { readonly id: string };
    return { id, ...valuesOf(fields, row), ...pickFields(row, serverOnly), ...marksOf(marks) } as Item;
  };
  const auditedOf = (item: Item) => {
    const fields = ownFields(item);
    return audited === undefined ? fields : Object.fromEntries(audited.map((name) => [name, fields[name]]));
  };
  const read = async (ctx: Context, id: string): Promise<Item> => {
    const row = await findRow(ctx, table, id);
    if (row === undefined) throw new Error(`${table} ${id} has gone.`);
    return toItem(row);
  };
  return {
    /** Finds it whether or not it is in the trash. */
    find: (ctx: Context, id: string) => findRow(ctx, table, id),

    /** Only callers who may view the trash get records in it. */
    async get(ctx: Context, id: string): Promise<Item | Refusal<'not_found'>> {
      const row = await findRow(ctx, table, id);
      if (row === undefined) return refuse('not_found');
      const isShown = (row as MarkedRow).trashedAt === null || may(ctx.actor, seeTrash);
      return isShown ? toItem(row) : refuse('not_found');
    },

    toItem,

    async insert(tx: Tx, values: ValuesOf<F>): Promise<Item> {
      const item = toItem(await insertRow(tx, table, columnsOf(fields, values)));
      const subject = { kind: table, id: (item as { id?: string }).id ?? null };
      await audit(tx, { action: `${table}.created`, subject, after: auditedOf(item) });
      return item;
    },

    /** `change` decides on the locked row: the fields to set, or a refusal. */
    update<A extends Actor, Decision extends Change<T, F, Own> | Refusal>(
      ctx: Context<A>,
      id: string,
      change: (row: Row<T>) => Decision,
    ): Promise<Item | Extract<Decision, Refusal> | Refusal<'not_found' | 'unavailable'>> {
      return inTransaction(ctx, async (tx) => {
        const before = await lockRow(tx, table, id);
        if (before === undefined) return refuse('not_found');
        const changes = change(before);
        if (isRefusal(changes)) return changes as Extract<Decision, Refusal>;
        const item = toItem(
          await updateRow(
            tx,
            { table, id },
            { ...columnsOf(fields, changes), ...pickDefined(changes, serverOnly) },
          ),
        );
        const subject = { kind: table, id };
        const isTold = await auditChange(tx, subject, auditedOf(toItem(before)), auditedOf(item));
        if (!isTold && audited !== undefined) await audit(tx, { action: `${table}.updated`, subject });
        return item;
      });
    },

    trash: <A extends Actor>(
      ctx: Context<A>,
      id: string,
    ): Promise<Item | Refusal<'not_found' | 'unavailable'>> =>
      moveToTrash(ctx, { table, id, read: (tx) => read(tx, id) }),

    untrash: <A extends Actor>(
      ctx: Context<A>,
      id: string,
    ): Promise<Item | Refusal<'not_found' | 'unavailable'>> =>
      restore(ctx, { table, id, read: (tx) => read(tx, id) }),
  };
}

/** Only the caller knows which table it is; here they share the columns that all of them have. */
type AnyTable = Record<string, MarkedRow & { readonly id: string }>;
const anyTable = (ctx: Context) => ctx.db as unknown as Kysely<AnyTable>;

const byID = (ctx: Context, table: StampedTable, id: string) =>
  anyTable(ctx).selectFrom<string>(table).selectAll().where('id', '=', id);

async function findRow<T extends StampedTable>(ctx: Context, table: T, id: string) {
  return (await byID(ctx, table, id).executeTakeFirst()) as Row<T> | undefined;
}

async function lockRow<T extends StampedTable>(tx: Tx, table: T, id: string) {
  return (await byID(tx, table, id).forNoKeyUpdate().executeTakeFirst()) as Row<T> | undefined;
}

async function insertRow<T extends StampedTable>(tx: Tx, table: T, values: object): Promise<Row<T>> {
  const now = tx.clock.now().toString();
  const row = { ...values, id: tx.newID(), trashedAt: null, createdAt: now, updatedAt: now };
  const inserted = anyTable(tx).insertInto<string>(table).values(row).returningAll();
  return (await inserted.executeTakeFirstOrThrow()) as Row<T>;
}

async function updateRow<T extends StampedTable>(
  tx: Tx,
  { table, id }: { readonly table: T; readonly id: string },
  changes: object,
): Promise<Row<T>> {
  const set: object = { ...changes, updatedAt: tx.clock.now().toString() };
  const updated = anyTable(tx).updateTable<string>(table).set(set).where('id', '=', id).returningAll();
  return (await updated.executeTakeFirstOrThrow()) as Row<T>;
}

/** An item without the fields that the audit entry has itself: id and timestamps. */
function ownFields(item: object): Record<string, unknown> {
  const { id: _id, createdAt: _created, updatedAt: _updated, ...own } = item as Record<string, unknown>;
  return own;
}
