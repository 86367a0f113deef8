import type { OfficeRole } from '#platform/kernel/actor.ts';

/** An owner may add admins and keys, so no key is one. */
export const KEY_ROLES = [
  'office',
  'dispatcher',
  'accountant',
  'read-only',
] as const satisfies readonly OfficeRole[];
export type KeyRole = (typeof KEY_ROLES)[number];

/** Keys that work at the same time: more than an office has systems, few enough to list them all. */
export const MAX_ACTIVE_KEYS = 50;

/** Requests of one key: ten a second on average, far more than a sync of a whole day needs. */
export const REQUESTS_PER_MINUTE = 600;

export type KeyState = 'active' | 'expired' | 'revoked';

interface KeyTimes {
  readonly revokedAt: Temporal.Instant | null;
  readonly expiresAt: Temporal.Instant | null;
}

/** A key works until the moment it expires or is revoked. */
export function keyState({ revokedAt, expiresAt }: KeyTimes, now: Temporal.Instant): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Temporal.Instant.compare(now, expiresAt) >= 0 ? 'expired' : 'active';
}

/** A use is written at most this often, so that reads do not become writes. */
const USE_STEP = Temporal.Duration.from({ minutes: 1 });

/** Whether a use is to be written: it is the first, or the last one that was written is a minute old. */
export function isNewUse(lastUsedAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return lastUsedAt === null || Temporal.Instant.compare(now, lastUsedAt.add(USE_STEP)) >= 0;
}
