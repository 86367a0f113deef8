import { type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Package } from '#database/generated.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { dollars } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { csvOf, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { plainRecord, valuesOf } from '#platform/server/plain-record.ts';
import { type listPackages as call, packageFields } from '../contract.ts';
import {
  type BookableLimits,
  CREDIT_CATEGORY,
  isBookable,
  isOnSale,
  type JobType,
  type PackageTerms,
} from '../rules/package.ts';
import { seeEveryPackage } from '../rules/policy.ts';

/** Packages; the office also sees complimentary hours and the trash. */
export async function listPackages(ctx: Context, query: z.output<typeof call.query>): Promise<ListOutcome> {
  let rows = ctx.db
    .selectFrom('package')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(visibleTo(ctx))
    .where(matchesWords(query.q, packageFields.searched));
  if (query.type !== undefined) rows = rows.where('type', '=', query.type);
  if (query.category !== undefined) rows = rows.where('category', '=', query.category);
  if (query.kind !== undefined) {
    rows = rows.where('category', query.kind === 'credit' ? '=' : '!=', CREDIT_CATEGORY);
  }
  if (query.bookable === true) {
    const { cleaners, openMinutes } = await bookableLimits(ctx);
    rows = rows
      .where('numCleaners', '<=', cleaners)
      .where(sql<SqlBool>`(hours_per_cleaner + break_hours) * 60 <= ${openMinutes}`);
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
      createdAt: ['createdAt'],
    },
    key: 'id',
    toItem: PACKAGE.toItem,
    csv: CSV,
  });
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** How many cleaners work on some day of the week; from cleaners, a higher-level feature. */
    readonly workingCleaners?: { readonly count?: (ctx: Context) => Promise<number> };
  }
}

const MOST_CLEANERS = 5;

/** The limits of `isBookable`, now. */
export async function bookableLimits(ctx: Context): Promise<BookableLimits> {
  const { opensAtMinute, closesAtMinute } = await readSettings(ctx, ['opensAtMinute', 'closesAtMinute']);
  return {
    cleaners: (await ctx.composed.workingCleaners?.count?.(ctx)) ?? MOST_CLEANERS,
    openMinutes: closesAtMinute - opensAtMinute,
  };
}

const CSV = [
  ...csvOf(packageFields, {
    pricePerHour: { heading: 'Price per hour (S$)', value: (item) => dollars(item.pricePerHour) },
    price: { heading: 'Price (S$)', value: (item) => dollars(item.price) },
    suppliesCost: { heading: 'Supplies (S$)', value: (item) => dollars(item.suppliesCost) },
    suppliesIncluded: { heading: 'Supplies included', value: (item) => item.suppliesIncluded },
    suppliesToBePreparedZh: {
      heading: 'What customers prepare in Chinese',
      value: (item) => item.suppliesToBePreparedZh,
    },
    credits: { heading: 'Credit hours', value: (item) => item.credits },
  }),
  IN_TRASH,
];

/** The office sees all packages; others those on sale. */
function isVisible(ctx: Context, found: PackageRow): boolean {
  if (may(ctx.actor, seeEveryPackage)) return true;
  return found.trashedAt === null && isOnSale({ category: found.category, pricePerHour: found.pricePerHour });
}

/** isOnSale as an SQL condition. */
function visibleTo(ctx: Context) {
  if (may(ctx.actor, seeEveryPackage)) return sql<SqlBool>`true`;
  return sql<SqlBool>`not (category = ${CREDIT_CATEGORY} and price_per_hour = 0)`;
}

/** One package, if the actor may see it. */
export async function getShownPackage(ctx: Context, id: string) {
  const row = await PACKAGE.find(ctx, id);
  return row === undefined || !isVisible(ctx, row) ? refuse('not_found') : PACKAGE.toItem(row);
}

/** Names of packages in the order of the ids; unknown and hidden ones are omitted. */
export async function shownNames(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('package')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const byID = new Map(rows.filter((found) => isVisible(ctx, found)).map((found) => [found.id, found]));
  return ids.flatMap((id) => {
    const found = byID.get(id);
    if (found === undefined) return [];
    return [{ id, label: found.label, category: found.category, type: found.type as JobType }];
  });
}

export type PackageRow = Selectable<Package>;

/** A package on offer, so not in the trash; null if there is none. */
export async function getPackage(ctx: Context, id: string): Promise<PackageRow | null> {
  const row = await findPackage(ctx, id);
  return row === null || row.trashedAt !== null ? null : row;
}

/** A package, including trashed ones, which someone may have seen on offer; null if it never existed. */
export async function findPackage(ctx: Context, id: string): Promise<PackageRow | null> {
  return (await PACKAGE.find(ctx, id)) ?? null;
}

export function termsOf(row: PackageRow): PackageTerms {
  return valuesOf(packageFields, row);
}

/** Reading, changing and trashing a package. Booked jobs keep their copy. */
export const PACKAGE = plainRecord({ table: 'package', fields: packageFields });
export const toPackageReply = PACKAGE.toItem;

const visits = ({ db }: Context) =>
  db.selectFrom('package').where('trashedAt', 'is', null).where('category', '!=', CREDIT_CATEGORY);

/** How many kinds of visit are sold, and how many of these can be booked now. */
export async function countVisitPackages(
  ctx: Context,
): Promise<{ readonly sold: number; readonly bookable: number }> {
  const limits = await bookableLimits(ctx);
  const rows = await visits(ctx).select(['numCleaners', 'hoursPerCleaner', 'breakHours']).execute();
  return { sold: rows.length, bookable: rows.filter((row) => isBookable(row, limits)).length };
}

/** Whether there is a package of this service for this home. */
export async function isSoldFor(
  ctx: Context,
  { type, category }: Pick<PackageTerms, 'type' | 'category'>,
): Promise<boolean> {
  const found = visits(ctx).select('id').where('type', '=', type).where('category', '=', category);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** The shortest visit by the fewest cleaners that can be booked now; null if there is none. */
export async function findPackageToTry(ctx: Context) {
  const limits = await bookableLimits(ctx);
  const rows = await visits(ctx)
    .selectAll()
    .orderBy('numCleaners')
    .orderBy('hoursPerCleaner')
    .orderBy('id')
    .execute();
  return rows.map(PACKAGE.toItem).find((pack) => isBookable(pack, limits)) ?? null;
}
