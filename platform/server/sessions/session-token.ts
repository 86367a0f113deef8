import { jwtVerify, SignJWT } from 'jose';
import type { Role } from '../../kernel/actor.ts';
import type { Keys } from '../keys.ts';

const ISSUER = 'kemas';
const AUDIENCE = 'kemas-api';
const ALGORITHM = 'HS256';

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

/** Null for a token that is not ours, was altered, or has expired. One algorithm only. */
export async function readSessionToken(
  keys: Keys,
  token: string,
  now: Temporal.Instant,
): Promise<SessionClaim | null> {
  try {
    const { payload } = await jwtVerify(token, keys.session, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now.epochMilliseconds),
    });
    const role = payload.typ;
    if (typeof payload.jti !== 'string') return null;
    if (role !== 'customer' && role !== 'cleaner' && role !== 'admin') return null;
    return { sessionId: payload.jti, role };
  } catch {
    return null; // jose throws for every way a token can be wrong, and all of them mean "signed out"
  }
}

function seconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}
