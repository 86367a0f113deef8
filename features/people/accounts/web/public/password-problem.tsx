import { ApiError } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { timeToWaitOf } from '#platform/web/time-to-wait.ts';
import { usePasswordText } from './password-text.ts';

const KNOWN = ['offline', 'throttled', 'reset_link_dead'] as const;

/** The error message, announced and translated. */
export function PasswordProblem({ problem }: { readonly problem: Error | null }) {
  const { t, language } = usePasswordText();
  const code = KNOWN.find((known) => problem instanceof ApiError && problem.code === known) ?? 'other';
  const wait = code === 'throttled' ? timeToWaitOf(problem, language) : null;
  const sentence = wait === null ? t(`errors.${code}`) : t('errors.throttledFor', { wait });
  return <div role="alert">{problem && <Notice kind="bad">{sentence}</Notice>}</div>;
}
