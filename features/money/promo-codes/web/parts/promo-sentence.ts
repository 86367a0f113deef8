import type { ApiError } from '#platform/web/api/api-error.ts';
import { useFormat } from '#platform/web/format.ts';
import { promoRefusal } from '../../contract.ts';
import { usePromoText } from './promo-text.ts';

interface Said {
  /** The server's sentence, for a reason that this page does not know. */
  readonly message: string;
  /** A PromoRefusal, as the wire carries it. */
  readonly why: unknown;
}

/** Why a code does not count, in the person's language. */
export function usePromoSentence(): (said: Said) => string {
  const { t } = usePromoText();
  const { date } = useFormat();
  return ({ message, why }) => {
    const { data } = promoRefusal.safeParse(why);
    if (data === undefined) return message;
    return t(data.reason, data.day === undefined ? {} : { day: date(data.day, 'dated') });
  };
}

/** What a problem says about a promo code; null when it is about something else. */
export function promoSaidIn({ members, errors, detail }: ApiError): Said | null {
  return members.promo === undefined ? null : { message: errors[0]?.message ?? detail, why: members.promo };
}
