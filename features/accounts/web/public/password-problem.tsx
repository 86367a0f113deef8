import { ApiError } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { usePasswordText } from './password-text.ts';

const KNOWN = ['offline', 'throttled', 'reset_link_dead'] as const;

/** What went wrong, aloud, in the person's language. */
export function PasswordProblem({ problem }: { readonly problem: Error | null }) {
  const { t } = usePasswordText();
  const code = KNOWN.find((known) => problem instanceof ApiError && problem.code === known);
  return <div role="alert">{problem && <Notice kind="bad">{t(`errors.${code ?? 'other'}`)}</Notice>}</div>;
}
