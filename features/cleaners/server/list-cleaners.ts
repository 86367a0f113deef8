import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvFields } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { CleanerItem } from '../cleaner-shapes.ts';
import type { listCleaners as call } from '../contract.ts';
import { selectCleaners, toItem } from './cleaner-record.ts';

const SEARCHED = ['firstname', 'lastname', 'email', 'mobile', 'postal'];

export function listCleaners(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  let rows = selectCleaners(ctx)
    .where(matchesTrashFilter(ctx, query, 'cleaner.trashed_at'))
    .where(matchesWords(query.q, SEARCHED));
  const { gender, regionID } = query;
  if (gender !== undefined) rows = rows.where('gender', '=', gender);
  if (regionID !== undefined) rows = rows.where(worksIn(regionID));
  return listOf(ctx, query, {
    name: 'cleaners',
    rows,
    sort: {
      firstname: ['firstname', 'lastname'],
      lastname: ['lastname', 'firstname'],
      gender: ['gender', 'firstname'],
      postal: ['postal'],
      createdAt: ['created_at'],
    },
    key: 'cleaner.id',
    toItem,
    csv,
  });
}

/** Those of the region, and those without regions: they work everywhere. */
function worksIn(regionId: string) {
  return sql<SqlBool>`(
    exists (select from cleaner_region r where r.cleaner_id = cleaner.id and r.region_id = ${regionId})
    or not exists (select from cleaner_region r where r.cleaner_id = cleaner.id))`;
}

const csv: readonly CsvColumn<CleanerItem>[] = [
  ...csvFields<CleanerItem>('id', 'salutation', 'firstname', 'lastname', 'gender', 'mobile', 'email'),
  { heading: 'languages', value: (cleaner) => cleaner.languages.join(', ') },
  ...csvFields<CleanerItem>('addressLine1', 'addressLine2', 'addressLine3', 'country', 'postal'),
  ...WEEKDAYS.map((day) => ({
    heading: `${day}Hours`,
    value: (cleaner: CleanerItem) => (cleaner[`${day}Availability`] ? cleaner[`${day}Hours`] : ''),
  })),
  ...csvFields<CleanerItem>('trash', 'createdAt', 'updatedAt'),
];
