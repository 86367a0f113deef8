/** The ways in which the business may write or ring with news and offers, each agreed to by itself (DOMAIN.md 1.9). */
export const CONSENT_CHANNELS = ['email', 'sms', 'phone'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];
export type Consents = Readonly<Record<ConsentChannel, boolean>>;

/**
 * The wording that people agree to, `consents.*` in web/locales. Whoever changes what is agreed to there counts this up:
 * a consent keeps the version that was read.
 */
export const CONSENT_TEXT = 'marketing-1';

/** What of a wish is new: channels to be written down as agreed to, and as withdrawn. What is not named stays. */
export function consentChanges(
  given: readonly ConsentChannel[],
  wanted: Partial<Record<ConsentChannel, boolean | undefined>>,
): { readonly give: readonly ConsentChannel[]; readonly withdraw: readonly ConsentChannel[] } {
  const named = (wish: boolean) => CONSENT_CHANNELS.filter((channel) => wanted[channel] === wish);
  return {
    give: named(true).filter((channel) => !given.includes(channel)),
    withdraw: named(false).filter((channel) => given.includes(channel)),
  };
}

export function consentsOf(given: readonly string[]): Consents {
  return { email: given.includes('email'), sms: given.includes('sms'), phone: given.includes('phone') };
}
