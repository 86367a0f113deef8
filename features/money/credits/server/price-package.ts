import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { findPackage, type PackageRow } from '#features/catalogue/packages/server/index.ts';
import { type PromoQuery, reservePromo } from '#features/money/promo-codes/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { whyNotForSale } from '../rules/for-sale.ts';

/** A package of hours as it is now: on sale, or taken off sale since it was shown (whyNotOnSale). */
export async function findSold(
  ctx: Context,
  packageId: string,
): Promise<PackageRow | Refusal<'not_found' | 'invalid'>> {
  const pack = await findPackage(ctx, packageId);
  const refused = whyNotForSale(pack && { category: pack.category, pricePerHour: pack.price_per_hour });
  return refused ?? (pack as PackageRow);
}

/** Refuses a package that was trashed after it was shown; purchases that already began continue. */
export function whyNotOnSale({ trashed_at }: PackageRow): Refusal<'price_changed'> | null {
  if (trashed_at === null) return null;
  const detail = 'This package is no longer on sale. Nothing was charged. Choose another one.';
  return refuse('price_changed', { detail, extensions: { price: null } });
}

interface Buyer {
  readonly customerId: string;
  /** Empty for none. */
  readonly promocode: string;
}

/** Reserves a use of the promo code for a purchase. Returns the discount in cents; 0 without a code. */
export async function reserveDiscount(
  tx: Tx,
  pack: PackageRow,
  buyer: Buyer & { readonly purchaseId: string },
): Promise<Cents | Refusal<'invalid'>> {
  if (buyer.promocode === '') return 0;
  const target = { kind: 'credit-package', id: buyer.purchaseId } as const;
  const promo = await reservePromo(tx, promoQuery(pack, buyer), target);
  return isRefusal(promo) ? promo : promo.discount;
}

function promoQuery(pack: PackageRow, buyer: Buyer): PromoQuery & { readonly customerId: string } {
  return {
    code: buyer.promocode,
    customerId: buyer.customerId,
    jobType: pack.type as JobType,
    packageId: pack.id,
    postal: '',
    price: { subtotal: pack.price, work: pack.price, workHours: pack.credits },
  };
}
