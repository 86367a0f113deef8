import { useLanguage } from '#platform/web/i18n/language.ts';
import { refusalSentence } from '#platform/web/refusals.ts';
import { JOB_REFUSALS_ZH } from '../locales/refusals-zh.ts';

/** The sentence for a job call's error, in the person's language. */
export function useJobSentence(): (problem: unknown) => string {
  const language = useLanguage();
  return (problem) => refusalSentence(problem, language, JOB_REFUSALS_ZH);
}
