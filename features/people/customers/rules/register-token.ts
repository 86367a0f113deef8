/** How long a confirmed number may take to finish signing up. */
export const REGISTER_TOKEN_LIFE = Temporal.Duration.from({ minutes: 15 });

export type Signer = (message: string) => string;

/** What a token says: a number was confirmed, perhaps by the code that links a Facebook account. */
export interface Confirmed {
  readonly mobile: string;
  /** The proof of the Facebook account that signing up links. */
  readonly facebookProofId: string | null;
}

/**
 * Says that a mobile number was confirmed, until a moment. Stateless: signed, bound to the number, and of
 * no use once the number is registered.
 */
export function writeRegisterToken(seal: Signer, confirmed: Confirmed, now: Temporal.Instant): string {
  const until = String(now.add(REGISTER_TOKEN_LIFE).epochMilliseconds);
  const proof = confirmed.facebookProofId ?? '';
  return `${until}.${seal(`${confirmed.mobile}|${until}|${proof}`)}.${proof}`;
}

/** What a token says about this number; null unless it was written for it and still holds. `isSame` compares in constant time. */
export function readRegisterToken(
  seal: Signer,
  token: string,
  of: { readonly mobile: string; readonly now: Temporal.Instant },
  isSame: (a: string, b: string) => boolean,
): Confirmed | null {
  const [until = '', mac = '', proof = ''] = token.split('.');
  if (!isSame(mac, seal(`${of.mobile}|${until}|${proof}`))) return null;
  if (of.now.epochMilliseconds >= Number(until)) return null;
  return { mobile: of.mobile, facebookProofId: proof === '' ? null : proof };
}
