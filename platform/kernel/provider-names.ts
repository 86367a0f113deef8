/** Services of other companies that Kemas uses, if they are configured. */
export const PROVIDER_NAMES = ['payments', 'sms', 'mail', 'facebook', 'calendar', 'geocoding'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What a look at one of them found. `off`: not configured, or the sandbox. */
export const FINDING_STATES = ['good', 'bad', 'off'] as const;
export type FindingState = (typeof FINDING_STATES)[number];
