import { type SqlBool, sql } from 'kysely';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { CREDIT_CATEGORY, isOnSale } from '../rules/package.ts';
import { seeEveryPackage } from '../rules/policy.ts';
import type { PackageRow } from './package-record.ts';

/** The office sees all packages; others those on sale. */
export function isVisible(ctx: Context, found: PackageRow): boolean {
  if (may(ctx.actor, seeEveryPackage)) return true;
  return (
    found.trashed_at === null && isOnSale({ category: found.category, pricePerHour: found.price_per_hour })
  );
}

/** isOnSale as an SQL condition. */
export function visibleTo(ctx: Context) {
  if (may(ctx.actor, seeEveryPackage)) return sql<SqlBool>`true`;
  return sql<SqlBool>`not (category = ${CREDIT_CATEGORY} and price_per_hour = 0)`;
}
