import type { z } from 'zod';
import { dollars } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listPackages as call, PackageReply } from '../contract.ts';
import { CREDIT_CATEGORY } from '../rules/package.ts';
import { toPackageReply } from './package-record.ts';
import { visibleTo } from './visible-packages.ts';

/** Packages; the office also sees complimentary hours and the trash. */
export function listPackages(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('package')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashed_at'))
    .where(visibleTo(ctx))
    .where(matchesWords(query.q, ['label', 'category', 'description']));
  if (query.type !== undefined) rows = rows.where('type', '=', query.type);
  if (query.category !== undefined) rows = rows.where('category', '=', query.category);
  if (query.kind !== undefined) {
    rows = rows.where('category', query.kind === 'credit' ? '=' : '!=', CREDIT_CATEGORY);
  }
  return listOf(ctx, query, {
    name: 'packages',
    rows,
    sort: {
      type: ['type', 'price'],
      label: ['label'],
      category: ['category', 'price'],
      description: ['description'],
      price: ['price'],
      createdAt: ['created_at'],
    },
    key: 'id',
    toItem: toPackageReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<PackageReply>[] = [
  { heading: 'Type', value: (item) => item.type },
  { heading: 'Category', value: (item) => item.category },
  { heading: 'Label', value: (item) => item.label },
  { heading: 'Pricing', value: (item) => item.pricingType },
  { heading: 'Cleaners', value: (item) => item.numCleaners },
  { heading: 'Hours each', value: (item) => item.hoursPerCleaner },
  { heading: 'Break hours', value: (item) => item.breakHours },
  { heading: 'Per hour (S$)', value: (item) => dollars(item.pricePerHour) },
  { heading: 'Price (S$)', value: (item) => dollars(item.price) },
  { heading: 'Supplies (S$)', value: (item) => dollars(item.suppliesCost) },
  { heading: 'Supplies included', value: (item) => item.suppliesIncluded },
  { heading: 'Takes hours', value: (item) => item.takesHours },
  { heading: 'Credits (hours)', value: (item) => item.credits },
  { heading: 'In the trash', value: (item) => item.trash },
];
