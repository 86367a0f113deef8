import { sql } from 'kysely';
import { weekFromRows } from '#features/cleaners/rules/week.ts';
import { regionIdsOf, weekRowsOf } from '#features/cleaners/server/index.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type BusySpan, type Diary, TRAVEL_BUFFER_MINUTES } from '../rules/diary.ts';

export interface DiariesAsked {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** All who work here, unless said. */
  readonly cleanerIds?: readonly string[];
}

/** The database keeps entries of the diary this short. */
const LONGEST_ENTRY = { hours: 24 };

/**
 * The diaries of untrashed cleaners, in id order, with all that `whyNotFree` needs for any slot inside
 * `from` to `until`: the whole business days, and the travel buffer around them. Two queries, however
 * many cleaners and days.
 */
export async function loadDiaries(ctx: Context, asked: DiariesAsked): Promise<Diary[]> {
  if (asked.cleanerIds?.length === 0) return [];
  const cleaners = await cleanersAsked(ctx, asked.cleanerIds);
  const busy = await loadBusy(ctx, asked);
  return cleaners.map((cleaner) => ({
    cleanerId: cleaner.id,
    gender: cleaner.gender,
    languages: cleaner.languages,
    regionIds: cleaner.regionIDs,
    week: weekFromRows(cleaner.week),
    busy: busy.get(cleaner.id) ?? [],
  }));
}

function cleanersAsked(ctx: Context, ids: readonly string[] | undefined) {
  const cleaners = ctx.db
    .selectFrom('cleaner')
    .select(['id', 'gender', 'languages', regionIdsOf, weekRowsOf])
    .where('trashed_at', 'is', null)
    .orderBy('id');
  return (ids === undefined ? cleaners : cleaners.where('id', 'in', [...ids])).execute();
}

async function loadBusy(ctx: Context, asked: DiariesAsked): Promise<Map<string, BusySpan[]>> {
  const zone = ctx.config.BUSINESS_TZ;
  const from = dayBounds(dayOf(asked.from, zone), zone).start.subtract({ minutes: TRAVEL_BUFFER_MINUTES });
  const until = dayBounds(dayOf(asked.until, zone), zone).end.add({ minutes: TRAVEL_BUFFER_MINUTES });
  let entries = ctx.db
    .selectFrom('cleaner_occupation')
    .select(['cleaner_id', 'kind', 'job_id', 'postal', epochMinutes('starts_at'), epochMinutes('ends_at')])
    .where('released_at', 'is', null)
    .where('starts_at', '>', from.subtract(LONGEST_ENTRY).toString())
    .where('starts_at', '<', until.toString())
    .where('ends_at', '>', from.toString())
    .orderBy('starts_at');
  if (asked.cleanerIds !== undefined) entries = entries.where('cleaner_id', 'in', [...asked.cleanerIds]);
  const busy = new Map<string, BusySpan[]>();
  for (const entry of await entries.execute()) {
    const spans = busy.get(entry.cleaner_id) ?? [];
    if (spans.length === 0) busy.set(entry.cleaner_id, spans);
    spans.push({
      kind: entry.kind as BusySpan['kind'],
      start: entry.starts_at,
      end: entry.ends_at,
      ...(entry.postal === null ? {} : { postal: entry.postal }),
      ...(entry.job_id === null ? {} : { jobId: entry.job_id }),
    });
  }
  return busy;
}

function epochMinutes<C extends 'starts_at' | 'ends_at'>(column: C) {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) / 60)::float8`.as(column);
}
