import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { MailProvider } from '../providers/mail.ts';

export interface FakeOptions {
  readonly db: Db;
  readonly clock: Clock;
}

/** Fake e-mail: the inbox at /sandbox shows the messages. */
export function sandboxMail(options: FakeOptions): MailProvider {
  return {
    send: (message) => storeMessage(options, { ...message, channel: 'email' }),
  };
}

interface StoredMessage {
  readonly id: string;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly subject: string | null;
  readonly body: string;
  readonly html?: string;
}

/** Accepts the same message once, like a gateway with deduplication. */
export async function storeMessage({ db, clock }: FakeOptions, message: StoredMessage): Promise<void> {
  await db
    .insertInto('sandbox.message')
    .values({
      id: message.id,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body: message.body,
      html: message.html ?? null,
      sentAt: clock.now().toString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
