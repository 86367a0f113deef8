/** How long a confirmed number may take to finish signing up. */
export const REGISTER_TOKEN_LIFE = Temporal.Duration.from({ minutes: 15 });

export type Signer = (message: string) => string;

/**
 * Says that a mobile number was confirmed, until a moment. Stateless: signed, bound to the number, and of
 * no use once the number is registered.
 */
export function writeRegisterToken(seal: Signer, mobile: string, now: Temporal.Instant): string {
  const until = String(now.add(REGISTER_TOKEN_LIFE).epochMilliseconds);
  return `${until}.${seal(`${mobile}|${until}`)}`;
}

/** Whether a token was written for this number and still holds. `isSame` compares in constant time. */
export function isRegisterTokenGood(
  seal: Signer,
  token: string,
  of: { readonly mobile: string; readonly now: Temporal.Instant },
  isSame: (a: string, b: string) => boolean,
): boolean {
  const [until = '', mac = ''] = token.split('.');
  if (!isSame(mac, seal(`${of.mobile}|${until}`))) return false;
  return of.now.epochMilliseconds < Number(until);
}
