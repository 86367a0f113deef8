import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import type { seriesErrors } from '../../contract.ts';
import { seriesTexts } from '../texts.ts';

const OWN: readonly (keyof typeof seriesErrors)[] = [
  'not_of_series',
  'move_undecided',
  'move_changed',
  'not_endless',
  'already_answered',
  'undo_stale',
  'undo_taken',
];

/** The error message for a refusal about several visits, in the user's language. */
export function useSeriesSentence(): (problem: unknown) => string {
  const { t } = useText(seriesTexts);
  const jobSentenceOf = useJobSentence();
  return (problem) => {
    const code = problem instanceof ApiError && OWN.find((own) => own === problem.code);
    return code ? t(`refusals.${code}`) : jobSentenceOf(problem);
  };
}
