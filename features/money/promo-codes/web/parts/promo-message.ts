import type { ApiError } from '#platform/web/api/api-error.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { promoRefusal } from '../../contract.ts';
import { promoTexts } from '../texts.ts';

interface PromoCheckResult {
  /** The server's sentence, for reasons that this page does not know. */
  readonly message: string;
  /** A PromoRefusal, as on the wire. */
  readonly why: unknown;
}

/** Returns a function that translates the reason of an invalid code. */
export function usePromoMessage(): (said: PromoCheckResult) => string {
  const { t } = useText(promoTexts);
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
