import type { Feature } from '#platform/server/feature.ts';
import { promoData } from './personal-data.ts';
import { promoChecks } from './promo-uses.ts';
import { routes } from './routes.ts';

export {
  findPromo,
  limitGuesses,
  markPromosUsed,
  type Promo,
  type PromoQuery,
  type PromoTarget,
  releasePromos,
  replacePromo,
  reservePromo,
  takePromoAgain,
} from './promo-uses.ts';
export { createPromo } from './save-promo.ts';

/** Promo codes and their uses. */
export const feature: Feature = {
  name: 'promo-codes',
  routes,
  ledgerChecks: promoChecks,
  personalData: { 'promo-codes': promoData },
};
