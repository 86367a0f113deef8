import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '#platform/server/config.ts';
import { metricsPort, usesSandbox } from '#platform/server/config.ts';
import { connectionSettings } from '#platform/server/database/database.ts';
import { lastMigration } from '#platform/server/database/migrate.ts';
import { withoutPersonalData } from '#platform/server/log.ts';
import { openBreakersIn } from '#platform/server/providers/measure-breakers.ts';
import type { Providers } from '#platform/server/providers/providers.ts';
import { isWorkerAlive } from '#platform/server/run-cron-jobs.ts';

/** What was found about one thing. */
export interface Finding {
  readonly about: string;
  readonly state: 'good' | 'bad' | 'off';
  /** A sentence: what is so, or what to do. */
  readonly says: string;
}

interface Examined {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly providers: Providers;
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
  const isSandbox = usesSandbox(config);
  const sandbox = (what: string): Finding => ({
    about: what,
    state: 'off',
    says: 'Sandbox: nothing leaves this machine.',
  });
  const providerFinding = (
    about: string,
    provider: { check?(): Promise<void> } | null,
    variables: string,
  ) => {
    if (provider === null) return off(about, `Not configured (${variables}).`);
    const { check } = provider;
    if (check === undefined) return isSandbox ? sandbox(about) : off(about, `Not configured (${variables}).`);
    const ask = async () => {
      await check.call(provider);
      return 'It answers.';
    };
    return tried(about, ask, `Compare ${variables} with the provider's console.`);
  };
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
    await providerFinding('Cards (Stripe)', providers.payments, 'STRIPE_SECRET_KEY'),
    await providerFinding(
      'SMS',
      providers.sms,
      config.SMS_GATEWAY_URL === undefined ? 'TWILIO_* or SMS_GATEWAY_*' : 'SMS_GATEWAY_*',
    ),
    await providerFinding('E-mail', providers.mail, 'SMTP_URL, SMTP_FROM'),
    await providerFinding('Facebook sign-in', providers.facebook, 'FACEBOOK_*'),
    await providerFinding('Google Calendar', providers.calendar, 'GOOGLE_CALENDAR_*'),
    await providerFinding('Addresses (OneMap)', providers.geocoding, 'ONEMAP_*'),
    await examineBreakers(config),
    await examineAddress(config),
    await examineAlerts(examined),
  ];
}

function off(about: string, says: string): Finding {
  return { about, state: 'off', says };
}

/** Good with what the look returns, bad with its error and what to do. */
async function tried(about: string, look: () => Promise<string>, advice: string): Promise<Finding> {
  try {
    return { about, state: 'good', says: await look() };
  } catch (error) {
    // Some libraries' errors have no message.
    const why = error instanceof Error ? withoutPersonalData(error.message || error.name) : 'It failed';
    return { about, state: 'bad', says: `${why.replace(/\.?$/, '.')} ${advice}` };
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
  if (open.length === 0) return { about, state: 'good', says: 'All are closed.' };
  const says = `Open: ${open.join(', ')}. Kemas holds back requests and tries again on its own: docs/runbook/providers/README.md`;
  return { about, state: 'bad', says };
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
    return { about: 'Alerts', state: 'good', says: 'Configured. Try them with --send you@example.com.' };
  const says =
    'ALERT_EMAIL is not set: alerts go to the e-mail address in the settings, if the database can be read.';
  return off('Alerts', says);
}
