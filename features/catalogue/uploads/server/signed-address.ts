import { readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Services } from '#platform/server/context.ts';
import { isSameSecret, type Keys } from '#platform/server/keys.ts';
import { addressExpiry } from '../rules/private-pictures.ts';

/**
 * Signs the URL of a private picture, for a reply to someone who may see it. An <img> cannot send a session token, so
 * the URL itself grants access: to all sizes of this picture, until it expires.
 *
 * @throws if `url` is not the URL of an upload
 */
export function signPictureUrl(
  { keys, clock, config }: Services,
  url: string,
  period: 'hour' | 'day',
): string {
  const file = readPictureUrl(url);
  if (file === null) throw new Error(`Not an upload URL: ${url}`);
  const expires = addressExpiry(clock.now(), period, config.BUSINESS_TZ).epochMilliseconds / 1000;
  return `${url}?expires=${expires}&signature=${signatureOf(keys, file.id, expires)}`;
}

/** The seconds for which a URL's query still grants access to a picture; 0 if it does not. */
export function secondsLeft({ keys, clock }: Services, id: string, query: unknown): number {
  const { expires, signature } = query as { readonly expires?: unknown; readonly signature?: unknown };
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return 0;
  if (!isSameSecret(signature, signatureOf(keys, id, Number(expires)))) return 0;
  return Math.max(0, Math.floor(Number(expires) - clock.now().epochMilliseconds / 1000));
}

function signatureOf(keys: Keys, id: string, expires: number): string {
  return keys.mac('picture', `${id} ${expires}`);
}
