import { CREDIT_MESSAGES } from '#features/money/credits/texts/gift-mails.ts';
import { INVOICE_MESSAGES } from '#features/money/payments/texts/invoice-mails.ts';
import { ACCOUNT_MESSAGES } from '#features/people/accounts/texts/messages.ts';
import { CLEANER_MESSAGES } from '#features/people/cleaners/texts/messages.ts';
import { CUSTOMER_MESSAGES } from '#features/people/customers/texts/messages.ts';
import { APPLICATION_MESSAGES } from '#features/site/applications/texts/mails.ts';
import { REQUEST_MESSAGES } from '#features/site/contact-requests/texts/mails.ts';
import type { MessageKind, Texts } from '#platform/kernel/message-kind.ts';

/**
 * The message kinds that lower features declare as `messageKinds`, with their default templates, which the office
 * changes here. apps/api/message-kinds.test.ts fails if a feature's kinds are missing.
 */
export const LOWER_KINDS = {
  ...ACCOUNT_MESSAGES,
  ...CLEANER_MESSAGES,
  ...CUSTOMER_MESSAGES,
  ...CREDIT_MESSAGES,
  ...INVOICE_MESSAGES,
  ...REQUEST_MESSAGES,
  ...APPLICATION_MESSAGES,
} as const;

type LowerKinds = typeof LOWER_KINDS;
export type LowerDataOf = {
  readonly [K in keyof LowerKinds]: LowerKinds[K] extends MessageKind<infer D> ? D : never;
};

/** Their templates in English. */
export const LOWER_TEXTS = ofEach(({ texts }) => texts) as Readonly<Record<keyof LowerKinds, Texts>>;

/** Example data of each, for previews. */
export const LOWER_EXAMPLES = ofEach(({ example }) => example) as unknown as LowerDataOf;

function ofEach<V>(pick: (kind: LowerKinds[keyof LowerKinds]) => V) {
  return Object.fromEntries(Object.entries(LOWER_KINDS).map(([name, kind]) => [name, pick(kind)]));
}
