import type { Context, Tx } from '#platform/server/context.ts';

export interface Holiday {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly name: string;
  /** Nobody works on it. */
  readonly closed: boolean;
}

/** Public holidays on which nobody works, in `[from, until)`: day (`YYYY-MM-DD`) → name. */
export async function closedDays(
  ctx: Context,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): Promise<Map<string, string>> {
  const days = await ctx.db
    .selectFrom('public_holiday')
    .select(['day', 'name'])
    .where('closed', '=', true)
    .where('day', '>=', from.toString())
    .where('day', '<', until.toString())
    .orderBy('day')
    .execute();
  return new Map(days.map(({ day, name }) => [day, name]));
}

/** The holidays of a year, or of all years, the earliest first. */
export function holidaysOf(ctx: Context, year: string | undefined): Promise<Holiday[]> {
  const holidays = ctx.db.selectFrom('public_holiday').select(['day', 'name', 'closed']).orderBy('day');
  if (year === undefined) return holidays.execute();
  return holidays.where('day', '>=', `${year}-01-01`).where('day', '<=', `${year}-12-31`).execute();
}

/** A holiday under its lock. */
export async function lockHoliday(tx: Tx, day: string): Promise<Holiday | null> {
  const row = await tx.db
    .selectFrom('public_holiday')
    .select(['day', 'name', 'closed'])
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a holiday in place of another, or of none; null takes it off the list. What a change means for booked visits is the caller's to decide. */
export async function writeHoliday(tx: Tx, before: Holiday | null, after: Holiday | null): Promise<void> {
  if (before !== null && after !== null)
    await tx.db.updateTable('public_holiday').set(after).where('day', '=', before.day).execute();
  else if (after !== null) await tx.db.insertInto('public_holiday').values(after).execute();
  else if (before !== null) await tx.db.deleteFrom('public_holiday').where('day', '=', before.day).execute();
}
