import { hasNoAnswer, type MakeBreaker } from './breaker.ts';
import { MessageRefused } from './message-refused.ts';
import type { SmsProvider } from './sms.ts';
import { readGatewayReport } from './sms-gateway-reports.ts';
import type { BodyTemplate, ReportFields, Template } from './sms-gateway-settings.ts';

export interface SmsGateway {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly format: 'json' | 'form';
  /** Including the one that authenticates us. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyTemplate;
  /** The registered sender id. */
  readonly from: string;
  /** Where the gateway may report a message's delivery. */
  readonly reportsTo: (messageID: string) => string;
  /** What authenticates reports; null if the gateway sends none. */
  readonly reportSecret: string | null;
  readonly reportFields: ReportFields;
  readonly makeBreaker: MakeBreaker;
  /** Tests only. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** People wait for codes, so it is tried again soon. */
const PAUSE_MS = 10_000;

/**
 * The message itself is refused. Others of 400 to 499 are about our account, the address or form of our requests (401,
 * 403, 404, 405, 415), or the moment (408, 429): they are tried again, and logged.
 */
const REFUSED = [400, 422];

/** The gateway answered with another status than 200 to 299. `status` is shown to the office. */
class GatewayError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The SMS gateway replied ${status}.`);
    this.status = status;
  }
}

/** SMS through any gateway that takes one HTTP request for each message. */
export function smsGateway(gateway: SmsGateway): SmsProvider {
  const breaker = gateway.makeBreaker({
    provider: 'SMS gateway',
    timeoutMs: gateway.timeoutMs ?? TIMEOUT_MS,
    pauseMs: PAUSE_MS,
    isDown: hasNoAnswer,
  });
  const { reportSecret } = gateway;
  return {
    sender: gateway.from,
    async send({ id, to, body }) {
      const values = { to, from: gateway.from, text: body, id, reports: gateway.reportsTo(id) };
      const filled = fill(gateway.body, values) as Readonly<Record<string, unknown>>;
      const status = await breaker.run((signal) =>
        statusOf(gateway, { ...encoded(gateway.format, filled), signal }),
      );
      if (REFUSED.includes(status)) throw new MessageRefused(status);
      if (status < 200 || status > 299) throw new GatewayError(status);
    },
    // There is no request that every gateway answers alike: any reply shows that it can be reached.
    async check() {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(gateway.url, { method: 'HEAD', redirect: 'manual', signal });
      if (response.status >= 500) throw new GatewayError(response.status);
    },
    ...(reportSecret !== null && {
      readReport: async (request) =>
        readGatewayReport({ secret: reportSecret, fields: gateway.reportFields }, request),
    }),
  };
}

interface Encoded {
  readonly body: string;
  readonly type: string;
}

function encoded(format: SmsGateway['format'], filled: Readonly<Record<string, unknown>>): Encoded {
  if (format === 'json') return { body: JSON.stringify(filled), type: 'application/json' };
  const form = new URLSearchParams(
    Object.entries(filled).map(([name, value]) => [name, String(value ?? '')]),
  );
  return { body: form.toString(), type: 'application/x-www-form-urlencoded' };
}

/** @throws GatewayError for 500 and more, or when it does not respond */
async function statusOf(
  { url, method, headers }: SmsGateway,
  { body, type, signal }: Encoded & { readonly signal: AbortSignal },
): Promise<number> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': type, ...headers },
    body,
    redirect: 'error',
    signal,
  });
  await response.body?.cancel();
  if (response.status >= 500) throw new GatewayError(response.status);
  return response.status;
}

/** Fills the placeholders in one pass, so that a message's own braces stay as they are. */
function fill(part: Template, values: Readonly<Record<string, string>>): unknown {
  if (typeof part === 'string')
    return part.replace(/\{(to|from|text|id|reports)\}/g, (_whole, name: string) => values[name] ?? '');
  if (Array.isArray(part)) return part.map((one: Template) => fill(one, values));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, fill(one, values)]));
}
