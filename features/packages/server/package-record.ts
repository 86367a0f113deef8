import type { Selectable } from 'kysely';
import type { Package } from '#database/generated.ts';
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

/** The columns of a package's terms. */
export function columnsOf(terms: PackageTerms) {
  return {
    type: terms.type,
    category: terms.category,
    pricing_type: terms.pricingType,
    label: terms.label,
    description: terms.description,
    price_per_hour: terms.pricePerHour,
    total_hours: terms.totalHours,
    num_cleaners: terms.numCleaners,
    hours_per_cleaner: terms.hoursPerCleaner,
    break_hours: terms.breakHours,
    supplies_cost: terms.suppliesCost,
    supplies_included: terms.suppliesIncluded,
    supplies_to_be_prepared: terms.suppliesToBePrepared,
    start_time: terms.startTime,
    credits: terms.credits,
    price: terms.price,
  };
}

export function termsOf(row: PackageRow): PackageTerms {
  return {
    type: row.type as PackageTerms['type'],
    category: row.category,
    pricingType: row.pricing_type as PackageTerms['pricingType'],
    label: row.label,
    description: row.description,
    pricePerHour: row.price_per_hour,
    totalHours: row.total_hours,
    numCleaners: row.num_cleaners,
    hoursPerCleaner: row.hours_per_cleaner,
    breakHours: row.break_hours,
    suppliesCost: row.supplies_cost,
    suppliesIncluded: row.supplies_included,
    suppliesToBePrepared: row.supplies_to_be_prepared,
    startTime: row.start_time,
    credits: row.credits,
    price: row.price,
  };
}

/** A package as it is replied, where it is known to be there. */
export async function readPackage(ctx: Context, id: string): Promise<PackageReply> {
  const row = await findPackage(ctx, id);
  if (row === null) throw new Error(`Package ${id} has gone.`);
  return packageOnTheWire(row);
}

export function packageOnTheWire(row: PackageRow): PackageReply {
  return {
    id: row.id,
    ...termsOf(row),
    ...marksOf(row),
  };
}
