import { type MessageKind, smsText } from '../kernel/message-kind.ts';
import type { Tx } from '../server/context.ts';
import type { Feature } from '../server/feature.ts';
import { sendKind } from '../server/messages.ts';

const TEST_SMS: MessageKind<{ readonly body: string }> = {
  kind: 'test-sms',
  title: 'Test',
  when: 'A test sends it.',
  reader: 'anyone',
  channels: ['sms'],
  placeholders: { body: 'the whole text' },
  required: {},
  texts: smsText('{body}'),
  values: ({ body }) => ({ body }),
  example: { body: 'Hello' },
};

/** For tests of delivery without the feature that owns the templates. */
export const testSms: Feature = { name: 'test-sms', messageKinds: { 'test-sms': TEST_SMS } };

/** Sends an SMS with this text, if the transaction commits. */
export function sendTestSms(
  tx: Tx,
  {
    to,
    body,
    notAfter,
  }: { readonly to: string; readonly body: string; readonly notAfter?: Temporal.Instant },
): Promise<void> {
  return sendKind(tx, TEST_SMS, { to: { mobile: to }, data: { body }, ...(notAfter && { notAfter }) });
}
