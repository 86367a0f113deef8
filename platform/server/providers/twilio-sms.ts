import type { SmsProvider } from './sms.ts';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** The registered sender id or number. */
  readonly from: string;
}

const TIMEOUT_MS = 10_000;

/** Text messages by Twilio. The library is loaded with the first message: it is large. */
export function twilioSms(account: TwilioAccount): SmsProvider {
  let client: Promise<TwilioClient> | undefined;
  return {
    async send(message) {
      client ??= open(account);
      await (await client).messages.create({ to: `+${message.to}`, from: account.from, body: message.body });
    },
  };
}

async function open(account: TwilioAccount) {
  const { default: twilio } = await import('twilio');
  return twilio(account.accountSid, account.authToken, { timeout: TIMEOUT_MS });
}

type TwilioClient = Awaited<ReturnType<typeof open>>;
