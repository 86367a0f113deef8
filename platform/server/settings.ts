import type { Context } from './context.ts';

/** What a setting of the business says; undefined where nobody has set it. */
export async function readSetting(ctx: Context, name: string): Promise<unknown> {
  const row = await ctx.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** The same of several at once, by name. */
export async function readSettings(
  { db }: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** True for the first who asks under a name on a day, of all processes: what is done once a day is theirs to do. */
export async function isFirstOfDay(
  { db, clock }: Context,
  name: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const value = JSON.stringify(day.toString());
  const written = await db
    .insertInto('setting')
    .values({ name, value, updated_at: clock.now().toString() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          updated_at: row.ref('excluded.updated_at'),
        }))
        .whereRef('setting.value', 'is distinct from', 'excluded.value'),
    )
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}
