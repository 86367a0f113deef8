import { sql } from 'kysely';
import type { WeekRow } from '../rules/week.ts';

/** Columns that a query over `cleaner` adds to read the week and the regions along with it. */
export const weekRowsOf = sql<WeekRow[]>`(
  select coalesce(json_agg(json_build_object(
    'weekday', day.weekday, 'available', day.available, 'shifts', day.shifts::text)), '[]')
  from cleaner_week as day where day.cleaner_id = cleaner.id)`.as('week');

export const regionIdsOf = sql<string[]>`array(
  select region_id::text from cleaner_region where cleaner_id = cleaner.id order by region_id)`.as(
  'region_ids',
);
