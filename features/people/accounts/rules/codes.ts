import { readMobile } from '#platform/kernel/mobile.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { plainCode } from '#platform/kernel/typed-text.ts';

/** What a code is for. A code for one purpose never works for another. */
export type CodePurpose = 'customer-sign-in' | 'cleaner-sign-in' | 'change-mobile' | 'link-facebook';

/**
 * The numbers of DOMAIN.md 4.2. NIST SP 800-63B asks for at most 10 minutes, at least 20 bits and at most
 * 100 failures in a row; Twilio Verify stops at 5 checks and 5 sends in 10 minutes.
 */
export const CODE_LIFE = Temporal.Duration.from({ minutes: 5 });
export const TRIES_PER_CODE = 5;
export const CODE_KEPT = Temporal.Duration.from({ hours: 24 });

const FIRST_WAIT_SECONDS = 30;
/** Sends further back than this no longer make the next wait longer. */
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
  /** For 256 neighbouring addresses; a send whose code was then used is taken back. */
  network: { most: 20, per: HOUR },
  /** Different mobiles without a success, for one address: it stops someone who walks through numbers. */
  mobilesOfAddress: { most: 3, per: HOUR },
  /** About S$1,000 of messages a day at 5 cents each: the brake on SMS pumping. */
  everyoneDay: { most: 20_000, per: DAY },
  /** Of these, numbers without an account get 70 %: a flood of made-up numbers leaves 6,000 for customers and cleaners. */
  strangersDay: { most: 14_000, per: DAY },
  /** Wrong codes, for all numbers, from one client: each of the 3 numbers it may ask for has 5 tries a code. Ours. */
  tries: { most: 60, per: HOUR },
  /** For one number in one browser. */
  failures: { most: 10, per: HOUR, coolOff: Temporal.Duration.from({ minutes: 30 }) },
  /** After so many failures in a row only the office opens the number again; known browsers are counted by themselves. */
  failuresInARow: { most: 100, per: Temporal.Duration.from({ hours: 24 * 3650 }) },
} as const satisfies Record<string, Limit>;

/** Seconds until another code may be asked for: 30, 60, 120, … after each send that was not used. */
export function resendWait(sendsBefore: number): number {
  return FIRST_WAIT_SECONDS * 2 ** Math.max(0, sendsBefore);
}

/** A code as it was typed, in digits; a number gets its leading zeros back. */
export function readCode(typed: string | number): string {
  return typeof typed === 'number' ? String(typed).padStart(6, '0') : plainCode(typed);
}

export interface TypedSignIn {
  readonly mobile?: string | number | null | undefined;
  readonly otp?: string | number | null | undefined;
}

/** What the verify calls need, or the fixed sentence of SPEC.md 8 when a field is missing or blank. */
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
