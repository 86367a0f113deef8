import { ApiError } from '#platform/web/api/api-error.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { cardTexts } from './texts.ts';

/** What is wrong with a card, as a user-facing sentence. */
export class CardProblem extends Error {
  override name = 'CardProblem';
}

/** The bank challenged the cardholder, who did not complete the challenge. */
export class ChallengeFailed extends CardProblem {}

/** The user-facing sentence for a card problem; null for any other problem. */
export function useCardMessage(): (problem: Error) => string | null {
  const { t, language } = useText(cardTexts);
  return (problem) => {
    if (problem instanceof CardProblem) return problem.message;
    if (!(problem instanceof ApiError)) return null;
    // Ours, because the server's are in English only; a lost reply to a payment needs more than "no signal".
    if (problem.status === 0 || problem.status >= 500) return t('lost');
    if (language === 'en') return null;
    if (problem.code === 'card_declined') return t('declined');
    if (problem.code === 'card_expired') return t('expiredCard');
    return problem.code === 'not_a_test_card' ? t('testCard') : null;
  };
}
