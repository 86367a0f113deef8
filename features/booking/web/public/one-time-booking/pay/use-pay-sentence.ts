import { useJobSentence } from '#features/jobs/web/parts/sentence.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useBookingText } from '../text.ts';
import { CardProblem } from './card-problem.ts';

/** What went wrong with a payment, in the person's words. */
export function usePaySentence(): (problem: Error) => string {
  const { t, language } = useBookingText();
  const sentenceOf = useJobSentence();
  return (problem) => {
    if (problem instanceof CardProblem) return problem.message;
    if (!(problem instanceof ApiError)) return sentenceOf(problem);
    // Ours where the server speaks English only; lost answers are about paying, so they say more than "no signal".
    if (problem.status === 0 || problem.status >= 500) return t('pay.lost');
    if (language === 'en') return sentenceOf(problem);
    if (problem.code === 'card_declined') return t('pay.declined');
    if (problem.code === 'card_expired') return t('pay.expiredCard');
    if (problem.code === 'not_a_test_card') return t('pay.testCard');
    return sentenceOf(problem);
  };
}
