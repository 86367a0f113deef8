import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';
import { isPublicAddress, lookupPublic } from './public-address.ts';

/** A receiver that does not reply in this time has failed. Source: Standard Webhooks recommends 15 to 30 s at most. */
const TIMEOUT_MS = 10_000;
/** Of the reply's body, for the office to see what the receiver said. */
const MAX_RESPONSE_BYTES = 2048;

export interface PostedEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOutcome {
  /** HTTP status; null if there was no reply. */
  readonly status: number | null;
  /** Why there was no reply; empty otherwise. */
  readonly problem: string;
  /** The beginning of the reply's body. */
  readonly response: string;
  readonly durationMs: number;
}

interface PostOptions {
  /** Only to addresses of the internet. */
  readonly publicOnly: boolean;
  readonly timeoutMs?: number;
}

/**
 * An address of this machine or its network is refused: a webhook must not reach what the internet cannot. Except where
 * only this machine reaches Kemas itself, to try webhooks out.
 */
export function isPublicOnly({ NODE_ENV, HOST }: Pick<Config, 'NODE_ENV' | 'HOST'>): boolean {
  return NODE_ENV === 'production' || !isLoopback(HOST);
}

/** For tasks, never inside a transaction: posts an event. Follows no redirect, and reads no more of the reply than it keeps. Never throws. */
export async function postEvent(
  event: PostedEvent,
  { publicOnly, timeoutMs = TIMEOUT_MS }: PostOptions,
): Promise<PostOutcome> {
  const began = performance.now();
  const done = (outcome: Partial<PostOutcome>): PostOutcome => ({
    status: null,
    problem: '',
    response: '',
    ...outcome,
    durationMs: Math.round(performance.now() - began),
  });
  const url = new URL(event.url);
  if (publicOnly && !isAllowedHost(url.hostname)) return done({ problem: NOT_PUBLIC });
  try {
    return done(await send(url, event, { publicOnly, timeoutMs }));
  } catch (error) {
    return done({ problem: problemOf(error, timeoutMs) });
  }
}

/** Names are checked when they are resolved. */
function isAllowedHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
}

function send(url: URL, { headers, body }: PostedEvent, { publicOnly, timeoutMs }: Required<PostOptions>) {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<PostOutcome, 'status' | 'response'>>();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Kemas-Webhooks/1',
      ...headers,
    },
    // A connection of its own, so that none stays open to a receiver.
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(publicOnly && { lookup: lookupPublic }),
  });
  sent.once('error', reject);
  // 101 to a request that asked for no other protocol: without a listener Node would close the connection and report nothing.
  sent.on('upgrade', ({ statusCode = null }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, response: '' });
  });
  sent.on('response', (response) => {
    const parts: Buffer[] = [];
    let length = 0;
    // The status decides: a body that breaks off, or never ends, changes nothing.
    const finish = () => {
      response.destroy();
      const text = Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
      resolve({ status: response.statusCode ?? null, response: plainText(text) });
    };
    response.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length >= MAX_RESPONSE_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', finish);
    sent.off('error', reject).on('error', finish);
  });
  sent.end(body);
  return promise;
}

/** PostgreSQL stores no NUL, and nobody reads other control characters. */
function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ').trim();
}

const NOT_PUBLIC = 'The host is not on the internet, so nothing was sent.';
const PROBLEMS: Readonly<Record<string, string>> = {
  NOT_PUBLIC,
  ENOTFOUND: 'The host’s name could not be found.',
  EAI_AGAIN: 'The host’s name could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without a reply.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another name.',
};

/** In words for the office. A host with several addresses fails with one error for each. */
function problemOf(error: unknown, timeoutMs: number): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { name, code } = first as { readonly name?: string; readonly code?: string };
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return `There was no reply within ${timeoutMs / 1000} seconds.`;
  return PROBLEMS[code ?? ''] ?? `The request failed${code === undefined ? '' : ` (${code})`}.`;
}
