import { z } from 'zod';
import { flag } from '../contract/schemas.ts';
import { isLoopback } from './loopback.ts';
import { readServiceAccount } from './providers/service-account.ts';
import { readSmsGatewaySettings } from './providers/sms-gateway-settings.ts';
import { isTrustedNetwork, TRUST_PROXY_SYNTAX } from './trusted-networks.ts';

const text = z.string().min(1);
const port = z.coerce.number().int().min(0).max(65_535);
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** Minimum length of SESSION_SECRET in characters. 32 random hex characters have 128 bits. */
export const SHORTEST_SECRET = 32;

/** Every environment variable that Kemas reads, with its meaning, default and validation. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /**
   * What this process does: `api` serves requests, `worker` runs tasks and cron jobs, `all` does both. Several processes
   * share one database: docs/scaling.md
   */
  PROCESS: z.enum(['all', 'api', 'worker']).default('all'),
  /** Port of the web app and the API; 0 picks a free one. */
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  /** Directory of the embedded database, uploads and generated secrets. */
  DATA_DIR: text.default('./data'),
  /**
   * Folder, best on another disk, that the bundled PostgreSQL copies its WAL to: with a backup, everything since can be
   * restored. docs/runbook/backup.md
   */
  WAL_ARCHIVE: text.optional(),
  /** PostgreSQL 15 or newer to use instead of the embedded one. */
  DATABASE_URL: databaseUrl.optional(),
  /**
   * The same database past a connection pooler, if DATABASE_URL is that of PgBouncer: migrations, LISTEN, the task queue
   * and exports need a session of their own. docs/scaling.md
   */
  DATABASE_SESSION_URL: databaseUrl.optional(),
  /** A streaming replica that the office's lists are read from while it is up to date. docs/scaling.md */
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  /** Maximum connections that this process opens for requests; the worker has its own pool. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /**
   * Seconds for which a process that stops still takes requests while `/readyz` fails, so that a load balancer has time
   * to send them elsewhere: a little longer than it takes to notice. docs/scaling.md
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** Set to 1 to start on a database that a newer version has migrated, for a rollback after an upgrade. */
  ALLOW_NEWER_SCHEMA: flag.default(false),
  /** The public address, without a path; https makes cookies Secure and sends HSTS. Reduced to its origin. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'use an address like https://kemas.example' })
    .refine(isOrigin, { error: 'leave out the path: use an address like https://kemas.example' })
    .transform((address) => new URL(address).origin)
    .optional(),
  /**
   * Networks of trusted proxies, comma-separated: addresses, CIDR ranges, or loopback, linklocal, uniquelocal.
   * X-Forwarded-For is read only from these peers. If unset, no proxy is trusted.
   */
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((network) => network.trim()))
    .transform((networks) => networks.filter((network) => network !== ''))
    .refine((networks) => networks.every(isTrustedNetwork), { error: TRUST_PROXY_SYNTAX }),
  /**
   * Set to 1 to fill an empty embedded database with the demo business. `public`: a demo for strangers, which starts afresh
   * every hour. docs/deployment.md
   */
  DEMO: z.union([z.literal('public'), flag]).default(true),
  ADMIN_IDENTITY: text.max(100).optional(),
  ADMIN_PASSWORD: z.string().min(12, { error: 'use at least 12 characters' }).max(128).optional(),
  BUSINESS_TZ: text
    .refine(isTimeZone, { error: 'use an IANA time zone such as Asia/Singapore' })
    .default('Asia/Singapore'),
  /**
   * All keys are derived from it. Changing it invalidates sessions, calendar feeds, gift codes and unsubscribe links:
   * docs/security.md, "SESSION_SECRET". If unset, it is generated and kept in DATA_DIR.
   */
  SESSION_SECRET: z
    .string()
    .min(SHORTEST_SECRET, { error: `use at least ${SHORTEST_SECRET} characters` })
    .optional(),
  /** Default: info in production, otherwise warn so that the terminal stays readable. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  /** E-mail addresses, comma-separated, that alerts go to; default: the business's own, from the settings. */
  ALERT_EMAIL: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((one) => one.trim()))
    .transform((list) => list.filter((one) => one !== ''))
    .refine((list) => list.every((one) => z.email().safeParse(one).success), {
      error: 'use addresses like name@example.com, separated by commas',
    }),
  /** Receives each alert as JSON by POST; its `text` suits Slack and the like. */
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Port of /metrics; 0 picks a free one. Default: 9464 in production and for a worker, otherwise the port of the app. */
  METRICS_PORT: port.optional(),
  /** The address that the port of /metrics listens on. */
  METRICS_HOST: text.default('127.0.0.1'),
  /**
   * Packages or files, comma-separated, that provide SMS, mail, payments, a calendar, addresses or storage in place of
   * ours: docs/providers.md
   */
  PROVIDERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .transform((names) => names.filter((name) => name !== '')),
  /** Set to 1 to request the sandbox providers explicitly; production refuses them without it. */
  SANDBOX: flag.optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  /** Base URL of the Stripe API, to point at a fake; defaults to the real one. */
  STRIPE_API_URL: z.url().optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  /** The registered sender id (SSIR) or number of outgoing SMS. */
  TWILIO_FROM: text.optional(),
  /** Base URL of the Twilio API, to point at a fake; defaults to the real one. */
  TWILIO_API_URL: z.url().optional(),
  /** Another SMS gateway instead of Twilio, which takes one HTTP request for each message: docs/runbook/providers/sms-gateway.md */
  SMS_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_GATEWAY_METHOD: z.enum(['POST', 'PUT']).default('POST'),
  SMS_GATEWAY_FORMAT: z.enum(['json', 'form']).default('json'),
  /** As a JSON object, including the one that authenticates us: {"Authorization":"Bearer …"} */
  SMS_GATEWAY_HEADERS: text.default('{}'),
  /** As a JSON object. {to} is a number such as 6591234567, {reports} the URL of our webhook for this message. */
  SMS_GATEWAY_BODY: text.default('{"to":"{to}","from":"{from}","text":"{text}","reference":"{id}"}'),
  /** The registered sender id (SSIR): {from}. */
  SMS_GATEWAY_FROM: text.default('Kemas'),
  /** With it, the gateway can report deliveries to /api/webhooks/sms-gateway. */
  SMS_GATEWAY_REPORT_SECRET: z
    .string()
    .min(SHORTEST_SECRET, { error: `use at least ${SHORTEST_SECRET} characters` })
    .optional(),
  /** Where a report has the message's id, its status and the reason of a failure, as a JSON object. */
  SMS_GATEWAY_REPORT_FIELDS: text.default('{"id":"reference","status":"status","reason":"reason"}'),
  SMTP_URL: z.url().optional(),
  SMTP_FROM: text.optional(),
  /** With id and secret set, customers can sign in with Facebook. */
  FACEBOOK_APP_ID: text.optional(),
  FACEBOOK_APP_SECRET: text.optional(),
  /** Base URL of Facebook's Graph API, to point at a fake; defaults to the real one. */
  FACEBOOK_GRAPH_URL: z.url().optional(),
  /**
   * With both set, the company's calendar shows every visit: the calendar's id, and a service account's key file as
   * JSON.
   */
  GOOGLE_CALENDAR_ID: text.optional(),
  GOOGLE_CALENDAR_CREDENTIALS: text.optional(),
  /** Base URL of the Google Calendar API, to point at a fake; defaults to the real one. */
  GOOGLE_CALENDAR_URL: z.url().optional(),
  /**
   * With S3_BUCKET set, uploads go to an S3-compatible store, which several processes can share; otherwise to DATA_DIR.
   */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text.default('auto'),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** With both set, a postal code fills in the street and the building: an account of onemap.gov.sg. */
  ONEMAP_EMAIL: z.email().optional(),
  ONEMAP_PASSWORD: text.optional(),
  /** Base URL of the OneMap API, to point at a fake; defaults to the real one. */
  ONEMAP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Global limits per minute for codes, other SMS and e-mails, each counted separately. */
  MESSAGES_PER_MINUTE: z.coerce.number().int().min(1).default(600),
});

/** The usual port of Prometheus exporters in Node. */
const USUAL_METRICS_PORT = 9464;

export type Config = z.output<typeof environment>;

/** Invalid environment variables, with one sentence per value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Some settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads and validates the environment. An empty value counts as unset.
 * @throws ConfigError listing every invalid value.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = environment.safeParse(given);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const problems = [
    ...missingForSeveralProcesses(read.data),
    ...missingDatabase(read.data),
    ...missingInProduction(read.data),
    ...missingProxy(read.data),
    ...missingForS3(read.data),
    ...missingForFacebook(read.data),
    ...wrongForGoogle(read.data),
    ...wrongForSms(read.data),
    ...missingForOneMap(read.data),
    ...unsafeSandbox(read.data),
    ...wrongForPublicDemo(read.data),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return read.data;
}

/** The port of its own that /metrics has; null if the app's port serves it. */
export function metricsPort({ METRICS_PORT, NODE_ENV, PROCESS }: Config): number | null {
  const hasOwn = NODE_ENV === 'production' || PROCESS === 'worker';
  return METRICS_PORT ?? (hasOwn ? USUAL_METRICS_PORT : null);
}

/** True when messages and payments go to the sandbox fakes. */
export function usesSandbox(config: Config): boolean {
  return config.SANDBOX ?? config.NODE_ENV !== 'production';
}

const LIVE_STRIPE_KEY = /^(?:sk|rk|pk)_live_/;

/**
 * In the sandbox anyone can read every code, so it is refused alongside live card keys, and needs an explicit opt-in
 * where others can connect.
 */
function unsafeSandbox(config: Config): string[] {
  if (!usesSandbox(config)) return [];
  const live = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const).filter((name) =>
    LIVE_STRIPE_KEY.test(config[name] ?? ''),
  );
  const problems = live.map(
    (name) =>
      `${name}: a live key cannot be used with the sandbox; use a test key, or SANDBOX=0 with NODE_ENV=production`,
  );
  if (config.SANDBOX === undefined && config.NODE_ENV !== 'test' && !isLoopback(config.HOST)) {
    problems.push(
      `HOST: ${config.HOST} can be reached from other machines, and in the sandbox anyone can read every code; set SANDBOX=1 to allow it, or NODE_ENV=production`,
    );
  }
  return problems;
}

/** Nothing that strangers do may leave this process, and its hourly end may delete nobody's data. */
function wrongForPublicDemo(config: Config): string[] {
  if (config.DEMO !== 'public') return [];
  const outside = Object.keys(config).filter((name) => OUTSIDE.test(name) && !isDefault(config, name));
  return [
    ...outside.map((name) => `${name}: leave it out with DEMO=public, which posts nothing outside`),
    ...(['DATABASE_URL', 'WAL_ARCHIVE', 'ADMIN_PASSWORD'] as const)
      .filter((name) => config[name] !== undefined)
      .map((name) => `${name}: leave it out with DEMO=public, whose data is deleted every hour`),
    ...(config.PROCESS === 'all' ? [] : ['PROCESS: leave it out with DEMO=public, which is one process']),
    ...(config.SANDBOX ? [] : ['SANDBOX: set it to 1 with DEMO=public: everyone reads every message']),
  ];
}

/** Settings of providers and alerts. */
const OUTSIDE = /^(?:STRIPE|TWILIO|SMS_GATEWAY|SMTP|FACEBOOK|GOOGLE_CALENDAR|S3|ONEMAP|ALERT)_/;

function isDefault(config: Config, name: string): boolean {
  const key = name as keyof Config;
  return JSON.stringify(config[key]) === JSON.stringify(environment.shape[key].safeParse(undefined).data);
}

/** The embedded database belongs to one process, and each process would generate a secret of its own. */
function missingForSeveralProcesses(config: Config): string[] {
  const { PROCESS } = config;
  if (PROCESS === 'all') return [];
  return (['DATABASE_URL', 'SESSION_SECRET'] as const)
    .filter((name) => config[name] === undefined)
    .map((name) => `${name}: needed with PROCESS=${PROCESS}, the same for all processes`);
}

const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
/** Both are other ways to the database of DATABASE_URL. */
function missingDatabase(config: Config): string[] {
  if (config.DATABASE_URL !== undefined) return [];
  return (['DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL'] as const)
    .filter((name) => config[name] !== undefined)
    .map((name) => `DATABASE_URL: needed with ${name}`);
}

function missingInProduction(config: Config): string[] {
  if (config.NODE_ENV !== 'production') return [];
  const needed = [
    'SESSION_SECRET',
    'PUBLIC_URL',
    // PROVIDERS may bring the others: apps/process/providers.ts says what is missing then.
    ...(config.SANDBOX || config.PROVIDERS.length > 0
      ? []
      : ([
          'STRIPE_SECRET_KEY',
          'STRIPE_PUBLISHABLE_KEY',
          'STRIPE_WEBHOOK_SECRET',
          ...(config.SMS_GATEWAY_URL === undefined ? TWILIO : []),
          'SMTP_URL',
          'SMTP_FROM',
        ] as const)),
  ] as const;
  return needed
    .filter((name) => config[name] === undefined)
    .map(
      (name) => `${name}: needed with NODE_ENV=production${config.SANDBOX ? '' : ' (or ask for SANDBOX=1)'}`,
    );
}

/** Without the proxy's network, every visitor would share the proxy's address, and with it every limit by address. */
function missingProxy({ NODE_ENV, PUBLIC_URL, TRUST_PROXY }: Config): string[] {
  const isBehindProxy = NODE_ENV === 'production' && PUBLIC_URL?.startsWith('https:') === true;
  if (!isBehindProxy || TRUST_PROXY.length > 0) return [];
  return [
    'TRUST_PROXY: Kemas speaks HTTP only, so an https PUBLIC_URL means a proxy in front: name its network, such as loopback for a proxy on this machine',
  ];
}

const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** A partly configured store would silently leave photos on the local disk. */
function missingForS3(config: Config): string[] {
  const missing = S3.filter((name) => config[name] === undefined);
  return missing.length === S3.length
    ? []
    : missing.map((name) => `${name}: needed with the other S3_ settings`);
}

const FACEBOOK = ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'] as const;

/** Without its secret the app cannot ask Facebook which account a token belongs to. */
function missingForFacebook(config: Config): string[] {
  const missing = FACEBOOK.filter((name) => config[name] === undefined);
  return missing.length === 1
    ? missing.map((name) => `${name}: needed with the other FACEBOOK_ setting`)
    : [];
}

const GOOGLE = ['GOOGLE_CALENDAR_ID', 'GOOGLE_CALENDAR_CREDENTIALS'] as const;

/** A calendar without a key, or with an invalid one, would silently stay empty. */
function wrongForGoogle(config: Config): string[] {
  const missing = GOOGLE.filter((name) => config[name] === undefined);
  if (missing.length === 1)
    return missing.map((name) => `${name}: needed with the other GOOGLE_CALENDAR_ setting`);
  const { GOOGLE_CALENDAR_CREDENTIALS: credentials } = config;
  if (credentials === undefined || readServiceAccount(credentials) !== null) return [];
  return ["GOOGLE_CALENDAR_CREDENTIALS: give the JSON of a service account's key file"];
}

/** With two gateways, nobody would know which one sends. */
function wrongForSms(config: Config): string[] {
  const setNames = TWILIO.filter((name) => config[name] !== undefined);
  if (setNames.length > 0 && setNames.length < TWILIO.length)
    return TWILIO.filter((name) => config[name] === undefined).map(
      (name) => `${name}: needed with the other TWILIO_ settings`,
    );
  if (config.SMS_GATEWAY_URL === undefined) return [];
  if (setNames.length > 0) return ['SMS_GATEWAY_URL: set either this or the TWILIO_ settings, not both'];
  if (config.NODE_ENV === 'production' && !isEncryptedOrLocal(config.SMS_GATEWAY_URL))
    return ['SMS_GATEWAY_URL: it has to begin with https://, as codes are sent to it'];
  const settings = readSmsGatewaySettings(config);
  return 'body' in settings ? [] : [...settings];
}

function isEncryptedOrLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const ONEMAP = ['ONEMAP_EMAIL', 'ONEMAP_PASSWORD'] as const;

function missingForOneMap(config: Config): string[] {
  const missing = ONEMAP.filter((name) => config[name] === undefined);
  return missing.length === 1 ? missing.map((name) => `${name}: needed with the other ONEMAP_ setting`) : [];
}

function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url === null || url.href === `${url.origin}/`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false; // Intl throws a RangeError for an unknown zone
  }
}
