import { GIFT_RECEIVED, GIFT_RETURNED, GIFT_SENT } from '#features/money/credits/rules/gift-mails.ts';
import { HOURS_BOUGHT, HOURS_EXPIRING } from '#features/money/credits/rules/mails.ts';
import { CODE, MOBILE_CHANGED } from '#features/people/accounts/rules/messages.ts';
import { CLEANER_INVITED } from '#features/people/cleaners/rules/messages.ts';
import {
  ACCOUNT_CLOSED,
  EMAIL_CHANGED,
  EMAIL_CONFIRMATION,
  EMAIL_HAS_ACCOUNT,
  FACEBOOK_LINKED,
} from '#features/people/customers/rules/messages.ts';
import { APPLICATION_REPLY } from '#features/site/applications/rules/mails.ts';
import { REQUEST_REPLY } from '#features/site/contact-requests/rules/mails.ts';
import type { Language, MessageKind, Texts } from '#platform/kernel/message-kind.ts';

/** Message kinds of lower-level features, with their default templates, which the office changes here. */
export const LOWER_KINDS = {
  code: CODE,
  'mobile-changed': MOBILE_CHANGED,
  'cleaner-invited': CLEANER_INVITED,
  'email-changed': EMAIL_CHANGED,
  'email-confirmation': EMAIL_CONFIRMATION,
  'email-has-account': EMAIL_HAS_ACCOUNT,
  'facebook-linked': FACEBOOK_LINKED,
  'account-closed': ACCOUNT_CLOSED,
  'hours-bought': HOURS_BOUGHT,
  'hours-expiring': HOURS_EXPIRING,
  'gift-sent': GIFT_SENT,
  'gift-received': GIFT_RECEIVED,
  'gift-returned': GIFT_RETURNED,
  'request-reply': REQUEST_REPLY,
  'application-reply': APPLICATION_REPLY,
} as const;

type LowerKinds = typeof LOWER_KINDS;
export type LowerDataOf = {
  readonly [K in keyof LowerKinds]: LowerKinds[K] extends MessageKind<infer D> ? D : never;
};

/** Their templates in a language. */
export function lowerTexts(language: Language) {
  return ofEach(({ texts }) => texts[language]) as Readonly<Record<keyof LowerKinds, Texts>>;
}

/** Example data of each, for previews. */
export const LOWER_EXAMPLES = ofEach(({ example }) => example) as unknown as LowerDataOf;

function ofEach<V>(pick: (kind: LowerKinds[keyof LowerKinds]) => V) {
  return Object.fromEntries(Object.entries(LOWER_KINDS).map(([name, kind]) => [name, pick(kind)]));
}
