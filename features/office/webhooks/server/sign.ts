import { createHmac } from 'node:crypto';

/** Begins every secret, as Standard Webhooks says; the rest is the key in Base64. */
export const SECRET_PREFIX = 'whsec_';

export interface SignedEvent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of an event, signed with each secret. Source: Standard Webhooks 1.0, HMAC-SHA256 over `id.timestamp.body`.
 * The timestamp is signed, so a receiver can refuse an event that someone recorded and sends again later.
 */
export function signedHeaders({ id, timestamp, body }: SignedEvent, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
