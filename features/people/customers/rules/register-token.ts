/** How long signing up may take after the number was confirmed. */
export const REGISTER_TOKEN_LIFE = Temporal.Duration.from({ minutes: 15 });

export type Signer = (message: string) => string;

/** The content of a token: a confirmed number, possibly with a Facebook account to link. */
export interface Confirmed {
  readonly mobile: string;
  /** The proof of the Facebook account that signing up links. */
  readonly facebookProofID: string | null;
}

/**
 * Creates a token that proves until a given time that a mobile number was confirmed. Stateless: signed, bound
 * to the number, and useless once the number is registered.
 */
export function writeRegisterToken(seal: Signer, confirmed: Confirmed, now: Temporal.Instant): string {
  const until = String(now.add(REGISTER_TOKEN_LIFE).epochMilliseconds);
  const proof = confirmed.facebookProofID ?? '';
  return `${until}.${seal(`${confirmed.mobile}|${until}|${proof}`)}.${proof}`;
}

/**
 * The content of a token for this number; null if it is invalid or expired. `isSame` compares in constant
 * time.
 */
export function readRegisterToken(
  seal: Signer,
  token: string,
  of: { readonly mobile: string; readonly now: Temporal.Instant },
  isSame: (a: string, b: string) => boolean,
): Confirmed | null {
  const [until = '', mac = '', proof = ''] = token.split('.');
  if (!isSame(mac, seal(`${of.mobile}|${until}|${proof}`))) return null;
  if (of.now.epochMilliseconds >= Number(until)) return null;
  return { mobile: of.mobile, facebookProofID: proof === '' ? null : proof };
}
