import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { type PromoRefusal, promoSentence } from '../rules/why-not-valid.ts';

/**
 * Refuses a code beside its field; `promo` in the problem says why, for screens in another language: promoRefusal in the
 * contract.
 */
export function refuseCode(why: PromoRefusal): Refusal<'invalid'> {
  const errors = [{ path: 'promocode', message: promoSentence(why) }];
  return refuse('invalid', { errors, members: { promo: why } });
}

/** Why, of a refusal that was made here. */
export function whyRefused({ members }: Refusal<'invalid'>): PromoRefusal {
  return (members?.promo as PromoRefusal | undefined) ?? { reason: 'not-known' };
}
