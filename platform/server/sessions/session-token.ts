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
  readonly sessionID: string;
  readonly role: Role;
}

/** The Bearer token: signed, and only a reference to a session row. */
export async function signSessionToken(
  keys: Keys,
  claim: SessionClaim,
  times: { issued: Temporal.Instant; expires: Temporal.Instant },
) {
  return new SignJWT({ typ: claim.role })
    .setProtectedHeader({ alg: ALGORITHM })
    .setJti(claim.sessionID)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(times.issued))
    .setExpirationTime(seconds(times.expires))
    .sign(keys.session);
}

/**
 * Null for a token that is not ours, was altered, or has expired. Synchronous, because every request needs it: jose
 * verifies through WebCrypto, which passes 32 bytes to another thread and waits. Accepts only what signSessionToken
 * writes, with that exact header, and so one algorithm only.
 */
export function readSessionToken(keys: Keys, token: string, now: Temporal.Instant): SessionClaim | null {
  const [header, payload, signature, ...more] = token.split('.');
  if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0) return null;
  const signed = createHmac('sha256', keys.session).update(`${header}.${payload}`).digest('base64url');
  if (!isSameSecret(signature, signed)) return null;
  const claims = readClaims(payload);
  if (claims?.iss !== ISSUER || claims.aud !== AUDIENCE) return null;
  if (typeof claims.exp !== 'number' || claims.exp <= seconds(now)) return null;
  const { typ: role, jti: sessionID } = claims;
  if (role !== 'customer' && role !== 'cleaner' && role !== 'admin') return null;
  return typeof sessionID === 'string' ? { sessionID, role } : null;
}

/** Null for a payload that our key signed but that is not claims: another use of the key, which should not exist. */
function readClaims(payload: string): Readonly<Record<string, unknown>> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : null;
  } catch {
    return null; // JSON.parse throws on invalid JSON, which is the check here
  }
}

function seconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}
