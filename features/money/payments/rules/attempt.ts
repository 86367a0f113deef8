import type { Cents } from '#platform/kernel/money.ts';

export const PURPOSES = ['job', 'job-change', 'job-charge', 'credit-package', 'ad-hoc'] as const;
/** What the money is for. `job-change`: the extra cost of a paid visit after a change. */
export type Purpose = (typeof PURPOSES)[number];

/**
 * created: saved, not sent yet. sent: the provider has it, or had it when the process died. requires_action:
 * the bank challenges the cardholder. unknown: sent, and the reply was lost or inconclusive.
 */
export type AttemptStatus =
  | 'created'
  | 'sent'
  | 'requires_action'
  | 'succeeded'
  | 'failed'
  | 'unknown'
  | 'canceled';

/** Undecided; at most one per target. */
export const OPEN: readonly AttemptStatus[] = ['created', 'sent', 'requires_action', 'unknown'];

/** Cents below which cards cannot be charged; such amounts are waived. Source: Stripe, minimum charge. */
export const SMALLEST_CHARGE: Cents = 50;

/** After this long without an outcome, the process that charged is considered dead. */
export const RECOVER_AFTER = Temporal.Duration.from({ seconds: 60 });
/** A charge in flight is not repeated before this: longer than the provider's timeout. */
export const REPEAT_AFTER = Temporal.Duration.from({ seconds: 30 });
/** The provider forgets idempotency keys after this; until then a repeat cannot charge twice. */
export const KEY_LIFETIME = Temporal.Duration.from({ hours: 24 });
/** How long a cardholder has to complete the challenge: as long as a slot is held. */
export const CHALLENGE_LIFETIME = Temporal.Duration.from({ minutes: 15 });

/** The provider's outcome of a charge. Amounts in cents. */
export type Outcome =
  | {
      readonly status: 'succeeded';
      readonly paymentIntentID: string;
      readonly amount: Cents;
      readonly currency: string;
    }
  | { readonly status: 'requires_action'; readonly paymentIntentID: string; readonly clientSecret: string }
  | { readonly status: 'declined'; readonly paymentIntentID: string | null; readonly code: string }
  | { readonly status: 'unknown'; readonly why: string };

export interface JudgedAttempt {
  readonly status: AttemptStatus;
  readonly amount: Cents;
  readonly currency: string;
  readonly paymentIntentID: string | null;
}

/** What an outcome means for an attempt. `alarm`: the office must look; it pays for nothing. */
export type Verdict =
  | { readonly step: 'nothing' | 'succeed' | 'ask' | 'fail' | 'cancel' | 'wait' }
  | { readonly step: 'alarm'; readonly why: 'amount_mismatch' | 'other_payment' };

/**
 * The only decision on the outcome of a charge, whether it comes from the request, the webhook or the cron
 * job, any number of times and in any order. Success is final. Money that arrives after the attempt was
 * closed still counts, because it was taken.
 */
export function judge(attempt: JudgedAttempt, outcome: Outcome): Verdict {
  if (attempt.status === 'succeeded') return { step: 'nothing' };
  if (outcome.status === 'succeeded') return judgeSuccess(attempt, outcome);
  if (!OPEN.includes(attempt.status)) return { step: 'nothing' };
  if (outcome.status === 'requires_action') return { step: 'ask' };
  if (outcome.status === 'declined') return { step: outcome.code === 'canceled' ? 'cancel' : 'fail' };
  return { step: attempt.status === 'requires_action' ? 'nothing' : 'wait' };
}

function judgeSuccess(attempt: JudgedAttempt, outcome: Outcome & { status: 'succeeded' }): Verdict {
  if (outcome.amount !== attempt.amount || outcome.currency.toUpperCase() !== attempt.currency) {
    return { step: 'alarm', why: 'amount_mismatch' };
  }
  const other = attempt.paymentIntentID !== null && attempt.paymentIntentID !== outcome.paymentIntentID;
  return other ? { step: 'alarm', why: 'other_payment' } : { step: 'succeed' };
}

export interface RecoverableAttempt {
  readonly status: AttemptStatus;
  readonly createdAt: Temporal.Instant;
  /** When it was last sent; null if never. */
  readonly sentAt: Temporal.Instant | null;
}

/**
 * What the cron job does with an open attempt. `repeat`: charge again under the same key. `find`: look up the
 * outcome. `give-up`: close it.
 */
export type Recovery = 'leave' | 'repeat' | 'find' | 'give-up';

export function recoveryOf(attempt: RecoverableAttempt, now: Temporal.Instant): Recovery {
  if (!isPast(attempt.sentAt ?? attempt.createdAt, RECOVER_AFTER, now)) return 'leave';
  if (attempt.status === 'created') return isTooLateToCharge(attempt, now) ? 'give-up' : 'repeat';
  if (attempt.status === 'requires_action') return isTooLateToCharge(attempt, now) ? 'give-up' : 'find';
  return isPast(attempt.createdAt, KEY_LIFETIME, now) ? 'find' : 'repeat';
}

/**
 * After this the slot is no longer held and the customer is gone: a charge that the provider has not seen is
 * not started any more.
 */
export function isTooLateToCharge(attempt: RecoverableAttempt, now: Temporal.Instant): boolean {
  return isPast(attempt.createdAt, CHALLENGE_LIFETIME, now);
}

export function isPast(start: Temporal.Instant, wait: Temporal.Duration, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(start.add(wait), now) <= 0;
}
