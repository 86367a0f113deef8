import type { ChargeTime } from '#features/catalogue/settings/rules/charge-times.ts';

/** The evening before a visit begins at this hour, in business time. */
const EVENING_HOUR = 18;
/** Visits of a week are charged together on the Monday after it, from this hour on. */
const MONDAY_HOUR = 9;

/** Which visits are charged now: those that start before these times and are not paid. */
export interface StartsBefore {
  readonly 'evening-before': Temporal.Instant;
  /** Only visits that are done. */
  readonly weekly: Temporal.Instant;
}

/** Visits that are charged `after-visit` are due as soon as they are done, whenever they start. */
export function dueStarts(now: Temporal.Instant, zone: string): StartsBefore {
  const local = now.toZonedDateTimeISO(zone);
  const today = local.startOfDay();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const isMondayBefore = local.dayOfWeek === 1 && local.hour < MONDAY_HOUR;
  return {
    'evening-before': today.add({ days: local.hour < EVENING_HOUR ? 1 : 2 }).toInstant(),
    weekly: (isMondayBefore ? monday.subtract({ weeks: 1 }) : monday).toInstant(),
  };
}

interface ChargedVisit {
  readonly charged: ChargeTime;
  readonly start: Temporal.Instant;
  /** All crew members have clocked out. */
  readonly isDone: boolean;
}

/** Whether a visit that was not declined is charged now. On the evening before, only if it is still ahead: nobody may come. */
export function isDue(
  { charged, start, isDone }: ChargedVisit,
  now: Temporal.Instant,
  zone: string,
): boolean {
  if (charged === 'after-visit') return isDone;
  const isAhead = Temporal.Instant.compare(now, start) < 0;
  if (!isDone && (charged === 'weekly' || !isAhead)) return false;
  return Temporal.Instant.compare(start, dueStarts(now, zone)[charged]) < 0;
}

/** Days from each decline to the next charge: one, three and seven days after the first. */
const WAIT_DAYS = [1, 2, 4];

/**
 * Codes after which the same card is not tried again: the card is gone, the bank forbids this kind of payment, or the
 * cardholder has to act. https://docs.stripe.com/declines/codes
 */
const NOT_RETRIED: ReadonlySet<string> = new Set([
  'authentication_required',
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'no_stored_card',
  'not_permitted',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
]);

/**
 * When a declined charge is tried again; null: the customer has to pay another way.
 * @param declines how often it has been declined, this time included
 */
export function nextCharge(declines: number, code: string, now: Temporal.Instant): Temporal.Instant | null {
  const days = NOT_RETRIED.has(code) ? undefined : WAIT_DAYS[declines - 1];
  return days === undefined ? null : now.add({ hours: 24 * days });
}
