import { ApiError } from '#platform/web/api/api-error.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { profileTexts } from './texts.ts';

const SPOKEN = ['offline', 'otp_wrong', 'otp_expired', 'throttled', 'mobile_in_use'] as const;

/** The user-facing sentence for an error, translated. */
export function useProfileMessage(): (problem: Error) => string {
  const { t } = useText(profileTexts);
  return (problem) => {
    const code = SPOKEN.find((known) => problem instanceof ApiError && problem.code === known);
    return t(`errors.${code ?? 'other'}`);
  };
}
