import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_DRIFT, TOTP_PERIOD_SECONDS } from '../rules/totp.ts';

/** 160 bits, as recommended by RFC 4226. */
const SECRET_BYTES = 20;

interface Named {
  /** The business and the user, as listed in the app. */
  readonly issuer: string;
  readonly label: string;
}

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code. */
export function totpUri(secret: string, { issuer, label }: Named): string {
  // A colon separates the two in the URI, so names must not contain one.
  const plain = (text: string) => text.replaceAll(':', ' ');
  return totpOf(secret, { issuer: plain(issuer), label: plain(label) }).toString();
}

/** The 30-second step (counted since 1970) of a code, with some drift allowed; null if the code is wrong. */
export function stepOfCode(secret: string, code: string, now: Temporal.Instant): number | null {
  const totp = totpOf(secret);
  const timestamp = now.epochMilliseconds;
  const drift = totp.validate({ token: code, timestamp, window: TOTP_DRIFT });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

function totpOf(secret: string, named: Partial<Named> = {}): TOTP {
  return new TOTP({ ...named, secret, digits: TOTP_DIGITS, period: TOTP_PERIOD_SECONDS });
}
