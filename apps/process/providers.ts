import path from 'node:path';
import type { Logger } from 'pino';
import { reportsUrl } from '#features/messages/messages/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Config, usesSandbox } from '#platform/server/config.ts';
import type { Db } from '#platform/server/database/database.ts';
import { sandboxCalendar } from '#platform/server/fakes/fake-calendar.ts';
import { sandboxMail } from '#platform/server/fakes/fake-messages.ts';
import { type FakeSms, sandboxSms } from '#platform/server/fakes/fake-sms.ts';
import { type FakeStripe, startFakeStripe } from '#platform/server/fakes/stripe/fake-stripe.ts';
import type { Keys } from '#platform/server/keys.ts';
import { type Breaker, createBreaker, type MakeBreaker } from '#platform/server/providers/breaker.ts';
import type { CalendarProvider } from '#platform/server/providers/calendar.ts';
import { diskFiles } from '#platform/server/providers/disk-files.ts';
import type { FacebookProvider } from '#platform/server/providers/facebook.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import type { GeocodingProvider } from '#platform/server/providers/geocoding.ts';
import { graphFacebook } from '#platform/server/providers/graph-facebook.ts';
import { oneMap } from '#platform/server/providers/one-map.ts';
import type { Providers } from '#platform/server/providers/providers.ts';
import { readServiceAccount } from '#platform/server/providers/service-account.ts';
import type { SmsProvider } from '#platform/server/providers/sms.ts';
import { smsGateway } from '#platform/server/providers/sms-gateway.ts';
import { readSmsGatewaySettings } from '#platform/server/providers/sms-gateway-settings.ts';
import { smtpMail } from '#platform/server/providers/smtp-mail.ts';
import { stripePayments } from '#platform/server/providers/stripe-payments.ts';
import { twilioSms } from '#platform/server/providers/twilio-sms.ts';

/** Accepted only by the fake; Stripe itself does not know it. */
const FAKE_KEY = 'sk_test_sandbox';

export interface OpenedProviders {
  readonly providers: Providers;
  /** One for each provider that is real, for the metrics. */
  readonly breakers: readonly Breaker[];
  /** The fake Stripe, if it runs. */
  readonly fake: FakeStripe | null;
  /** Tells the fakes of Stripe and of the SMS gateway this app's address, once it is known. */
  publishAddress(address: string): void;
  close(): Promise<void>;
}

interface FakeContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly log: Logger;
}

/** The configured providers: real ones, sandbox fakes, or a mix. */
export async function openProviders(config: Config, context: FakeContext): Promise<OpenedProviders> {
  const sandbox = usesSandbox(config);
  const elsewhere = config.STRIPE_SECRET_KEY !== undefined || config.STRIPE_API_URL !== undefined;
  const fake = sandbox && !elsewhere ? await startFakeStripe(context) : null;
  // Without a Stripe webhook secret there is one that only the fakes of our own processes know, so nobody else can sign
  // events.
  const webhookSecret =
    config.STRIPE_WEBHOOK_SECRET ?? `whsec_${context.keys.mac('sandbox', 'Stripe webhook')}`;
  const breakers: Breaker[] = [];
  const makeBreaker: MakeBreaker = (options) => {
    const breaker = createBreaker({ ...options, log: context.log });
    breakers.push(breaker);
    return breaker;
  };
  const gateway = smsOf(config, makeBreaker);
  const fakeSms = fakeSmsOf(config, context);
  return {
    providers: {
      sms: gateway ?? fakeSms,
      mail: mailOf(config, context, makeBreaker),
      files: await filesOf(config, makeBreaker),
      facebook: facebookOf(config, context.log, makeBreaker),
      calendar: await calendarOf(config, context.db, makeBreaker),
      payments: paymentsOf(config, context.log, { fake, webhookSecret, makeBreaker }),
      geocoding: geocodingOf(config, makeBreaker),
    },
    breakers,
    fake,
    publishAddress: (address) => {
      fake?.sendEventsTo({ url: `${address}/api/webhooks/stripe`, secret: webhookSecret });
      if (gateway === null) fakeSms.reportTo(address);
    },
    close: async () => fake?.close(),
  };
}

/** The gateway that is configured; null for the sandbox's fake. */
function smsOf(config: Config, makeBreaker: MakeBreaker): SmsProvider | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
  if (config.SMS_GATEWAY_URL !== undefined) return gatewayOf(config, config.SMS_GATEWAY_URL, makeBreaker);
  if (!accountSid || !authToken || !from) return null;
  return twilioSms({
    accountSid,
    authToken,
    from,
    // Twilio rejects a message whose callback URL it cannot reach.
    reportsTo: config.PUBLIC_URL === undefined ? null : (id) => reportsUrl(config, 'twilio', id),
    apiUrl: config.TWILIO_API_URL ?? null,
    makeBreaker,
  });
}

function gatewayOf(config: Config, url: string, makeBreaker: MakeBreaker): SmsProvider {
  const settings = readSmsGatewaySettings(config);
  if (!('body' in settings)) throw new Error(settings.join(' '));
  return smsGateway({
    ...settings,
    url,
    method: config.SMS_GATEWAY_METHOD,
    format: config.SMS_GATEWAY_FORMAT,
    from: config.SMS_GATEWAY_FROM,
    reportsTo: (id) => reportsUrl(config, 'sms-gateway', id),
    reportSecret: config.SMS_GATEWAY_REPORT_SECRET ?? null,
    makeBreaker,
  });
}

function fakeSmsOf(config: Config, context: FakeContext): FakeSms {
  return sandboxSms({
    ...context,
    authToken: context.keys.mac('sandbox', 'Twilio'),
    reportsTo: (id) => reportsUrl(config, 'twilio', id),
  });
}

function mailOf(config: Config, context: FakeContext, makeBreaker: MakeBreaker) {
  const { SMTP_URL: url, SMTP_FROM: from } = config;
  return url && from ? smtpMail({ url, from, makeBreaker }) : sandboxMail(context);
}

interface StripeSettings {
  readonly fake: FakeStripe | null;
  readonly webhookSecret: string;
  readonly makeBreaker: MakeBreaker;
}

function paymentsOf(config: Config, log: Logger, { fake, webhookSecret, makeBreaker }: StripeSettings) {
  return stripePayments({
    secretKey: config.STRIPE_SECRET_KEY ?? FAKE_KEY,
    publishableKey: fake ? null : (config.STRIPE_PUBLISHABLE_KEY ?? null),
    webhookSecret,
    apiUrl: fake ? fake.url : (config.STRIPE_API_URL ?? null),
    log,
    makeBreaker,
  });
}

function facebookOf(config: Config, log: Logger, makeBreaker: MakeBreaker): FacebookProvider | null {
  const {
    FACEBOOK_APP_ID: appID,
    FACEBOOK_APP_SECRET: appSecret,
    FACEBOOK_GRAPH_URL: graphUrl = null,
  } = config;
  return appID && appSecret ? graphFacebook({ appID, appSecret, graphUrl, log, makeBreaker }) : null;
}

function geocodingOf(config: Config, makeBreaker: MakeBreaker): GeocodingProvider | null {
  const { ONEMAP_EMAIL: email, ONEMAP_PASSWORD: password, ONEMAP_URL: apiUrl = null } = config;
  return email && password ? oneMap({ email, password, apiUrl, makeBreaker }) : null;
}

/** Google's calendar if configured; its client is loaded only then. */
async function calendarOf(
  config: Config,
  db: Db,
  makeBreaker: MakeBreaker,
): Promise<CalendarProvider | null> {
  const {
    GOOGLE_CALENDAR_ID: calendarID,
    GOOGLE_CALENDAR_CREDENTIALS: json,
    GOOGLE_CALENDAR_URL: apiUrl = null,
  } = config;
  const credentials = json === undefined ? null : readServiceAccount(json);
  if (calendarID === undefined || credentials === null)
    return usesSandbox(config) ? sandboxCalendar(db) : null;
  const { googleCalendar } = await import('#platform/server/providers/google-calendar.ts');
  return googleCalendar({ calendarID, credentials, apiUrl, makeBreaker });
}

/** An S3-compatible store if configured; its client is loaded only then. */
export async function filesOf(config: Config, makeBreaker: MakeBreaker): Promise<FileStore> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    const { s3Files } = await import('#platform/server/providers/s3-files.ts');
    return s3Files({ endpoint, bucket, region, accessKeyId, secretAccessKey, makeBreaker });
  }
  return diskFiles(path.join(config.DATA_DIR, 'uploads'));
}
