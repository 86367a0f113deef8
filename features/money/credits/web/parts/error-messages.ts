import { useCardMessage } from '#features/money/payments/web/parts/card-problem.ts';
import { promoCheckResultIn, usePromoMessage } from '#features/money/promo-codes/web/parts/promo-message.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { refusalSentence } from '#platform/web/refusals.ts';
import { creditsTexts } from '../texts.ts';

const SAID_HERE = [
  'offline',
  'price_changed',
  'not_enough_credits',
  'credits_disputed',
  'gift_to_self',
  'no_stored_card',
  'throttled',
  'otp_wrong',
  'otp_expired',
  'fresh_code_needed',
] as const;

/**
 * The user-facing sentence for an error of a credits route: the server's in English, ours in other languages.
 */
export function useCreditsMessage(): (problem: Error) => string {
  const { t, language } = useText(creditsTexts);
  const promoSentenceOf = usePromoMessage();
  return (problem) => {
    if (!(problem instanceof ApiError)) return t('errors.unexpected');
    const promo = promoCheckResultIn(problem);
    if (promo !== null) return promoSentenceOf(promo);
    const code = SAID_HERE.find((known) => problem.code === known);
    // The server's sentence continues the problem's title; here it stands alone.
    if (problem.code === 'gift_unknown' || problem.code === 'gift_not_ready')
      return t(`errors.${problem.code}`);
    if (code && (language !== 'en' || code === 'offline')) return t(`errors.${code}`);
    return refusalSentence(problem, language);
  };
}

/** The same for a card payment: the bank's reason comes first. */
export function usePayMessage(): (problem: Error) => string {
  const { t } = useText(creditsTexts);
  const cardSentenceOf = useCardMessage();
  const sentenceOf = useCreditsMessage();
  return (problem) => {
    if (problem instanceof ApiError && problem.code === 'payment_in_progress') return t('pay.waiting');
    return cardSentenceOf(problem) ?? sentenceOf(problem);
  };
}
