import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { type PromoRefusal, promoSentence } from '../rules/why-not-valid.ts';

/**
 * Refuses a code with the error on its field; `promo` in the problem carries the reason, for screens in
 * another language (promoRefusal in the contract).
 */
export function refuseCode(why: PromoRefusal): Refusal<'invalid'> {
  const errors = [{ path: 'promocode', message: promoSentence(why) }];
  return refuse('invalid', { errors, extensions: { promo: why } });
}

/** The reason inside a refusal from refuseCode. */
export function whyRefused({ extensions }: Refusal<'invalid'>): PromoRefusal {
  return (extensions?.promo as PromoRefusal | undefined) ?? { reason: 'not-known' };
}
