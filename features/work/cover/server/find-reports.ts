import { cleanerCards, cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { countVisitsOfCleaners } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Absence } from '../contract/absences.ts';
import { findOpenAbsences, toAbsence } from './absence-record.ts';

/** A cleaner's report about which the office has done nothing yet. */
export interface Report {
  readonly absence: Absence;
  readonly cleaner: { readonly id: string; readonly fullname: string; readonly mobile: string };
  readonly visits: number;
  /** Of the first of them, as on the wire; null if there are none. */
  readonly firstStart: string | null;
}

/** The oldest reports first, and how many there are. */
export async function findReports(
  ctx: Context,
  most: number,
): Promise<{ readonly count: number; readonly reports: readonly Report[] }> {
  const open = await findOpenAbsences(ctx);
  const shown = open.slice(0, most);
  const ids = [...new Set(shown.map((row) => row.cleaner_id))];
  const cards = new Map((await cleanerCards(ctx, ids)).map((card) => [card.id, card]));
  const mobiles = new Map((await cleanerMobiles(ctx, ids)).map(({ id, mobile }) => [id, mobile]));
  const reports: Report[] = [];
  for (const row of shown) {
    const id = row.cleaner_id;
    const period = { from: ctx.clock.now(), until: readDatabaseTime(row.ends_at) };
    const visits = await countVisitsOfCleaners(ctx, { cleanerIds: [id] }, period);
    const cleaner = { id, fullname: cards.get(id)?.fullname ?? '', mobile: mobiles.get(id) ?? '' };
    const firstStart = visits && wireTime(visits.firstStart);
    reports.push({ absence: toAbsence(ctx, row), cleaner, visits: visits?.count ?? 0, firstStart });
  }
  return { count: open.length, reports };
}
