import { readPictureUrl } from '#platform/kernel/pictures.ts';
import type { Services } from '#platform/server/context.ts';
import { isSameSecret, type Keys } from '#platform/server/keys.ts';
import { addressExpiry } from '../rules/private-pictures.ts';

/**
 * The address of a private picture, for a reply to somebody who may see it. An <img> cannot send a session's token, so the
 * address itself is the permission: for all sizes of this picture, until it expires.
 * @throws when `url` is not the address of an upload
 */
export function signPictureUrl(
  { keys, clock, config }: Services,
  url: string,
  period: 'hour' | 'day',
): string {
  const file = readPictureUrl(url);
  if (file === null) throw new Error(`${url} is not the address of an upload.`);
  const expires = addressExpiry(clock.now(), period, config.BUSINESS_TZ).epochMilliseconds / 1000;
  return `${url}?expires=${expires}&signature=${signatureOf(keys, file.id, expires)}`;
}

/** For how many seconds the query of an address still permits to see a picture: 0 where it does not. */
export function secondsLeft({ keys, clock }: Services, id: string, query: unknown): number {
  const { expires, signature } = query as { readonly expires?: unknown; readonly signature?: unknown };
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return 0;
  if (!isSameSecret(signature, signatureOf(keys, id, Number(expires)))) return 0;
  return Math.max(0, Math.floor(Number(expires) - clock.now().epochMilliseconds / 1000));
}

function signatureOf(keys: Keys, id: string, expires: number): string {
  return keys.mac('picture', `${id} ${expires}`);
}
