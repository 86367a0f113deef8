import { useCardSentence } from '#features/money/payments/web/parts/use-card-sentence.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';

/** The user-facing sentence for a failed payment. */
export function usePaySentence(): (problem: Error) => string {
  const cardSentenceOf = useCardSentence();
  const sentenceOf = useJobSentence();
  return (problem) => cardSentenceOf(problem) ?? sentenceOf(problem);
}
