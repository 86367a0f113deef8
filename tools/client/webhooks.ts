import type { WebhookEvent } from './calls.ts';

/** Why an event must not be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookHeaders {
  get(name: string): string | null;
}

interface VerifyOptions {
  /** Seconds that the event may be older or newer than now; default 300. It stops recorded events from being sent again. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; default now. */
  readonly now?: number;
}

const TOLERANCE_S = 300;
const PREFIX = 'whsec_';

/**
 * The event of a request, after checking that Kemas has signed it (Standard Webhooks). Pass the body exactly as it arrived.
 * An event can arrive twice: remember the header `webhook-id`.
 * @throws WebhookVerificationError if it is not signed with this secret, or is too old
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
  { toleranceSeconds = TOLERANCE_S, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing.');
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds))
    throw new WebhookVerificationError('The event is too old, or from the future.');
  const key = await keyOf(secret);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    const isGood = version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), content));
    if (isGood) return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('The event is not signed with this secret.');
}

function headerOf(
  headers: WebhookHeaders | Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | null {
  if (typeof headers.get === 'function') return (headers as WebhookHeaders).get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** From base64; empty if it is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(); // atob throws on other characters, which is the check here
  }
}
