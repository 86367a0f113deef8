import type { z } from 'zod';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { dollars } from '#platform/kernel/money.ts';
import { may, ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { checkPromoCode as call } from '../contract.ts';
import { discountText, type ListPrice } from '../rules/discount.ts';
import { listPriceOf } from '../rules/list-price.ts';
import { tryForMyself, tryForOthers } from '../rules/policy.ts';
import { promoSentence } from '../rules/why-not-valid.ts';
import { limitGuesses } from './guess-limit.ts';
import { findPromo, type Promo } from './promo-uses.ts';
import { whyRefused } from './refuse-code.ts';

type Body = z.output<typeof call.body>;
type Answer = z.output<typeof call.reply>;

/** What a code takes off a package; reserves nothing. A valid code is not counted as a guess. */
export async function checkPromoCode(
  ctx: Context,
  body: Body,
): Promise<Answer | Refusal<'invalid' | 'throttled'>> {
  const pack = await getPackage(ctx, body.package_id);
  if (pack === null) return refuseField('package_id', 'This package is not on offer. Choose another.');
  const terms = toPackageReply(pack);
  const price = listPriceOf(terms, body);
  const query = {
    code: body.code,
    customerId: customerOf(ctx, body),
    jobType: terms.type,
    packageId: terms.id,
    postal: body.postal ?? null,
    price,
  };
  const promo = await limitGuesses(ctx, body.code, () => findPromo(ctx, query));
  if (!isRefusal(promo)) return valid(promo, price);
  return promo.refusal === 'throttled' ? promo : notValid(promo as Refusal<'invalid'>, price);
}

/** The customer whose limit applies: customers themselves, or the one the office names. */
function customerOf({ actor }: Context, { customer_id }: Body): string | null {
  return ownIdFor(actor, tryForMyself) ?? (may(actor, tryForOthers) ? customer_id || null : null);
}

function valid(promo: Promo, { subtotal }: ListPrice): Answer {
  const { type, amount, discount, label } = promo;
  const message = `${discountText(promo)}: you save S$${dollars(discount)}.`;
  return { valid: true, type, amount, discount, total: subtotal - discount, label, message, why: null };
}

function notValid(refused: Refusal<'invalid'>, { subtotal }: ListPrice): Answer {
  const why = whyRefused(refused);
  const message = promoSentence(why);
  return { valid: false, type: null, amount: 0, discount: 0, total: subtotal, label: '', message, why };
}
