import type { Logger } from 'pino';
import type { SmsProvider } from '../providers/sms.ts';
import { readTwilioReport } from '../providers/twilio-reports.ts';
import { type FakeOptions, storeMessage } from './fake-messages.ts';

export interface FakeSmsOptions extends FakeOptions {
  readonly log: Logger;
  /** Signs its reports; known only to the fakes of our own processes. */
  readonly authToken: string;
  /** The callback URL that a gateway would be given: the signature covers it. */
  readonly reportsTo: (messageID: string) => string;
}

export interface FakeSms extends SmsProvider {
  /** Sends reports from now on to the app at this address. */
  reportTo(address: string): void;
}

/** Numbers with this ending are never reached, to show what the office sees then. */
const UNREACHABLE = '0404';
const PAUSE_MS = 300;
const TIMEOUT_MS = 10_000;

/** Fake SMS: the inbox at /sandbox shows the messages, and delivery is reported as Twilio does. */
export function sandboxSms(options: FakeSmsOptions): FakeSms {
  let address: string | undefined;
  return {
    async send(message) {
      await storeMessage(options, { ...message, channel: 'sms', subject: null });
      const at = address;
      if (at === undefined) return;
      const ends = message.to.endsWith(UNREACHABLE)
        ? { MessageStatus: 'undelivered', ErrorCode: '30003' }
        : { MessageStatus: 'delivered' };
      void (async () => {
        for (const form of [{ MessageStatus: 'sent' }, ends]) {
          await new Promise((done) => setTimeout(done, PAUSE_MS).unref());
          await report(options, at, message.id, { ...form, To: `+${message.to}` });
        }
      })();
    },
    readReport: (request) => readTwilioReport(options.authToken, request),
    reportTo: (to) => {
      address = to;
    },
  };
}

/** Signed as Twilio does, and sent once: Twilio does not retry either. */
async function report(
  { authToken, reportsTo, log }: FakeSmsOptions,
  address: string,
  messageID: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const url = reportsTo(messageID);
  const { getExpectedTwilioSignature } = await import('twilio/lib/webhooks/webhooks.js');
  const { pathname, search } = new URL(url);
  try {
    await fetch(`${address}${pathname}${search}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': getExpectedTwilioSignature(authToken, url, { ...form }) },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    log.debug({ err: error }, 'delivery report of the fake SMS gateway not accepted');
  }
}
