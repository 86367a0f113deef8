import type { Selectable } from 'kysely';
import type { Package } from '#database/generated.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import { plainRecord } from '#platform/server/plain-record.ts';
import { marksOf } from '#platform/server/records.ts';
import type { PackageReply } from '../contract.ts';
import type { PackageTerms } from '../rules/package.ts';

export type PackageRow = Selectable<Package>;

/** A package on offer, so not in the trash; null if there is none. */
export async function getPackage(ctx: Context, id: string): Promise<PackageRow | null> {
  const row = await findPackage(ctx, id);
  return row === null || row.trashed_at !== null ? null : row;
}

/** A package, including trashed ones, which someone may have seen on offer; null if it never existed. */
export async function findPackage(ctx: Context, id: string): Promise<PackageRow | null> {
  return (await PACKAGE.find(ctx, id)) ?? null;
}

/** The terms of a package, as columns. */
export const TERMS = columnsOf(
  'type',
  'category',
  'pricingType',
  'label',
  'description',
  'descriptionZh',
  'pricePerHour',
  'totalHours',
  'numCleaners',
  'hoursPerCleaner',
  'breakHours',
  'suppliesCost',
  'suppliesIncluded',
  'suppliesToBePrepared',
  'suppliesToBePreparedZh',
  'startTime',
  'credits',
  'price',
  'takesHours',
);

export function termsOf(row: PackageRow): PackageTerms {
  return TERMS.toWire(row) as PackageTerms;
}

export function toPackageReply(row: PackageRow): PackageReply {
  return { id: row.id, ...termsOf(row), ...marksOf(row) };
}

/** Reading, changing and trashing a package. Booked jobs keep their copy. */
export const PACKAGE = plainRecord({ table: 'package', toItem: toPackageReply });
