import { ApiError } from '#platform/web/api/api-error.ts';
import { CardProblem } from './card-problem.ts';
import { useCardText } from './card-text.ts';

/** What went wrong with a card, in the person's words; null for what is about something else. */
export function useCardSentence(): (problem: Error) => string | null {
  const { t, language } = useCardText();
  return (problem) => {
    if (problem instanceof CardProblem) return problem.message;
    if (!(problem instanceof ApiError)) return null;
    // Ours where the server speaks English only; lost answers are about paying, so they say more than "no signal".
    if (problem.status === 0 || problem.status >= 500) return t('lost');
    if (language === 'en') return null;
    if (problem.code === 'card_declined') return t('declined');
    if (problem.code === 'card_expired') return t('expiredCard');
    return problem.code === 'not_a_test_card' ? t('testCard') : null;
  };
}
