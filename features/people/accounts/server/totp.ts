import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_DRIFT, TOTP_PERIOD_SECONDS } from '../rules/totp.ts';

/** 160 bits, as RFC 4226 asks. */
const SECRET_BYTES = 20;

interface Named {
  /** The business, and who signs in: how the app lists it. */
  readonly issuer: string;
  readonly label: string;
}

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code holds. */
export function totpUri(secret: string, { issuer, label }: Named): string {
  // A colon parts the two in the address: a name has none.
  const plain = (text: string) => text.replaceAll(':', ' ');
  return totpOf(secret, { issuer: plain(issuer), label: plain(label) }).toString();
}

/** The 30 seconds, counted since 1970, whose code this is, a little drift allowed; null for a wrong one. */
export function stepOfCode(secret: string, code: string, now: Temporal.Instant): number | null {
  const totp = totpOf(secret);
  const timestamp = now.epochMilliseconds;
  const drift = totp.validate({ token: code, timestamp, window: TOTP_DRIFT });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

function totpOf(secret: string, named: Partial<Named> = {}): TOTP {
  return new TOTP({ ...named, secret, digits: TOTP_DIGITS, period: TOTP_PERIOD_SECONDS });
}
