import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvOf, csvTime, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { type CleanerItem, profileFields } from '../cleaner-shapes.ts';
import type { listCleaners as call } from '../contract.ts';
import { selectCleaners, toItem } from './cleaner-record.ts';

export function listCleaners(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  let rows = selectCleaners(ctx)
    .where(matchesTrashFilter(ctx, query, 'cleaner.trashedAt'))
    .where(matchesWords(query.q, profileFields.searched));
  const { gender, regionID } = query;
  if (gender !== undefined) rows = rows.where('gender', '=', gender);
  if (regionID !== undefined) rows = rows.where(worksIn(regionID));
  return listOf(ctx, query, {
    name: 'cleaners',
    rows,
    sort: {
      fullname: [sql`coalesce(nullif(display_name, ''), firstname || ' ' || lastname)`],
      firstname: ['firstname', 'lastname'],
      lastname: ['lastname', 'firstname'],
      mobile: ['mobile'],
      gender: ['gender', 'firstname'],
      languages: [sql`array_to_string(languages, ', ')`, 'firstname'],
      regions: [REGIONS, 'firstname'],
      email: ['email'],
      postal: ['postal'],
      createdAt: ['createdAt'],
    },
    key: 'cleaner.id',
    toItem,
    csv,
  });
}

/** The names of the regions for the list. */
const REGIONS = sql`coalesce((
  select string_agg(region.name, ', ' order by region.name) from cleaner_region
  join region on region.id = cleaner_region.region_id where cleaner_region.cleaner_id = cleaner.id
), 'Everywhere')`;

/** Cleaners of the region, and those without regions, who work everywhere. */
function worksIn(regionID: string) {
  return sql<SqlBool>`(
    exists (select from cleaner_region r where r.cleaner_id = cleaner.id and r.region_id = ${regionID})
    or not exists (select from cleaner_region r where r.cleaner_id = cleaner.id))`;
}

const csv: readonly CsvColumn<CleanerItem>[] = [
  { heading: 'Id', value: (cleaner) => cleaner.id },
  ...csvOf<typeof profileFields, CleanerItem>(profileFields, {
    displayName: (cleaner) => cleaner.fullname,
    mobile: (cleaner) => csvMobile(cleaner.mobile),
  }),
  ...WEEKDAYS.map((day) => ({
    heading: `${day.charAt(0).toUpperCase()}${day.slice(1)}`,
    value: (cleaner: CleanerItem) => (cleaner[`${day}Availability`] ? cleaner[`${day}Hours`] : ''),
  })),
  IN_TRASH,
  { heading: 'Since', value: (cleaner) => csvTime(cleaner.createdAt) },
];
