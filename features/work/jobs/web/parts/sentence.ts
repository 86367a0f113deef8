import { useLanguage } from '#platform/web/i18n/language.ts';
import { refusalSentence } from '#platform/web/refusals.ts';

/** The error message for a job route's refusal, in the user's language. */
export function useJobSentence(): (problem: unknown) => string {
  const language = useLanguage();
  return (problem) => refusalSentence(problem, language, 'jobRefusals');
}
