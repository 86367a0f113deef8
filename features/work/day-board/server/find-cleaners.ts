import { sql } from 'kysely';
import { type Shift, shiftsFromRanges } from '#features/people/cleaners/rules/week.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';

export interface FoundCleaner {
  readonly id: string;
  readonly fullname: string;
  readonly mobile: string;
  readonly profilePhoto: string;
  readonly languages: readonly string[];
  readonly regions: readonly string[];
  readonly hasLeft: boolean;
  /** By weekday, 0 for Sunday; only days with work. */
  readonly week: ReadonlyMap<number, readonly Shift[]>;
}

/** Everyone who works on one of these weekdays, and those named, by name. */
export async function findCleaners(
  { db }: Context,
  { weekdays, ids }: { readonly weekdays: readonly number[]; readonly ids: readonly string[] },
): Promise<FoundCleaner[]> {
  const { rows } = await sql<{
    id: string;
    firstname: string;
    lastname: string;
    displayName: string;
    mobile: string;
    profile_photo: string;
    languages: string[];
    regions: string[];
    has_left: boolean;
    week: { weekday: number; shifts: string }[];
  }>`
    with week as (
      select cleaner_id, json_agg(json_build_object('weekday', weekday, 'shifts', shifts::text)) as days
      from cleaner_week where available and weekday = any(${[...weekdays]}::int[]) group by cleaner_id
    ), served as (
      select cleaner_id, array_agg(region.name order by region.name) as regions
      from cleaner_region join region on region.id = region_id group by cleaner_id
    )
    select id, firstname, lastname, display_name as "displayName", mobile, profile_photo, languages,
      coalesce(served.regions, '{}') as regions, trashed_at is not null as has_left,
      coalesce(week.days, '[]') as week
    from cleaner
    left join week on week.cleaner_id = cleaner.id
    left join served on served.cleaner_id = cleaner.id
    where (trashed_at is null and week.cleaner_id is not null) or id = any(${[...ids]}::uuid[])
    order by coalesce(nullif(display_name, ''), firstname || ' ' || lastname), id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    fullname: fullnameOf(row),
    mobile: row.mobile,
    profilePhoto: row.profile_photo,
    languages: row.languages,
    regions: row.regions,
    hasLeft: row.has_left,
    week: new Map(
      row.has_left ? [] : row.week.map(({ weekday, shifts }) => [weekday, shiftsFromRanges(shifts)]),
    ),
  }));
}
