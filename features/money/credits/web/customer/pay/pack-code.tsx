import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useCreditsSentence } from '../../parts/sentence.ts';
import { useCreditsText } from '../../parts/text.ts';
import { CodeProblem } from './code-problem.ts';
import type { PackPrice } from './use-pack-price.ts';

export function PackCode({ price }: { readonly price: PackPrice }) {
  const { t } = useCreditsText();
  const creditsSentenceOf = useCreditsSentence();
  const sentenceOf = (problem: unknown) => {
    if (problem instanceof CodeProblem) return problem.message;
    return problem instanceof ApiError ? creditsSentenceOf(problem) : t('codeFailed');
  };
  const put = async (code: string) => (code === '' ? price.remove() : price.apply(code));
  return <PromoCodeField code={price.promo?.code ?? null} put={put} sentenceOf={sentenceOf} />;
}
