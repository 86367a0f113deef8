import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type DeliveryNews,
  type DeliveryReport,
  hasNoAnswer,
  MessageRefused,
  type ProviderSource,
  type ProviderTools,
  type ReportRequest,
  type SmsProvider,
} from 'kemas/provider';

/** SMS through Vonage's SMS API: PROVIDERS=./extensions/vonage-sms/index.ts, and the variables in the README. */
export const provider: ProviderSource<'sms'> = {
  kind: 'sms',
  name: 'Vonage',
  async open(tools) {
    const { VONAGE_API_KEY: key, VONAGE_API_SECRET: secret, VONAGE_FROM: from } = tools.env;
    if (!key && !secret) return null;
    if (!key || !secret || !from)
      throw new Error('Set VONAGE_API_KEY, VONAGE_API_SECRET and VONAGE_FROM, or none of them.');
    return vonageSms({ key, secret, from }, tools);
  },
};

interface Account {
  readonly key: string;
  readonly secret: string;
  /** The registered sender id. */
  readonly from: string;
}

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 10_000;

/** "Invalid message" (an unknown prefix), "number barred": https://developer.vonage.com/en/api-errors/sms */
const REFUSED = ['6', '7'];

class VonageError extends Error {
  /** Of HTTP; 200 for a refusal in the reply. */
  readonly status: number;
  constructor(said: string, status: number) {
    super(`Vonage replied ${said}.`);
    this.status = status;
  }
}

function vonageSms(
  { key, secret, from }: Account,
  { env, makeBreaker, reportsTo }: ProviderTools,
): SmsProvider {
  const url = env.VONAGE_URL ?? 'https://rest.nexmo.com';
  const signatureSecret = env.VONAGE_SIGNATURE_SECRET;
  const breaker = makeBreaker({
    provider: 'Vonage',
    timeoutMs: TIMEOUT_MS,
    pauseMs: PAUSE_MS,
    isDown: hasNoAnswer,
  });
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { ...init, redirect: 'error' });
    if (!response.ok) throw new VonageError(String(response.status), response.status);
    return response.json();
  };
  return {
    sender: from,
    async send({ id, to, body }) {
      const message = { from, to, text: body, type: 'unicode', 'client-ref': id, callback: reportsTo(id) };
      const reply = await breaker.run((signal) =>
        ask('/sms/json', {
          method: 'POST',
          body: new URLSearchParams({ api_key: key, api_secret: secret, ...message }),
          signal,
        }),
      );
      const status = statusIn(reply);
      if (REFUSED.includes(status)) throw new MessageRefused(status);
      if (status !== '0') throw new VonageError(`status ${status}`, 200);
    },
    async check() {
      const account = new URLSearchParams({ api_key: key, api_secret: secret });
      await ask(`/account/get-balance?${account}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    },
    ...(signatureSecret !== undefined && {
      readReport: async (request) => readReport(request, signatureSecret),
    }),
  };
}

/** Of the first part that was not accepted; a long text is sent in several. */
function statusIn(reply: unknown): string {
  const { messages } = (reply ?? {}) as { readonly messages?: readonly { readonly status?: unknown }[] };
  const statuses = (Array.isArray(messages) ? messages : []).map(({ status }) => String(status));
  return statuses.find((status) => status !== '0') ?? statuses[0] ?? 'nothing';
}

const NEWS: Readonly<Record<string, DeliveryNews>> = {
  delivered: 'delivered',
  accepted: 'taken',
  buffered: 'taken',
  expired: 'failed',
  failed: 'failed',
  rejected: 'failed',
};

/** A delivery receipt, signed by SHA-256 HMAC: https://developer.vonage.com/en/getting-started/concepts/signing-messages */
function readReport({ body }: ReportRequest, signatureSecret: string): DeliveryReport | null {
  const { sig = '', ...fields } = fieldsOf(body.toString());
  const signed = Object.keys(fields)
    .toSorted()
    .map((name) => `&${name}=${fields[name]?.replace(/[&=]/g, '_')}`)
    .join('');
  const expected = createHmac('sha256', signatureSecret).update(signed).digest();
  const given = Buffer.from(sig, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const news = NEWS[fields.status ?? ''] ?? 'none';
  const code = fields['err-code'];
  return {
    messageID: fields['client-ref'] ?? null,
    news,
    reason: news === 'failed' ? `Vonage did not deliver it (${fields.status}, error ${code}).` : '',
  };
}

/** JSON or a form, as the account is set. */
function fieldsOf(body: string): Record<string, string> {
  if (!body.startsWith('{')) return Object.fromEntries(new URLSearchParams(body));
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(body) as object).map(([name, value]) => [name, String(value)]),
    );
  } catch {
    return {}; // not signed, then
  }
}
