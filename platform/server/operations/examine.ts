import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import type { FindingState, ProviderName } from '#platform/kernel/provider-names.ts';
import type { Config } from '#platform/server/config.ts';
import { metricsPort, usesSandbox } from '#platform/server/config.ts';
import { connectionSettings } from '#platform/server/database/database.ts';
import { lastMigration } from '#platform/server/database/migrate.ts';
import { withoutPersonalData } from '#platform/server/log.ts';
import type { Breaker } from '#platform/server/providers/breaker.ts';
import { openBreakersIn } from '#platform/server/providers/measure-breakers.ts';
import type { Providers } from '#platform/server/providers/providers.ts';
import type { ProviderKind, ProviderNames } from '#platform/server/providers/sources.ts';
import { isWorkerAlive } from '#platform/server/run-cron-jobs.ts';

/** What was found about one thing. */
export interface Finding {
  readonly about: string;
  readonly state: FindingState;
  /** A sentence: what is so, or what to do. */
  readonly says: string;
  /** Which it is, of the services of other companies; null for everything else. */
  readonly provider: ProviderName | null;
  /** Since when its requests have failed, as far as this process knows. */
  readonly failingSince: Temporal.Instant | null;
}

export interface Examined {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly providers: Providers;
  readonly names?: ProviderNames | undefined;
  /** Of this process, if it is the running Kemas; otherwise the running one is asked for its metrics. */
  readonly breakers?: readonly Breaker[] | undefined;
  /** Sends an alert to this address, to see that it arrives. */
  readonly sendTo: string | undefined;
}

const OLDEST_POSTGRES = 150_000;
const LITTLE_SPACE = 2e9;
const TIMEOUT_MS = 10_000;
const TRIAL_FILE = 'doctor/trial.txt';

/** Looks at everything that Kemas needs; makes a real request to each provider that is configured. */
export async function examine(examined: Examined): Promise<Finding[]> {
  const { config, providers } = examined;
  return [
    await tried(
      'Database',
      () => examineDatabase(examined),
      'Look at DATABASE_URL, and whether PostgreSQL runs.',
    ),
    await tried('Disk', () => examineDisk(config), 'Make space, or move DATA_DIR.'),
    await tried(
      'Uploads',
      () => examineFiles(providers),
      'Look at S3_* or at the rights of DATA_DIR/uploads.',
    ),
    await examineProvider('payments', examined),
    await examineProvider('sms', examined),
    await examineProvider('mail', examined),
    await examineProvider('facebook', examined),
    await examineProvider('calendar', examined),
    await examineProvider('geocoding', examined),
    ...(examined.breakers === undefined ? [await examineBreakers(config)] : []),
    await examineAddress(config),
    await examineAlerts(examined),
  ];
}

interface Described {
  readonly about: string;
  /** What configures ours. */
  readonly variables: string;
}

const PROVIDERS: Readonly<Record<Exclude<ProviderKind, 'files'>, Described>> = {
  payments: { about: 'Cards', variables: 'STRIPE_*' },
  sms: { about: 'SMS', variables: 'TWILIO_* or SMS_GATEWAY_*' },
  mail: { about: 'E-mail', variables: 'SMTP_URL, SMTP_FROM' },
  facebook: { about: 'Facebook sign-in', variables: 'FACEBOOK_*' },
  calendar: { about: 'Calendar', variables: 'GOOGLE_CALENDAR_*' },
  geocoding: { about: 'Addresses', variables: 'ONEMAP_*' },
};

/** Makes a real request to one provider, which changes nothing there. */
export async function examineProvider(kind: ProviderName, examined: Examined): Promise<Finding> {
  const { config, providers, names = {}, breakers = [] } = examined;
  const { about, variables } = PROVIDERS[kind];
  const provider = providers[kind];
  const name = names[kind];
  if (provider === null || name === undefined) {
    const says = usesSandbox(config) && provider !== null ? SANDBOX : `Not configured (${variables}).`;
    return { ...off(about, says), provider: kind };
  }
  const ask = async () => {
    await provider.check?.();
    return provider.check === undefined ? `${name} is configured.` : `${name} answers.`;
  };
  const found = await tried(about, ask, `Compare the settings of ${name} with its console.`);
  const since = breakers.find((one) => one.provider === name)?.failingSince ?? null;
  return { ...found, provider: kind, failingSince: found.state === 'good' ? null : since };
}

const SANDBOX = 'Sandbox: nothing leaves this machine.';
const ITSELF = { provider: null, failingSince: null } as const;

function off(about: string, says: string): Finding {
  return { about, state: 'off', says, ...ITSELF };
}

/** Good with what the look returns, bad with its error and what to do. */
async function tried(about: string, look: () => Promise<string>, advice: string): Promise<Finding> {
  try {
    return { about, state: 'good', says: await look(), ...ITSELF };
  } catch (error) {
    // Some libraries' errors have no message.
    const why = error instanceof Error ? withoutPersonalData(error.message || error.name) : 'It failed';
    return { about, state: 'bad', says: `${why.replace(/\.?$/, '.')} ${advice}`, ...ITSELF };
  }
}

async function examineDatabase({ config, databaseUrl }: Examined): Promise<string> {
  const client = new pg.Client(connectionSettings({ url: databaseUrl, timeZone: config.BUSINESS_TZ }));
  await client.connect();
  try {
    const { rows } = await client.query<{
      number: string;
      version: string;
      silent: number | null;
      last: string;
    }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version,
         (select max(name) from schema_migration) as last,
         (select extract(epoch from now() - max(completed_at))::int from cron_run) as silent`,
    );
    const [{ number, version, silent, last } = { number: '0', version: '', silent: null, last: '' }] = rows;
    if (Number(number) < OLDEST_POSTGRES)
      throw new Error(`PostgreSQL ${version} is too old: use 15 or newer`);
    const schema =
      last === (await lastMigration()) ? 'its schema is current' : `its schema is ${last}: start Kemas once`;
    const worker = isWorkerAlive(silent, Number.POSITIVE_INFINITY)
      ? 'a worker is running'
      : 'no worker is running at the moment';
    return `PostgreSQL ${version}, ${schema}, ${worker}.`;
  } finally {
    await client.end();
  }
}

async function examineDisk({ DATA_DIR }: Config): Promise<string> {
  const { bavail, bsize } = await statfs(resolve(DATA_DIR));
  const free = bavail * bsize;
  const gigabytes = `${(free / 1e9).toFixed(1)} GB are free in ${resolve(DATA_DIR)}`;
  if (free < LITTLE_SPACE) throw new Error(gigabytes);
  return `${gigabytes}.`;
}

async function examineFiles({ files }: Providers): Promise<string> {
  const bytes = new TextEncoder().encode('trial');
  await files.put(TRIAL_FILE, { bytes, type: 'text/plain' });
  const read = await files.get(TRIAL_FILE);
  await files.remove(TRIAL_FILE);
  if (read === null || read.length !== bytes.length)
    throw new Error('A file that was written cannot be read');
  return 'A file was written, read and removed.';
}

/** The running Kemas knows whether its providers respond: its metrics are asked. */
async function examineBreakers(config: Config): Promise<Finding> {
  const about = 'Circuit breakers';
  const ownPort = metricsPort(config);
  const [host, port] = ownPort === null ? [config.HOST, config.PORT] : [config.METRICS_HOST, ownPort];
  const url = `http://${/^(?:0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host}:${port}/metrics`;
  const metrics = await readText(url);
  if (metrics === null) return off(about, `Kemas does not answer at ${url}, so their state is not known.`);
  const open = openBreakersIn(metrics);
  if (open.length === 0) return { about, state: 'good', says: 'All are closed.', ...ITSELF };
  const says = `Open: ${open.join(', ')}. Kemas holds back requests and tries again on its own: docs/runbook/providers/README.md`;
  return { about, state: 'bad', says, ...ITSELF };
}

async function readText(url: string): Promise<string | null> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return reply.ok ? await reply.text() : null;
  } catch {
    return null; // nothing listens there, which is what the caller wants to know
  }
}

async function examineAddress({ PUBLIC_URL }: Config): Promise<Finding> {
  if (PUBLIC_URL === undefined) return off('Public address', 'PUBLIC_URL is not set.');
  return tried(
    'Public address',
    async () => {
      const reply = await fetch(`${PUBLIC_URL}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!reply.ok) throw new Error(`${PUBLIC_URL}/healthz replies ${reply.status}`);
      return `${PUBLIC_URL} answers.`;
    },
    'Start Kemas, and look at the proxy, DNS and the certificate.',
  );
}

/** Sends a message to see that it arrives. Nothing is stored of it: it is not about anyone. */
export function sendTest(
  { providers, names = {} }: Examined,
  {
    provider,
    to,
    business,
  }: { readonly provider: 'mail' | 'sms'; readonly to: string; readonly business: string },
): Promise<Finding> {
  const { about, variables } = PROVIDERS[provider];
  const body = `This is a test message from ${business}. There is nothing to do.`;
  const send = async () => {
    const message = { id: crypto.randomUUID(), to, body };
    if (provider === 'sms') await providers.sms.send(message);
    else await providers.mail.send({ ...message, subject: `Test message from ${business}` });
    return names[provider] !== undefined
      ? `Sent to ${to}: see that it arrives.`
      : `Sandbox: sent to ${to}, see /sandbox.`;
  };
  return tried(about, send, `Look at ${variables}.`).then((found) => ({ ...found, provider }));
}

async function examineAlerts({ config, providers, sendTo }: Examined): Promise<Finding> {
  if (sendTo !== undefined) {
    return tried(
      'Alerts',
      async () => {
        await providers.mail.send({
          id: crypto.randomUUID(),
          to: sendTo,
          subject: 'Kemas: a trial of alerts',
          body: 'This is what an alert of Kemas would have reached. Nothing is wrong.',
        });
        return `An e-mail is on its way to ${sendTo}: see that it arrives.`;
      },
      'Look at SMTP_URL and SMTP_FROM.',
    );
  }
  if (config.ALERT_EMAIL.length > 0 || config.ALERT_WEBHOOK_URL !== undefined)
    return {
      about: 'Alerts',
      state: 'good',
      says: 'Configured. Try them with npm run doctor -- --send you@example.com.',
      ...ITSELF,
    };
  const says =
    'ALERT_EMAIL is not set: alerts go to the e-mail address in the settings, if the database can be read.';
  return off('Alerts', says);
}
