import { ApiError } from '#platform/web/api/api-error.ts';
import { useJobsText } from './text.ts';

const SAID_HERE = [
  'offline',
  'slot_taken',
  'hold_expired',
  'not_bookable',
  'too_many_holds',
  'price_changed',
  'not_payable',
  'no_stored_card',
  'payment_in_progress',
  'throttled',
] as const;

/** The sentence for a job call's error: in English what the server said, else ours in the person's language. */
export function useJobSentence(): (problem: Error) => string {
  const { t, language } = useJobsText();
  return (problem) => {
    if (!(problem instanceof ApiError)) return t('errors.unexpected');
    const code = SAID_HERE.find((known) => problem.code === known);
    const more = problem.errors[0]?.message;
    if (language === 'en' && problem.code !== 'offline') return more ?? problem.detail;
    if (code) return t(`errors.${code}`);
    return problem.status >= 500 ? t('errors.unexpected') : (more ?? problem.detail);
  };
}
