import type pg from 'pg';
import type { CrewMember } from './job-reply.ts';

/** One visit that needs one cleaner. Times as ISO 8601. */
export interface Visit {
  readonly start: string;
  readonly end: string;
  /** Its business day. */
  readonly dayStart: string;
  readonly dayEnd: string;
  readonly weekday: number;
  readonly startMinute: number;
  readonly minutes: number;
  readonly jobType: string;
  readonly postal: string;
  readonly areaId: string | null;
  readonly gender: string;
  readonly customerId: string;
  readonly now: string;
}

/** As features/work/schedule/rules: suitable, at work, free with travel time, at most twelve hours of jobs that day. */
const IS_FREE = `cleaner.trashed_at is null and ($11 = '' or gender = $11)
  and ($10::uuid is null or not exists (select from cleaner_region where cleaner_id = cleaner.id) or exists (
    select from cleaner_region join area on area.region_id = cleaner_region.region_id
    where cleaner_id = cleaner.id and area.id = $10))
  and exists (select from cleaner_week where cleaner_id = cleaner.id and weekday = $5 and available
    and shifts @> int4range($6::integer, $6::integer + $7::integer))
  and (
    select count(*) filter (where entry.starts_at < $2::timestamptz + ride and entry.ends_at > $1::timestamptz - ride) = 0
      and coalesce(sum(greatest(0, extract(epoch from least(entry.ends_at, $4) - greatest(entry.starts_at, $3))::float8))
        filter (where entry.kind = 'job'), 0) / 60 + $7::integer <= 720
    from cleaner_occupation as entry
    left join time_off on time_off.id = time_off_id
    cross join lateral (select case when entry.kind = 'job' and entry.postal <> $9 then interval '45 minutes'
      else interval '0' end as ride) as riding
    where entry.cleaner_id = cleaner.id and released_at is null and (held_until is null or held_until > $13::timestamptz)
      and (only_job_type is null or only_job_type = $8)
      and entry.starts_at > least($3::timestamptz, $1::timestamptz - interval '45 minutes') - interval '24 hours'
      and entry.starts_at < greatest($4::timestamptz, $2::timestamptz + interval '45 minutes'))`;

const SHOWN = `cleaner.id, firstname, lastname, display_name as "displayName", profile_photo as "profilePhoto", null as "startedAt", null as "finishedAt"`;

/**
 * The cleaner who came before, the latest first; else, in the nearest area with a free cleaner, the one with the least work
 * that day and week. `offset 0` makes PostgreSQL apply the conditions in this order.
 */
const PICK = `(
  select ${SHOWN}
  from unnest(array(select cleaner_id from cleaner_occupation
    where customer_id = $12 and released_at is null and held_until is null
    order by starts_at desc, id limit 20)) with ordinality as usual (id, nth)
  join cleaner on cleaner.id = usual.id
  where ${IS_FREE}
  order by nth limit 1
) union all (
  select best.*
  from (
    select area.id from area left join area as home on home.id = $10
    order by (area.latitude - home.latitude) ^ 2 + (area.longitude - home.longitude) ^ 2
  ) as near
  cross join lateral (
    select ${SHOWN}
    from (
      select * from (
        select * from cleaner
        where left(postal, 2) = any (array(select sector from postal_sector where area_id = near.id)) offset 0
      ) as cleaner
      where ${IS_FREE} offset 0
    ) as cleaner
    cross join lateral (
      select sum(extract(epoch from ends_at - starts_at)::float8) filter (where
          starts_at >= $1::timestamptz - interval '12 hours' and starts_at < $1::timestamptz + interval '12 hours') as day,
        sum(extract(epoch from ends_at - starts_at)::float8) as week
      from cleaner_occupation
      where cleaner_id = cleaner.id and released_at is null and kind = 'job'
        and (held_until is null or held_until > $13::timestamptz)
        and starts_at >= $1::timestamptz - interval '84 hours' and starts_at < $1::timestamptz + interval '84 hours'
    ) as load
    order by coalesce(day, 0), coalesce(week, 0), cleaner.id limit 1
  ) as best
  limit 1
) limit 1`;

/** undefined when nobody is free. */
export async function pickCleaner(pool: pg.Pool, visit: Visit): Promise<CrewMember | undefined> {
  const { start, end, dayStart, dayEnd, weekday, startMinute, minutes, jobType } = visit;
  const { postal, areaId, gender, customerId, now } = visit;
  const times = [start, end, dayStart, dayEnd, weekday, startMinute, minutes, jobType];
  const { rows } = await pool.query<CrewMember>({
    name: 'pick',
    text: PICK,
    values: [...times, postal, areaId, gender, customerId, now],
  });
  return rows[0];
}
