import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import { whyGuessable } from '../rules/passwords.ts';

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
