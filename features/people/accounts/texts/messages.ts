import { brandName } from '#features/catalogue/settings/rules/brand-name.ts';
import { BUSINESS, type MessageKind, smsText } from '#platform/kernel/message-kind.ts';
import { defineTexts, translator } from '#platform/kernel/translate.ts';
import type { CodePurpose } from '../rules/codes.ts';

interface CodeData {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly minutes: number;
}

/** The purpose of a code beyond signing in, so that nobody reads one out without knowing what it is for. */
const texts = defineTexts('codes', { 'link-facebook': ' It links a Facebook account.' });

/**
 * Contains no link, so that people do not learn to tap links. The last line is read by phones and browsers, which fill in
 * the code only on this site. Source: the WebOTP API, https://wicg.github.io/sms-one-time-codes.
 */
export const CODE: MessageKind<CodeData> = {
  kind: 'code',
  title: 'Code to sign in',
  when: 'When someone signs in, or confirms a mobile number.',
  reader: 'anyone',
  channels: ['sms'],
  placeholders: {
    code: 'the six digits',
    purpose: 'what it does beyond signing in; nothing mostly',
    minutes: 'how many minutes it can be used',
    brand: 'what customers call the business',
    host: 'the host of the site: on the last line, "@{host} #{code}" lets phones fill in the code',
    ...BUSINESS,
  },
  required: { sms: ['code', 'minutes'] },
  // Phones recognise the code by these words and fill it in, and the sandbox's inbox reads it.
  fixed: { words: '{code} is your {brand} code', at: 'start' },
  texts: smsText(
    '{code} is your {brand} code.{purpose} Expires in {minutes} min. Never share it.\n@{host} #{code}',
  ),
  values: ({ code, purpose, minutes }, { site, business, ...translations }) => ({
    code,
    brand: brandName(business),
    host: site.replace(/^https?:\/\//, '').replace(/[:/].*$/, ''),
    purpose: purpose === 'link-facebook' ? translator(translations, texts)(purpose) : '',
    minutes: String(minutes),
  }),
  example: { code: '123456', purpose: 'customer-sign-in', minutes: 5 },
};

/** Does not contain the new number: whoever holds the old phone, possibly a thief, need not know it. */
export const MOBILE_CHANGED: MessageKind<Record<never, never>> = {
  kind: 'mobile-changed',
  title: 'Mobile number changed',
  when: 'To the old number, once it has been replaced.',
  reader: 'anyone',
  channels: ['sms'],
  placeholders: BUSINESS,
  required: {},
  texts: smsText('Your {business} sign-in number has changed. Not you? Call us right away.'),
  values: () => ({}),
  example: {},
};

/** Every message that this feature sends, by kind. */
export const ACCOUNT_MESSAGES = { code: CODE, 'mobile-changed': MOBILE_CHANGED } as const;
