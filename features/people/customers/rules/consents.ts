/** Channels for news and offers, each with a separate consent. Source: PDPA and its Do Not Call provisions. */
export const CONSENT_CHANNELS = ['email', 'sms', 'phone'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];
export type Consents = Readonly<Record<ConsentChannel, boolean>>;

/**
 * The version of the consent wording, `consents.*` in web/locales. Increment it when the meaning of the
 * wording changes: a consent stores the version that was shown.
 */
export const CONSENT_TEXT = 'marketing-1';

/** The consents to give and to withdraw for a wish. Absent channels stay as they are. */
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
