/** A card's token lives for minutes at the provider; a repeat with it comes within a day. */
const TOKEN_REPEATS_FOR = Temporal.Duration.from({ hours: 24 });
/** The stored card again so soon after it paid is a second press of the button. */
const STORED_CARD_REPEATS_FOR = Temporal.Duration.from({ seconds: 60 });
/** Who charges has had an answer by then, or has died: longer than the provider's time-out. */
const ANSWERED_AFTER = Temporal.Duration.from({ seconds: 30 });

/** A purchase of the same package by the same customer that is open or paid. */
export interface EarlierPurchase {
  readonly status: 'open' | 'paid';
  readonly cardKey: string;
  readonly requestKey: string | null;
  readonly promocode: string;
  readonly createdAt: Temporal.Instant;
  /** When it was paid; null while it is open. */
  readonly decidedAt: Temporal.Instant | null;
  /** When a call about it ended without an outcome; null where none did. */
  readonly leftOpenAt: Temporal.Instant | null;
}

/** A call that pays for a package. */
export interface PurchaseRequest {
  readonly cardKey: string;
  readonly cardKind: 'token' | 'stored' | 'none';
  /** Its Idempotency-Key; null where it has none. */
  readonly requestKey: string | null;
  readonly promocode: string;
}

/**
 * Whether a call asks for an earlier purchase again, rather than for one more: by its Idempotency-Key, else by its card.
 * A purchase that nobody could tell the outcome of is gone on with by whoever comes back with its card, under any key:
 * after the bank has asked, or when an answer was lost.
 */
export function isSamePurchase(
  earlier: EarlierPurchase,
  asked: PurchaseRequest,
  now: Temporal.Instant,
): boolean {
  if (asked.requestKey !== null && earlier.requestKey === asked.requestKey) return true;
  if (earlier.cardKey !== asked.cardKey) return false;
  const { decidedAt } = earlier;
  if (decidedAt === null) {
    return earlier.promocode === asked.promocode && (asked.requestKey === null || isUnanswered(earlier, now));
  }
  if (asked.requestKey !== null) {
    return earlier.leftOpenAt !== null && !isOver(decidedAt, STORED_CARD_REPEATS_FOR, now);
  }
  const repeatsFor = asked.cardKind === 'token' ? TOKEN_REPEATS_FOR : STORED_CARD_REPEATS_FOR;
  return !isOver(decidedAt, repeatsFor, now);
}

/** Whether an open purchase is one that nobody waits for any more, and not one that is being charged this moment. */
export function isUnanswered(
  { leftOpenAt, createdAt }: Pick<EarlierPurchase, 'leftOpenAt' | 'createdAt'>,
  now: Temporal.Instant,
): boolean {
  return leftOpenAt !== null || isOver(createdAt, ANSWERED_AFTER, now);
}

/** How far back purchases are looked at. */
export function earliestRepeated(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(TOKEN_REPEATS_FOR).subtract(TOKEN_REPEATS_FOR);
}

function isOver(since: Temporal.Instant, span: Temporal.Duration, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(since.add(span), now) <= 0;
}
