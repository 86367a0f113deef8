import { randomBytes } from 'node:crypto';
import { isSameSecret, type Keys } from '../keys.ts';

export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';
const NO_SESSION = 'anyone';

/** A token bound to a session, or unbound: `mac.random.bound`. */
export function newXsrfToken(keys: Keys, sessionID: string | null): string {
  const random = randomBytes(16).toString('hex');
  const bound = sessionID ?? NO_SESSION;
  return `${keys.mac('xsrf', `${bound}|${random}`)}.${random}.${bound}`;
}

/**
 * The signed double submit: the header repeats the cookie, the cookie was issued by us, and a session opened in a
 * browser accepts only the token that was issued for it.
 */
export function isXsrfTokenGood(
  keys: Keys,
  sent: { readonly cookie: string; readonly header: string | undefined },
  browserSessionID: string | null,
): boolean {
  if (sent.header === undefined || !isSameSecret(sent.cookie, sent.header)) return false;
  const [mac = '', random = '', bound = ''] = sent.cookie.split('.');
  if (!isSameSecret(mac, keys.mac('xsrf', `${bound}|${random}`))) return false;
  return browserSessionID === null || bound === browserSessionID;
}
