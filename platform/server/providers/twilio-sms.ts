import { hasNoAnswer, type MakeBreaker } from './breaker.ts';
import { MessageRefused } from './message-refused.ts';
import type { SmsProvider } from './sms.ts';
import { readTwilioReport } from './twilio-reports.ts';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** The registered sender id or number. */
  readonly from: string;
  /** Status callback URL; null if Twilio cannot reach us. */
  readonly reportsTo: ((messageID: string) => string) | null;
  /** Base URL of a fake; null for Twilio itself. */
  readonly apiUrl: string | null;
  readonly makeBreaker: MakeBreaker;
}

const TIMEOUT_MS = 10_000;
/** People wait for codes, so it is tried again soon. */
const PAUSE_MS = 10_000;

/**
 * Twilio's codes for a number that takes no SMS: invalid, in a region that is not allowed, unsubscribed, not reachable,
 * not a mobile. Others, such as a wrong sender, are about our account: they are tried again, and logged.
 * https://www.twilio.com/docs/api/errors
 */
const REFUSED = [21211, 21408, 21610, 21612, 21614];

/** SMS through Twilio. The library is large, so it is loaded with the first message. */
export function twilioSms(account: TwilioAccount): SmsProvider {
  const breaker = account.makeBreaker({
    provider: 'Twilio',
    timeoutMs: TIMEOUT_MS,
    pauseMs: PAUSE_MS,
    isDown: hasNoAnswer,
  });
  let client: Promise<TwilioClient> | undefined;
  return {
    sender: account.from,
    async send({ id, to, body }) {
      client ??= open(account);
      const { messages } = await client;
      const sent = breaker.run(() =>
        messages.create({
          to: `+${to}`,
          from: account.from,
          body,
          ...(account.reportsTo && { statusCallback: account.reportsTo(id) }),
        }),
      );
      await sent.catch((error: { readonly code?: number }) => {
        throw REFUSED.includes(error.code ?? 0) ? new MessageRefused(error.code ?? 0, error) : error;
      });
    },
    async check() {
      client ??= open(account);
      await (await client).api.v2010.accounts(account.accountSid).fetch();
    },
    readReport: (request) => readTwilioReport(account.authToken, request),
  };
}

async function open({ accountSid, authToken, apiUrl }: TwilioAccount) {
  const { default: twilio } = await import('twilio');
  const client = twilio(accountSid, authToken, { timeout: TIMEOUT_MS });
  if (apiUrl !== null) client.api.baseUrl = apiUrl;
  return client;
}

type TwilioClient = Awaited<ReturnType<typeof open>>;
