import { plainCode } from '#platform/kernel/typed-text.ts';
import type { Limit } from './codes.ts';
import { PASSWORD_LIMITS } from './passwords.ts';

/** What every authenticator app knows without being told. Source: RFC 6238; Google's Key URI format. */
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_SECONDS = 30;
/** Codes before and after the one of this moment that are right too: phones' clocks differ. */
export const TOTP_DRIFT = 1;

export const RECOVERY_CODES = 10;
/** 80 bits: more than anybody tries, also of the table itself. */
export const RECOVERY_CODE_BYTES = 10;

/** Wrong codes for one admin, from wherever: who types them has the password already. */
export const TOTP_LIMIT: Limit = PASSWORD_LIMITS.name;

/** Crockford's: no letter that is taken for a figure. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS = 5;
const LETTERS = (RECOVERY_CODE_BYTES * 8) / BITS;

/** A code as it was typed: from the app, or one of those for the day on which the phone is gone. */
export type TypedCode = { readonly kind: 'totp' | 'recovery'; readonly code: string };

/** Reads what was typed into the one field for both; null when it is neither. Gaps and cases do not count. */
export function readTypedCode(typed: string | number): TypedCode | null {
  const text = typeof typed === 'number' ? String(typed).padStart(TOTP_DIGITS, '0') : typed;
  const bare = plainCode(text).toLowerCase();
  if (bare.length === TOTP_DIGITS && /^\d+$/.test(bare)) return { kind: 'totp', code: bare };
  const code = bare.replaceAll('o', '0').replace(/[il]/g, '1');
  const isRecovery = code.length === LETTERS && [...code].every((letter) => ALPHABET.includes(letter));
  return isRecovery ? { kind: 'recovery', code } : null;
}

/** Whether nothing was typed at all. */
export function isBlank(typed: string | number | null | undefined): typed is null | undefined | '' {
  return typed === null || typed === undefined || String(typed).trim() === '';
}

/** Random bytes as a recovery code to write down: `7k2m-94qz-x0ab-tt3c`. */
export function recoveryCodeOf(random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = Array.from(
    { length: LETTERS },
    (_, at) => ALPHABET[Number.parseInt(bits.slice(at * BITS, (at + 1) * BITS), 2)],
  ).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}
