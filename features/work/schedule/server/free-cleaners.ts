import { sql } from 'kysely';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import type { Candidate } from '../rules/choose-crew.ts';
import { LONGEST_ENTRY_MINUTES } from '../rules/diary.ts';
import type { Point } from '../rules/travel.ts';
import { slotQuery, type VisitNeed } from '../rules/visit-need.ts';
import { isLiveEntry } from './live-entry.ts';

/** A cleaner preselected as possibly free. */
export interface FreeCleaner extends Candidate {
  /** Where the cleaner sets out from: the home's coordinates, or the centre of its area. */
  readonly base: Point | null;
}

/**
 * Cleaners who may be free for a visit at `start`, unordered: everyone who is, plus some who are only excluded by the
 * hours of the day or a longer ride. `whyNotFree` makes the final decision on the diary.
 *
 * Busy cleaners are found by the slot's time, not cleaner by cleaner: each list below is read once, by an index, and
 * kept as a hash (`in` and `not in` that are not joins), regardless of how PostgreSQL plans the statement when it is
 * prepared.
 */
export async function findFreeCleaners(
  ctx: Context,
  need: VisitNeed,
  start: Temporal.Instant,
): Promise<FreeCleaner[]> {
  const { weekday, startMinute, endMinute, travel } = slotQuery(need, start, ctx.config.BUSINESS_TZ);
  const [from, until] = [start.toString(), start.add({ minutes: need.minutes }).toString()];
  const ride = sql`make_interval(mins => ${sql.lit(travel.minimumMinutes)})`;
  const longest = sql`make_interval(mins => ${sql.lit(LONGEST_ENTRY_MINUTES)})`;
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['cleaner.id', 'postal', 'latitude', 'longitude'])
    .select(sql<string[]>`case when ${need.language}::text = '' then '{}' else languages end`.as('languages'))
    .where('cleaner.trashed_at', 'is', null)
    .where(sql<boolean>`${need.gender}::text in ('', gender)`)
    .where(sql<boolean>`not (avoids_pets and ${need.hasPets}::boolean)`)
    .where(sql<boolean>`(cleaner.id in (
      select cleaner_id from cleaner_week
      where weekday = ${weekday} and available and shifts @> int4range(${startMinute}, ${endMinute})
    )) is true`)
    .where(sql<boolean>`(${need.regionId}::uuid is null or cleaner.id not in (
      select cleaner_id from cleaner_region
      group by cleaner_id having not bool_or(region_id = ${need.regionId}::uuid)
    ))`)
    .where(sql<boolean>`cleaner.id not in (
      select cleaner_id from time_off
      where removed_at is null and tstzrange(starts_at, ends_at) && tstzrange(${from}, ${until})
        and (only_job_type is null or only_job_type = ${need.jobType ?? null}::text)
    )`)
    .where(sql<boolean>`cleaner.id not in (
      select cleaner_id from cleaner_occupation
      where kind = 'job' and ${isLiveEntry(ctx)}
        and starts_at > ${from}::timestamptz - ${longest} - ${ride}
        and starts_at < ${until}::timestamptz + ${ride} and ends_at > ${from}::timestamptz - ${ride}
        and (postal <> ${need.postal} or (starts_at < ${until} and ends_at > ${from}))
        and job_id <> all (${[...(need.excludeJobIds ?? [])]}::uuid[])
    )`)
    .execute();
  const areaOf = await areaFinder(ctx);
  return rows.map(({ id, postal, latitude, longitude, languages }) => ({
    cleanerId: id,
    languages,
    base: latitude === null || longitude === null ? areaOf(postal) : { latitude, longitude },
  }));
}

/** Where each cleaner sets out from, if known. */
export function basesOf(found: readonly FreeCleaner[]): Map<string, Point> {
  return new Map(found.flatMap(({ cleanerId, base }) => (base === null ? [] : [[cleanerId, base] as const])));
}
