import { promoSaidIn, usePromoSentence } from '#features/money/promo-codes/web/parts/promo-sentence.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { ApiError } from '#platform/web/api/api-error.ts';

/** The user-facing sentence for a failure to apply or remove a code or hours. */
export function useReductionSentence(): (problem: unknown) => string {
  const jobSentenceOf = useJobSentence();
  const promoSentenceOf = usePromoSentence();
  return (problem) => {
    const said = problem instanceof ApiError ? promoSaidIn(problem) : null;
    if (said !== null) return promoSentenceOf(said);
    return jobSentenceOf(problem instanceof Error ? problem : new Error(String(problem)));
  };
}
