import path from 'node:path';
import type { Logger } from 'pino';
import { reportsUrl } from '#features/messages/messages/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Config, ConfigError, usesSandbox } from '#platform/server/config.ts';
import type { Db } from '#platform/server/database/database.ts';
import { sandboxCalendar } from '#platform/server/fakes/fake-calendar.ts';
import { sandboxMail } from '#platform/server/fakes/fake-messages.ts';
import { type FakeSms, sandboxSms } from '#platform/server/fakes/fake-sms.ts';
import { type FakeStripe, startFakeStripe } from '#platform/server/fakes/stripe/fake-stripe.ts';
import type { Keys } from '#platform/server/keys.ts';
import {
  type Breaker,
  createBreaker,
  type MakeBreaker,
  makeBreakerWith,
} from '#platform/server/providers/breaker.ts';
import type { CalendarProvider } from '#platform/server/providers/calendar.ts';
import { diskFiles } from '#platform/server/providers/disk-files.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { graphFacebook } from '#platform/server/providers/graph-facebook.ts';
import { oneMap } from '#platform/server/providers/one-map.ts';
import type { Providers } from '#platform/server/providers/providers.ts';
import { readServiceAccount } from '#platform/server/providers/service-account.ts';
import type { SmsProvider } from '#platform/server/providers/sms.ts';
import { smsGateway } from '#platform/server/providers/sms-gateway.ts';
import { readSmsGatewaySettings } from '#platform/server/providers/sms-gateway-settings.ts';
import { smtpMail } from '#platform/server/providers/smtp-mail.ts';
import {
  importSources,
  openFirst,
  type ProviderKind,
  type ProviderNames,
  type ProviderSource,
  type ProviderTools,
} from '#platform/server/providers/sources.ts';
import { stripePayments } from '#platform/server/providers/stripe-payments.ts';
import { twilioSms } from '#platform/server/providers/twilio-sms.ts';

/** Accepted only by the fake; Stripe itself does not know it. */
const FAKE_KEY = 'sk_test_sandbox';

export interface OpenedProviders {
  readonly providers: Providers;
  readonly names: ProviderNames;
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

/**
 * The configured providers: of each kind the first that is configured, those that PROVIDERS names before ours; otherwise the
 * sandbox's fake.
 */
export async function openProviders(config: Config, context: FakeContext): Promise<OpenedProviders> {
  const { db, log, keys } = context;
  const breakers: Breaker[] = [];
  const makeBreaker: MakeBreaker = (options) => {
    const breaker = createBreaker({ ...options, log });
    breakers.push(breaker);
    return breaker;
  };
  // Without a Stripe webhook secret there is one that only the fakes of our own processes know, so nobody else can sign
  // events.
  const webhookSecret = config.STRIPE_WEBHOOK_SECRET ?? `whsec_${keys.mac('sandbox', 'Stripe webhook')}`;
  const tools = toolsOf(config, log, makeBreaker);
  const sources = [...(await importSources(config.PROVIDERS)), ...ownSources(config, webhookSecret)];
  const names: { -readonly [K in keyof ProviderNames]: ProviderNames[K] } = {};
  const open = async <K extends ProviderKind>(kind: K) => {
    const found = await openFirst(kind, sources, tools);
    if (found !== null) names[kind] = found.name;
    return found?.provider ?? null;
  };
  const opened = { sms: await open('sms'), mail: await open('mail'), payments: await open('payments') };
  const isSandbox = usesSandbox(config);
  if (!isSandbox) refuseMissing(opened);
  const fake = opened.payments === null ? await startFakeStripe(context) : null;
  const fakeSms = fakeSmsOf(config, context);
  return {
    providers: {
      sms: opened.sms ?? fakeSms,
      mail: opened.mail ?? sandboxMail(context),
      payments:
        opened.payments ??
        stripeOf(config, { log, makeBreaker, webhookSecret, ...(fake !== null && { fake }) }),
      files: (await open('files')) ?? filesOnDisk(config),
      facebook: await open('facebook'),
      calendar: (await open('calendar')) ?? (isSandbox ? sandboxCalendar(db) : null),
      geocoding: await open('geocoding'),
    },
    names,
    breakers,
    fake,
    publishAddress: (address) => {
      fake?.sendEventsTo({ url: `${address}/api/webhooks/stripe`, secret: webhookSecret });
      if (opened.sms === null) fakeSms.reportTo(address);
    },
    close: async () => fake?.close(),
  };
}

/** The store of uploads alone, for the commands that export and import. */
export async function openFiles(config: Config, log: Logger): Promise<FileStore> {
  const sources = [...(await importSources(config.PROVIDERS)), ...ownSources(config, '')];
  const tools = toolsOf(config, log, makeBreakerWith(log));
  return (await openFirst('files', sources, tools))?.provider ?? filesOnDisk(config);
}

function filesOnDisk({ DATA_DIR }: Config): FileStore {
  return diskFiles(path.join(DATA_DIR, 'uploads'));
}

function toolsOf(config: Config, log: Logger, makeBreaker: MakeBreaker): ProviderTools {
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  return { env, makeBreaker, log, reportsTo: (id) => reportsUrl(config, 'sms-gateway', id) };
}

/** Without one of these nothing can be booked; the sandbox has a fake of each. */
function refuseMissing(opened: Readonly<Record<string, unknown>>): void {
  const missing = Object.keys(opened).filter((kind) => opened[kind] === null);
  if (missing.length > 0)
    throw new ConfigError(
      missing.map((kind) => `PROVIDERS: none of them provides ${kind}, and ours is not configured`),
    );
}

/** Our own sources, each with the settings of `platform/server/config.ts`, which has checked that they are complete. */
function ownSources(config: Config, webhookSecret: string): ProviderSource[] {
  const source = <K extends ProviderKind>(kind: K, name: string, open: ProviderSource<K>['open']) =>
    ({ kind, name, open }) as ProviderSource;
  return [
    source('sms', 'SMS gateway', async (tools) => gatewayOf(config, tools)),
    source('sms', 'Twilio', async (tools) => twilioOf(config, tools)),
    source('mail', 'SMTP', async ({ makeBreaker }) => {
      const { SMTP_URL: url, SMTP_FROM: from } = config;
      return url && from ? smtpMail({ url, from, makeBreaker }) : null;
    }),
    source('payments', 'Stripe', async ({ log, makeBreaker }) =>
      hasStripe(config) ? stripeOf(config, { log, makeBreaker, webhookSecret }) : null,
    ),
    source('facebook', 'Facebook', async ({ log, makeBreaker }) => {
      const { FACEBOOK_APP_ID: appID, FACEBOOK_APP_SECRET: appSecret } = config;
      const graphUrl = config.FACEBOOK_GRAPH_URL ?? null;
      return appID && appSecret ? graphFacebook({ appID, appSecret, graphUrl, log, makeBreaker }) : null;
    }),
    source('geocoding', 'OneMap', async ({ makeBreaker }) => {
      const { ONEMAP_EMAIL: email, ONEMAP_PASSWORD: password, ONEMAP_URL: apiUrl = null } = config;
      return email && password ? oneMap({ email, password, apiUrl, makeBreaker }) : null;
    }),
    source('calendar', 'Google Calendar', ({ makeBreaker }) => googleOf(config, makeBreaker)),
    source('files', 'S3', ({ makeBreaker }) => s3Of(config, makeBreaker)),
  ];
}

function twilioOf(config: Config, { makeBreaker }: ProviderTools): SmsProvider | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
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

function gatewayOf(config: Config, { makeBreaker, reportsTo }: ProviderTools): SmsProvider | null {
  const { SMS_GATEWAY_URL: url } = config;
  if (url === undefined) return null;
  const settings = readSmsGatewaySettings(config);
  if (!('body' in settings)) throw new Error(settings.join(' '));
  return smsGateway({
    ...settings,
    url,
    method: config.SMS_GATEWAY_METHOD,
    format: config.SMS_GATEWAY_FORMAT,
    from: config.SMS_GATEWAY_FROM,
    reportsTo,
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

/** An account, or in the sandbox another fake. */
function hasStripe(config: Config): boolean {
  return (
    config.STRIPE_SECRET_KEY !== undefined || (usesSandbox(config) && config.STRIPE_API_URL !== undefined)
  );
}

interface StripeTools extends Pick<ProviderTools, 'log' | 'makeBreaker'> {
  readonly webhookSecret: string;
  readonly fake?: FakeStripe;
}

function stripeOf(config: Config, { fake, ...tools }: StripeTools) {
  return stripePayments({
    secretKey: config.STRIPE_SECRET_KEY ?? FAKE_KEY,
    publishableKey: fake ? null : (config.STRIPE_PUBLISHABLE_KEY ?? null),
    apiUrl: fake ? fake.url : (config.STRIPE_API_URL ?? null),
    ...tools,
  });
}

/** Its client is loaded only if it is configured. */
async function googleOf(config: Config, makeBreaker: MakeBreaker): Promise<CalendarProvider | null> {
  const {
    GOOGLE_CALENDAR_ID: calendarID,
    GOOGLE_CALENDAR_CREDENTIALS: json,
    GOOGLE_CALENDAR_URL: apiUrl = null,
  } = config;
  const credentials = json === undefined ? null : readServiceAccount(json);
  if (calendarID === undefined || credentials === null) return null;
  const { googleCalendar } = await import('#platform/server/providers/google-calendar.ts');
  return googleCalendar({ calendarID, credentials, apiUrl, makeBreaker });
}

/** Its client is loaded only if it is configured. */
async function s3Of(config: Config, makeBreaker: MakeBreaker): Promise<FileStore | null> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  const { s3Files } = await import('#platform/server/providers/s3-files.ts');
  return s3Files({ endpoint, bucket, region, accessKeyId, secretAccessKey, makeBreaker });
}
