import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import type { Role } from '../../kernel/actor.ts';
import { isSameSecret, type Keys } from '../keys.ts';

const ISSUER = 'kemas';
const AUDIENCE = 'kemas-api';
const ALGORITHM = 'HS256';
/** The first part of every token. */
const HEADER = Buffer.from(JSON.stringify({ alg: ALGORITHM })).toString('base64url');

export interface SessionClaim {
  readonly sessionId: string;
  readonly role: Role;
}

/** The Bearer token: signed, and only a pointer at a session row. */
export async function signSessionToken(
  keys: Keys,
  claim: SessionClaim,
  times: { issued: Temporal.Instant; expires: Temporal.Instant },
) {
  return new SignJWT({ typ: claim.role })
    .setProtectedHeader({ alg: ALGORITHM })
    .setJti(claim.sessionId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(times.issued))
    .setExpirationTime(seconds(times.expires))
    .sign(keys.session);
}

/**
 * Null for a token that is not ours, was altered, or has expired. Every request asks, so this is done here and now:
 * jose verifies through WebCrypto, which hands 32 bytes to another thread and waits for them. Only what
 * signSessionToken writes is let in, its header to the letter, and so one algorithm only.
 */
export function readSessionToken(keys: Keys, token: string, now: Temporal.Instant): SessionClaim | null {
  const [header, payload, signature, ...more] = token.split('.');
  if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0) return null;
  const signed = createHmac('sha256', keys.session).update(`${header}.${payload}`).digest('base64url');
  if (!isSameSecret(signature, signed)) return null;
  const claims = readClaims(payload);
  if (claims?.iss !== ISSUER || claims.aud !== AUDIENCE) return null;
  if (typeof claims.exp !== 'number' || claims.exp <= seconds(now)) return null;
  const { typ: role, jti: sessionId } = claims;
  if (role !== 'customer' && role !== 'cleaner' && role !== 'admin') return null;
  return typeof sessionId === 'string' ? { sessionId, role } : null;
}

/** Null for what our key signed and is no claims all the same: another use of the key, which there should not be. */
function readClaims(payload: string): Readonly<Record<string, unknown>> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : null;
  } catch {
    return null; // JSON.parse throws on what is no JSON, which is the answer here
  }
}

function seconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}
