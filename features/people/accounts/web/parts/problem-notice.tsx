import { ApiError } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { refusalSentence } from '#platform/web/refusals.ts';
import { FILL_ALL_FIELDS } from '#platform/web/session/sign-in.ts';
import { timeToWaitOf } from '#platform/web/time-to-wait.ts';
import { accountsTexts } from '../texts.ts';

const TRANSLATED = ['offline', 'otp_wrong', 'otp_expired', 'throttled'] as const;

/** The user-facing sentence for an error: our translation if there is one, otherwise the server's. */
export function useErrorMessage(): (problem: Error) => string {
  const { t, language } = useText(accountsTexts);
  return (problem) => {
    const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
    const wait = code === 'throttled' ? timeToWaitOf(problem, language) : null;
    if (wait !== null) return t('errors.throttledFor', { wait });
    if (code) return t(`errors.${code}`);
    if (problem.message === FILL_ALL_FIELDS) return t('missing');
    return problem instanceof ApiError ? refusalSentence(problem, language) : problem.message;
  };
}

/** An error message that is announced. Always rendered, so that screen readers notice the change. */
export function ProblemNotice({ problem }: { problem: Error | null }) {
  const sentenceOf = useErrorMessage();
  return <div role="alert">{problem && <Notice kind="bad">{sentenceOf(problem)}</Notice>}</div>;
}
