import { ApiError } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { refusalSentence } from '#platform/web/refusals.ts';
import { timeToWaitOf } from '#platform/web/time-to-wait.ts';
import { useAccountsText } from '../text.ts';

const TRANSLATED = ['offline', 'otp_wrong', 'otp_expired', 'throttled'] as const;

/** The sentence for an error: ours where we have it in the person's language, else what came with it. */
export function useSentenceOf(): (problem: Error) => string {
  const { t, language } = useAccountsText();
  return (problem) => {
    const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
    const wait = code === 'throttled' ? timeToWaitOf(problem, language) : null;
    if (wait !== null) return t('errors.throttledFor', { wait });
    if (code) return t(`errors.${code}`);
    return problem instanceof ApiError ? refusalSentence(problem, language) : problem.message;
  };
}

/** Says what went wrong with a form, aloud. The place is always there, so that screen readers hear it change. */
export function ProblemNotice({ problem }: { problem: Error | null }) {
  const sentenceOf = useSentenceOf();
  return <div role="alert">{problem && <Notice kind="bad">{sentenceOf(problem)}</Notice>}</div>;
}
