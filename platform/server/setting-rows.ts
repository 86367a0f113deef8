import { idOf } from '../kernel/actor.ts';
import type { Context, Tx } from './context.ts';

/** The stored rows of some settings, by name. features/catalogue/settings interprets them. */
export async function readSettingRows({ db }: Context, names: readonly string[]) {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value', 'updatedAt', 'updatedBy'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

export async function writeSettings(tx: Tx, values: ReadonlyMap<string, unknown>): Promise<void> {
  if (values.size === 0) return;
  const stamp = { updatedAt: tx.clock.now().toString(), updatedBy: idOf(tx.actor) };
  const rows = [...values].map(([name, value]) => ({ name, value: JSON.stringify(value), ...stamp }));
  await tx.db
    .insertInto('setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        updatedAt: row.ref('excluded.updatedAt'),
        updatedBy: row.ref('excluded.updatedBy'),
      })),
    )
    .execute();
}

/**
 * Increments a counter setting if it still has the value `seen`, 0 for a missing one. The first caller holds its lock
 * until the transaction ends.
 * @returns false when it has changed.
 */
export async function countUp(tx: Tx, name: string, seen: number): Promise<boolean> {
  const next = { value: JSON.stringify(seen + 1), updatedAt: tx.clock.now().toString() };
  if (seen === 0) {
    const inserted = await tx.db
      .insertInto('setting')
      .values({ name, ...next })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const counted = await tx.db
    .updateTable('setting')
    .set(next)
    .where('name', '=', name)
    .where('value', '=', JSON.stringify(seen))
    .executeTakeFirst();
  return counted.numUpdatedRows === 1n;
}

/** Whether a daily task was already done on this day: markDoneOn was called with this name. */
export async function wasDoneOn(ctx: Context, name: string, day: Temporal.PlainDate): Promise<boolean> {
  const rows = await readSettingRows(ctx, [name]);
  return rows.get(name)?.value === day.toString();
}

/** Call it after the day's work is done, so that interrupted work is repeated. */
export async function markDoneOn(
  { db, clock }: Context,
  name: string,
  day: Temporal.PlainDate,
): Promise<void> {
  const value = { value: JSON.stringify(day.toString()), updatedAt: clock.now().toString() };
  await db
    .insertInto('setting')
    .values({ name, ...value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(value))
    .execute();
}
