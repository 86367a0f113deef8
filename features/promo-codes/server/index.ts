import type { Feature } from '#platform/server/feature.ts';

export {
  findPromo,
  markPromosUsed,
  type Promo,
  type PromoQuery,
  type PromoTarget,
  releasePromos,
  reservePromo,
} from './promo-uses.ts';

/** Promo codes: what takes something off a price, and who used it. */
export const feature: Feature = { name: 'promo-codes' };
