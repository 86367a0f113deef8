import { useJobSentence } from '#features/jobs/web/parts/sentence.ts';
import { useCardSentence } from '#features/payments/web/parts/use-card-sentence.ts';

/** What went wrong with a payment, in the person's words. */
export function usePaySentence(): (problem: Error) => string {
  const cardSentenceOf = useCardSentence();
  const sentenceOf = useJobSentence();
  return (problem) => cardSentenceOf(problem) ?? sentenceOf(problem);
}
