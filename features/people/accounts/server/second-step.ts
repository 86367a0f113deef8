import { Secret, TOTP } from 'otpauth';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type Throttled, type ThrottleRule, throttle, uncountTry } from '#platform/server/throttle.ts';
import {
  isBlank,
  readTypedCode,
  TOTP_DIGITS,
  TOTP_DRIFT,
  TOTP_LIMIT,
  TOTP_PERIOD_SECONDS,
} from '../rules/totp.ts';
import { recoveryCodeUsedMail } from '../texts/mails.ts';
import { type AdminRow, saveTotp } from './admin-record.ts';
import { mailAdmin } from './forgotten-password.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';

export type Otp = string | number | null | undefined;
export type SecondStepRefused = Refusal<'otp_needed' | 'totp_wrong'>;

/** Counts a try of a code, outside transactions: the count must survive a rollback. */
export async function countOtp(ctx: Context, adminID: string, otp: Otp): Promise<Throttled | null> {
  if (isBlank(otp)) return null;
  const refused = await throttle(ctx, otpRule(adminID));
  if (refused)
    ctx.log.warn({ wake: true, adminID }, 'too many wrong second-factor codes: someone knows the password');
  return refused;
}

/** The code was right, so it was not guessing. */
export async function uncountOtp(ctx: Context, adminID: string, otp: Otp): Promise<void> {
  if (!isBlank(otp)) await uncountTry(ctx, otpRule(adminID));
}

/**
 * The second step of a sign-in; null on success. The admin is locked, so that of two concurrent requests with
 * the same code one succeeds: a TOTP code is used up with its 30-second step, a recovery code for good.
 */
export async function takeSecondStep(tx: Tx, admin: AdminRow, otp: Otp): Promise<SecondStepRefused | null> {
  if (admin.totpSince === null) return null;
  if (isBlank(otp)) return refuse('otp_needed');
  const typed = readTypedCode(otp);
  if (typed === null) return refuse('totp_wrong');
  if (typed.kind === 'totp') return spendTotp(tx, admin, typed.code);
  if (!(await spendRecoveryCode(tx, admin.id, typed.code))) return refuse('totp_wrong');
  await audit(tx, { action: 'admin.recovery-code-used', subject: { kind: 'admin', id: admin.id } });
  const left = await countRecoveryCodes(tx, admin.id);
  await mailAdmin(tx, admin, (to) => recoveryCodeUsedMail(to, left));
  return null;
}

/** Uses up a TOTP code. The admin is locked. */
export async function spendTotp(
  tx: Tx,
  admin: AdminRow,
  code: string,
): Promise<Refusal<'totp_wrong'> | null> {
  const secret = tx.keys.open('totp', admin.totpSecret ?? '', admin.id);
  if (secret === null) {
    tx.log.error(
      { wake: true, adminID: admin.id },
      'TOTP secret cannot be decrypted: was SESSION_SECRET changed?',
    );
    return refuse('totp_wrong');
  }
  const step = stepOfCode(secret, code, tx.clock.now());
  if (step === null || step <= admin.totpLastStep) return refuse('totp_wrong');
  await saveTotp(tx, admin.id, { totpLastStep: step });
  return null;
}

function otpRule(adminID: string): ThrottleRule {
  return { key: `admin-totp:${adminID}`, ...TOTP_LIMIT };
}

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
