import { plainCode } from '#platform/kernel/typed-text.ts';
import type { Limit } from './codes.ts';
import { PASSWORD_LIMITS } from './passwords.ts';

/** The defaults of every authenticator app. Source: RFC 6238; Google's Key URI format. */
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_SECONDS = 30;
/** Adjacent codes before and after the current one that are accepted too, because clocks differ. */
export const TOTP_DRIFT = 1;

export const RECOVERY_CODES = 10;
/** 80 bits: infeasible to guess, even with the table of hashes. */
export const RECOVERY_CODE_BYTES = 10;

/** Wrong codes per admin from any address: whoever enters them has the password already. */
export const TOTP_LIMIT: Limit = PASSWORD_LIMITS.name;

/** Crockford's alphabet: no letter that looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS = 5;
const LETTERS = (RECOVERY_CODE_BYTES * 8) / BITS;

/** A typed code: from the app, or a recovery code. */
export type TypedCode = { readonly kind: 'totp' | 'recovery'; readonly code: string };

/** Parses the input of the field for both; null if it is neither. Spaces and case are ignored. */
export function readTypedCode(typed: string | number): TypedCode | null {
  const text = typeof typed === 'number' ? String(typed).padStart(TOTP_DIGITS, '0') : typed;
  const bare = plainCode(text).toLowerCase();
  if (bare.length === TOTP_DIGITS && /^\d+$/.test(bare)) return { kind: 'totp', code: bare };
  const code = bare.replaceAll('o', '0').replace(/[il]/g, '1');
  const isRecovery = code.length === LETTERS && [...code].every((letter) => ALPHABET.includes(letter));
  return isRecovery ? { kind: 'recovery', code } : null;
}

/** Whether nothing was entered. */
export function isBlank(typed: string | number | null | undefined): typed is null | undefined | '' {
  return typed === null || typed === undefined || String(typed).trim() === '';
}

/** Formats random bytes as a recovery code to write down: `7k2m-94qz-x0ab-tt3c`. */
export function recoveryCodeOf(random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = Array.from(
    { length: LETTERS },
    (_, at) => ALPHABET[Number.parseInt(bits.slice(at * BITS, (at + 1) * BITS), 2)],
  ).join('');
  return letters.replace(/.{4}(?=.)/g, '$&-');
}
