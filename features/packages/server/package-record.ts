import type { Selectable } from 'kysely';
import type { Package } from '#database/generated.ts';
import { columnsOf } from '#platform/server/columns.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { marksOf } from '#platform/server/records.ts';
import type { PackageReply } from '../contract.ts';
import type { PackageTerms } from '../rules/package.ts';

export type PackageRow = Selectable<Package>;

/** A package that is on offer: not in the trash. Null when there is none. */
export async function getPackage(ctx: Context, id: string): Promise<PackageRow | null> {
  const row = await findPackage(ctx, id);
  return row === null || row.trashed_at !== null ? null : row;
}

/** A package, in the trash or not. */
export async function findPackage(ctx: Context, id: string): Promise<PackageRow | null> {
  const row = await ctx.db.selectFrom('package').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks a package for a change of it. */
export async function lockPackage(tx: Tx, id: string): Promise<PackageRow | null> {
  const row = await tx.db
    .selectFrom('package')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The terms of a package, as columns. */
export const TERMS = columnsOf(
  'type',
  'category',
  'pricingType',
  'label',
  'description',
  'pricePerHour',
  'totalHours',
  'numCleaners',
  'hoursPerCleaner',
  'breakHours',
  'suppliesCost',
  'suppliesIncluded',
  'suppliesToBePrepared',
  'startTime',
  'credits',
  'price',
);

export function termsOf(row: PackageRow): PackageTerms {
  return TERMS.toWire(row) as PackageTerms;
}

/** A package as it is replied, where it is known to be there. */
export async function readPackage(ctx: Context, id: string): Promise<PackageReply> {
  const row = await findPackage(ctx, id);
  if (row === null) throw new Error(`Package ${id} has gone.`);
  return toPackageReply(row);
}

export function toPackageReply(row: PackageRow): PackageReply {
  return { id: row.id, ...termsOf(row), ...marksOf(row) };
}
