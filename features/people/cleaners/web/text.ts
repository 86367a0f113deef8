import { ApiError } from '#platform/web/api/api-error.ts';
import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

export const useProfileText = registerCatalogue('cleaner-profile', { en, zh });

const SPOKEN = ['offline', 'otp_wrong', 'otp_expired', 'throttled', 'mobile_in_use'] as const;

/** The user-facing sentence for an error, translated. */
export function useProfileMessage(): (problem: Error) => string {
  const { t } = useProfileText();
  return (problem) => {
    const code = SPOKEN.find((known) => problem instanceof ApiError && problem.code === known);
    return t(`errors.${code ?? 'other'}`);
  };
}
