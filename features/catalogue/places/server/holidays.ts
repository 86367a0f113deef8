import type { Context, Tx } from '#platform/server/context.ts';

export interface Holiday {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly name: string;
  /** The business is closed on it. */
  readonly closed: boolean;
}

/** Public holidays on which the business is closed, in `[from, until)`: day (`YYYY-MM-DD`) → name. */
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

/** The holidays of a year, or of all years, earliest first. */
export function holidaysOf(ctx: Context, year: string | undefined): Promise<Holiday[]> {
  const holidays = ctx.db.selectFrom('public_holiday').select(['day', 'name', 'closed']).orderBy('day');
  if (year === undefined) return holidays.execute();
  return holidays.where('day', '>=', `${year}-01-01`).where('day', '<=', `${year}-12-31`).execute();
}

/** Locks and returns a holiday. */
export async function lockHoliday(tx: Tx, day: string): Promise<Holiday | null> {
  const row = await tx.db
    .selectFrom('public_holiday')
    .select(['day', 'name', 'closed'])
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Replaces a holiday, adds one (`before` is null) or removes one (`after` is null). The caller handles conflicts with
 * booked visits.
 */
export async function writeHoliday(tx: Tx, before: Holiday | null, after: Holiday | null): Promise<void> {
  if (before !== null && after !== null)
    await tx.db.updateTable('public_holiday').set(after).where('day', '=', before.day).execute();
  else if (after !== null) await tx.db.insertInto('public_holiday').values(after).execute();
  else if (before !== null) await tx.db.deleteFrom('public_holiday').where('day', '=', before.day).execute();
}
