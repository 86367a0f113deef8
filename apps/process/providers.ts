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
import type { CalendarProvider } from '#platform/server/providers/calendar.ts';
import { diskFiles } from '#platform/server/providers/disk-files.ts';
import type { FacebookProvider } from '#platform/server/providers/facebook.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { graphFacebook } from '#platform/server/providers/graph-facebook.ts';
import type { Providers } from '#platform/server/providers/providers.ts';
import { readServiceAccount } from '#platform/server/providers/service-account.ts';
import type { SmsProvider } from '#platform/server/providers/sms.ts';
import { smtpMail } from '#platform/server/providers/smtp-mail.ts';
import { stripePayments } from '#platform/server/providers/stripe-payments.ts';
import { twilioSms } from '#platform/server/providers/twilio-sms.ts';

/** Accepted only by the fake; Stripe itself does not know it. */
const FAKE_KEY = 'sk_test_sandbox';

export interface OpenedProviders {
  readonly providers: Providers;
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
  const fakeSms = takesTwilio(config) ? null : fakeSmsOf(config, context);
  return {
    providers: {
      sms: fakeSms ?? twilioOf(config),
      mail: mailOf(config, context),
      files: await filesOf(config),
      facebook: facebookOf(config, context.log),
      calendar: await calendarOf(config, context.db),
      payments: paymentsOf(config, context.log, { fake, webhookSecret }),
    },
    fake,
    publishAddress: (address) => {
      fake?.sendEventsTo({ url: `${address}/api/webhooks/stripe`, secret: webhookSecret });
      fakeSms?.reportTo(address);
    },
    close: async () => fake?.close(),
  };
}

function takesTwilio(config: Config): boolean {
  return Boolean(config.TWILIO_ACCOUNT_SID && config.TWILIO_AUTH_TOKEN && config.TWILIO_FROM);
}

function twilioOf(config: Config): SmsProvider {
  const { TWILIO_ACCOUNT_SID = '', TWILIO_AUTH_TOKEN = '', TWILIO_FROM = '' } = config;
  return twilioSms({
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    // Twilio rejects a message whose callback URL it cannot reach.
    reportsTo: config.PUBLIC_URL === undefined ? null : (id) => reportsUrl(config, id),
    apiUrl: config.TWILIO_API_URL ?? null,
  });
}

function fakeSmsOf(config: Config, context: FakeContext): FakeSms {
  return sandboxSms({
    ...context,
    authToken: context.keys.mac('sandbox', 'Twilio'),
    reportsTo: (id) => reportsUrl(config, id),
  });
}

function mailOf(config: Config, context: FakeContext) {
  const { SMTP_URL: url, SMTP_FROM: from } = config;
  return url && from ? smtpMail({ url, from }) : sandboxMail(context);
}

interface StripeSettings {
  readonly fake: FakeStripe | null;
  readonly webhookSecret: string;
}

function paymentsOf(config: Config, log: Logger, { fake, webhookSecret }: StripeSettings) {
  return stripePayments({
    secretKey: config.STRIPE_SECRET_KEY ?? FAKE_KEY,
    publishableKey: fake ? null : (config.STRIPE_PUBLISHABLE_KEY ?? null),
    webhookSecret,
    apiUrl: fake ? fake.url : (config.STRIPE_API_URL ?? null),
    log,
  });
}

function facebookOf(config: Config, log: Logger): FacebookProvider | null {
  const {
    FACEBOOK_APP_ID: appId,
    FACEBOOK_APP_SECRET: appSecret,
    FACEBOOK_GRAPH_URL: graphUrl = null,
  } = config;
  return appId && appSecret ? graphFacebook({ appId, appSecret, graphUrl, log }) : null;
}

/** Google's calendar if configured; its client is loaded only then. */
async function calendarOf(config: Config, db: Db): Promise<CalendarProvider | null> {
  const {
    GOOGLE_CALENDAR_ID: calendarId,
    GOOGLE_CALENDAR_CREDENTIALS: json,
    GOOGLE_CALENDAR_URL: apiUrl = null,
  } = config;
  const credentials = json === undefined ? null : readServiceAccount(json);
  if (calendarId === undefined || credentials === null)
    return usesSandbox(config) ? sandboxCalendar(db) : null;
  const { googleCalendar } = await import('#platform/server/providers/google-calendar.ts');
  return googleCalendar({ calendarId, credentials, apiUrl });
}

/** An S3-compatible store if configured; its client is loaded only then. */
export async function filesOf(config: Config): Promise<FileStore> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    const { s3Files } = await import('#platform/server/providers/s3-files.ts');
    return s3Files({ endpoint, bucket, region, accessKeyId, secretAccessKey });
  }
  return diskFiles(path.join(config.DATA_DIR, 'uploads'));
}
