import type { ApiError } from '#platform/web/api/api-error.ts';
import { useFormat } from '#platform/web/format.ts';
import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { promoRefusal } from '../../contract.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

interface PromoCheckResult {
  /** The server's sentence, for reasons that this page does not know. */
  readonly message: string;
  /** A PromoRefusal, as on the wire. */
  readonly why: unknown;
}

/** Returns a function that translates the reason of an invalid code. */
export function usePromoMessage(): (said: PromoCheckResult) => string {
  const { t } = usePromoText();
  const { date } = useFormat();
  return ({ message, why }) => {
    const { data } = promoRefusal.safeParse(why);
    if (data === undefined) return message;
    return t(data.reason, data.day === undefined ? {} : { day: date(data.day, 'dated') });
  };
}

/** The promo refusal inside a problem; null if the problem is about something else. */
export function promoCheckResultIn({ extensions, errors, detail }: ApiError): PromoCheckResult | null {
  return extensions.promo === undefined
    ? null
    : { message: errors[0]?.message ?? detail, why: extensions.promo };
}

export const usePromoText = registerCatalogue('promo-codes', { en, zh });
