import { readMobile } from '#platform/kernel/mobile.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { plainCode } from '#platform/kernel/typed-text.ts';

/** The purpose of a code. A code never works for another purpose. */
export type CodePurpose = 'customer-sign-in' | 'cleaner-sign-in' | 'change-mobile' | 'link-facebook';

/**
 * Within what others ask: NIST SP 800-63B allows at most 10 minutes, requires at least 20 bits and
 * at most 100 failures in a row; Twilio Verify stops at 5 checks and 5 sends in 10 minutes.
 */
export const CODE_LIFE = Temporal.Duration.from({ minutes: 5 });
export const TRIES_PER_CODE = 5;
export const CODE_RETENTION = Temporal.Duration.from({ hours: 24 });

const FIRST_WAIT_SECONDS = 30;
/** Older sends no longer lengthen the next wait. */
export const RESEND_MEMORY = Temporal.Duration.from({ minutes: 10 });

export interface Limit {
  readonly most: number;
  readonly per: Temporal.Duration;
  readonly coolOff?: Temporal.Duration;
}

const HOUR = Temporal.Duration.from({ hours: 1 });
const DAY = Temporal.Duration.from({ hours: 24 });

export const CODE_LIMITS = {
  mobileSoon: { most: 5, per: RESEND_MEMORY },
  mobileDay: { most: 10, per: DAY },
  /** Per 256 neighbouring addresses; a send whose code is used is not counted. */
  network: { most: 20, per: HOUR },
  /** Different mobiles without a success per address: stops enumeration of numbers. */
  mobilesOfAddress: { most: 3, per: HOUR },
  /** About S$1,000 of messages a day at 5 cents each: limits SMS pumping. */
  everyoneDay: { most: 20_000, per: DAY },
  /**
   * Numbers without an account share 70 % of it: a flood of invented numbers leaves 6,000 for customers and
   * cleaners.
   */
  strangersDay: { most: 14_000, per: DAY },
  /**
   * Wrong codes per client over all numbers: each of the 3 numbers it may request has 5 tries per code. Our
   * own figure.
   */
  tries: { most: 60, per: HOUR },
  /** Per number and browser. */
  failures: { most: 10, per: HOUR, coolOff: Temporal.Duration.from({ minutes: 30 }) },
  /**
   * After this many failures in a row only the office can unlock the number; known browsers are counted
   * separately.
   */
  failuresInARow: { most: 100, per: Temporal.Duration.from({ hours: 24 * 3650 }) },
} as const satisfies Record<string, Limit>;

/** Seconds until another code may be requested: 30, 60, 120, … after each unused send. */
export function resendWait(sendsBefore: number): number {
  return FIRST_WAIT_SECONDS * 2 ** Math.max(0, sendsBefore);
}

/** Normalises a typed code to digits; a number gets its leading zeros back. */
export function readCode(typed: string | number): string {
  return typeof typed === 'number' ? String(typed).padStart(6, '0') : plainCode(typed);
}

export interface TypedSignIn {
  readonly mobile?: string | number | null | undefined;
  readonly otp?: string | number | null | undefined;
}

/** Parses the body of a verify route; the fixed sentence if a field is missing or blank. */
export function readSignIn(
  typed: TypedSignIn,
): { mobile: string; otp: string } | Refusal<'fill_all_fields' | 'invalid'> {
  const written = String(typed.mobile ?? '').trim();
  const otp = readCode(typed.otp ?? '');
  if (written === '' || otp === '') return refuse('fill_all_fields');
  const mobile = readMobile(written);
  if (mobile !== null) return { mobile, otp };
  return refuseField('mobile', 'Use a Singapore mobile number: 8 digits starting with 8 or 9.');
}
