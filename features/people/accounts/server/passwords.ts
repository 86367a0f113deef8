import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { lastProof, noteProof } from '#platform/server/sessions/last-proof.ts';
import { type ThrottleRule, throttle, uncountTry } from '#platform/server/throttle.ts';
import { readCode } from '../rules/codes.ts';
import { isFresh } from '../rules/freshness.ts';
import { PASSWORD_LIMITS, whyGuessable } from '../rules/passwords.ts';
import { findOwnAdmin } from './admin-record.ts';
import { checkCode } from './codes.ts';

/** Argon2id: 19 MiB, two passes, one lane. Source: OWASP, Password Storage. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** Hashes a password with a random salt; returns PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive('argon2id', {
    ...COST,
    message: normalise(password),
    nonce: salt,
    tagLength: HASH_BYTES,
  });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(hash)}`;
}

/**
 * Compares a password with a hash. Without a hash (unknown name) the same work is done, so that the timing
 * does not reveal it.
 * @throws if the hash is not one of ours
 */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(phc ?? nobody) ?? [];
  if (hash === '') throw new Error('A stored password hash is not in PHC format.');
  const expected = Buffer.from(hash, 'base64');
  const found = await derive('argon2id', {
    message: normalise(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected) && phc !== null;
}

/** The hash to compare with for unknown names: a random one that matches no password. */
const nobody = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

/** Different keyboards can encode the same letters as different bytes. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Refuses a new password that is easy to guess. */
export function refuseGuessable(password: string, identity: string): Refusal<'invalid'> | null {
  const message = whyGuessable(password, identity);
  return message === null ? null : refuseField('password', message);
}

/**
 * Checks the signed-in admin's own password: anyone can act at an unlocked screen, but does not know it. Null
 * if it is right. Must be called outside transactions, because its count must survive a rollback.
 */
export async function checkCurrentPassword(
  ctx: ContextOf<'admin'>,
  given: string | undefined,
): Promise<Refusal<'current_password_needed' | 'current_password_wrong' | 'throttled'> | null> {
  const typed = given?.trim() ?? '';
  if (typed === '') return refuse('current_password_needed');
  const admin = await findOwnAdmin(ctx);
  const rule: ThrottleRule = { key: `admin-current-password:${admin.id}`, ...PASSWORD_LIMITS.name };
  const refused = await throttle(ctx, rule);
  if (refused) return refused;
  if (!(await isPassword(typed, admin.passwordHash))) return refuse('current_password_wrong');
  await uncountTry(ctx, rule);
  await noteProof(ctx);
  return null;
}

/** The same, but an admin who signed in or typed it recently need not type it. */
export async function checkFreshPassword(ctx: ContextOf<'admin'>, given: string | undefined) {
  const isGiven = (given?.trim() ?? '') !== '';
  return !isGiven && (await isProven(ctx)) ? null : checkCurrentPassword(ctx, given);
}

export type Unproven = Refusal<'fresh_code_needed' | 'otp_wrong' | 'otp_expired' | 'throttled'>;

interface FreshProof {
  /** The account's own number, 65XXXXXXXX. */
  readonly mobile: string;
  /** The code as typed, if the request has one. */
  readonly otp: string | number | undefined;
  readonly role: 'customer' | 'cleaner';
}

/**
 * Checks that the user holds the account's mobile now: by the sign-in code in the request, or because they
 * signed in or sent a code recently. Must be called outside transactions.
 */
export async function checkFreshSignIn(
  ctx: Context<SignedIn>,
  { mobile, otp, role }: FreshProof,
): Promise<Unproven | null> {
  if (otp !== undefined) {
    const typed = { purpose: `${role}-sign-in`, mobile, otp: readCode(otp), owner: ctx.actor } as const;
    const checked = await checkCode(ctx, typed);
    if (checked !== true) return checked;
    await noteProof(ctx);
    return null;
  }
  return (await isProven(ctx)) ? null : refuse('fresh_code_needed');
}

/** Whether the caller signed in, or proved who they are, recently. */
async function isProven(ctx: Context<SignedIn>): Promise<boolean> {
  const proof = await lastProof(ctx);
  return proof !== null && isFresh(proof, ctx.clock.now());
}
