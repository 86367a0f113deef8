import { ApiError } from '#platform/web/api/api-error.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { timeToWaitOf } from '#platform/web/time-to-wait.ts';
import { accountTexts } from '../account-texts.ts';

const SPOKEN = [
  'offline',
  'fresh_code_needed',
  'otp_wrong',
  'otp_expired',
  'throttled',
  'no_email_change',
  'mobile_in_use',
  'email_in_use',
  'account_has_open',
  'hours_left',
] as const;

/** The user-facing sentence for an error, translated. */
export function useAccountMessage(): (problem: Error) => string {
  const { t, language } = useText(accountTexts);
  return (problem) => {
    const code = SPOKEN.find((known) => problem instanceof ApiError && problem.code === known);
    const wait = code === 'throttled' ? timeToWaitOf(problem, language) : null;
    if (wait !== null) return t('errors.throttledFor', { wait });
    return t(`errors.${code ?? 'other'}`);
  };
}
