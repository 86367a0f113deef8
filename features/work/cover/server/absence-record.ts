import { readContact } from '#features/catalogue/settings/server/index.ts';
import { dayOf, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Absence, OwnAbsence } from '../contract/absences.ts';
import type { AbsenceReason } from '../rules/absence.ts';
import type { Absentees } from './plan-cover.ts';

export interface AbsenceRow {
  readonly id: string;
  readonly cleaner_id: string;
  readonly time_off_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly reason: AbsenceReason;
  readonly created_at: string;
  readonly withdrawn_at: string | null;
  readonly cover_id: string | null;
}

/** Those that have neither ended nor been taken back; it also counts as taken back when the office removes the time off. */
function currentAbsences({ db, clock }: Context) {
  return db
    .selectFrom('absence')
    .innerJoin('time_off', 'time_off.id', 'absence.time_off_id')
    .selectAll('absence')
    .$narrowType<{ reason: AbsenceReason }>()
    .where('absence.withdrawn_at', 'is', null)
    .where('absence.ends_at', '>', clock.now().toString())
    .where('time_off.removed_at', 'is', null);
}

/** The latest one of a cleaner; null if they can come. */
export async function findCurrentAbsence(ctx: Context, cleanerId: string): Promise<AbsenceRow | null> {
  const row = await currentAbsences(ctx)
    .where('absence.cleaner_id', '=', cleanerId)
    .orderBy('absence.ends_at', 'desc')
    .orderBy('absence.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Those about which the office has done nothing yet, the latest report last. */
export async function findOpenAbsences(ctx: Context, cleanerIds?: readonly string[]): Promise<AbsenceRow[]> {
  const open = currentAbsences(ctx)
    .where('absence.cover_id', 'is', null)
    .orderBy('absence.created_at')
    .orderBy('absence.id');
  if (cleanerIds === undefined) return open.execute();
  return cleanerIds.length === 0 ? [] : open.where('absence.cleaner_id', 'in', [...cleanerIds]).execute();
}

export function toAbsence(ctx: Context, row: AbsenceRow): Absence {
  return {
    id: row.id,
    reason: row.reason,
    startTime: wireTime(row.starts_at),
    until: String(lastDayOf(ctx, row)),
    createdAt: wireTime(row.created_at),
    isCovered: row.cover_id !== null,
  };
}

/** It ends at the midnight after its last day. */
export function lastDayOf({ config }: Context, { ends_at }: Pick<AbsenceRow, 'ends_at'>): Temporal.PlainDate {
  return dayOf(readDatabaseTime(ends_at).subtract({ seconds: 1 }), config.BUSINESS_TZ);
}

/** What the cleaner sees. */
export async function showOwnAbsence(ctx: Context, cleanerId: string): Promise<OwnAbsence> {
  const { phone } = await readContact(ctx);
  const row = await findCurrentAbsence(ctx, cleanerId);
  return { officePhone: phone, absence: row && toAbsence(ctx, row) };
}

/** Notes that the office has acted on the open reports of these cleaners in a period. The cleaners are locked. */
export async function closeAbsences(
  tx: Tx,
  coverId: string,
  { cleanerIds, from, until }: Absentees,
): Promise<void> {
  if (cleanerIds === null) return;
  await tx.db
    .updateTable('absence')
    .set({ cover_id: coverId })
    .where('cleaner_id', 'in', [...cleanerIds])
    .where('withdrawn_at', 'is', null)
    .where('cover_id', 'is', null)
    .where('starts_at', '<', until.toString())
    .where('ends_at', '>', from.toString())
    .execute();
}

export async function isWithdrawn({ db }: Context, id: string): Promise<boolean> {
  const row = await db.selectFrom('absence').select('withdrawn_at').where('id', '=', id).executeTakeFirst();
  return row === undefined || row.withdrawn_at !== null;
}

/** The office has undone what it did. */
export async function reopenAbsences(tx: Tx, coverId: string): Promise<void> {
  await tx.db.updateTable('absence').set({ cover_id: null }).where('cover_id', '=', coverId).execute();
}
