import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isKind } from '../texts/kinds.ts';

interface Logged {
  readonly kind: string;
  readonly state: string;
  readonly recipient: string;
  readonly data: unknown;
  /** In PostgreSQL's timestamp format. */
  readonly notAfter: string | null;
}

/**
 * Whether a message can be sent again: its content is stored, it is no longer queued, and it has not expired.
 */
export function mayBeRepeated(message: Logged, now: Temporal.Instant): boolean {
  const { kind, state, recipient, data } = message;
  if (!isKind(kind) || data === null || recipient === '') return false;
  if (isExpired(message, now)) return false;
  return ['sent', 'delivered', 'failed'].includes(state);
}

/** It is of no more use. */
export function isExpired({ notAfter }: Pick<Logged, 'notAfter'>, now: Temporal.Instant): boolean {
  return notAfter !== null && Temporal.Instant.compare(readDatabaseTime(notAfter), now) <= 0;
}
