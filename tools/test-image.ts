/**
 * `npm run test:image`: builds the image, starts it in production mode as an ordinary user, uploads a picture, books and
 * pays a visit, and reads the receipt. Needs root, buildah and debootstrap on Linux, and the npm registry; elsewhere it
 * says that it was not run. The base image is imported from Debian's packages unless it is there. `-- --built` takes the
 * image of the last run.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { openPool } from '#platform/server/database/database.ts';
import { startOutagePostgres } from '#platform/testing/outage-postgres.ts';
import { ZONE } from '../bench/business/make-business.ts';
import { SECRET } from '../bench/business/sessions.ts';
import { makeCompany } from '../bench/business/small-company.ts';
import { baseImage } from './dockerfile.ts';

const root = join(import.meta.dirname, '..');
const IMAGE = 'localhost/kemas-test';
const START_MS = 120_000;
/** Needs a font that is read from a package. */
const NAME = { firstname: '美玲', lastname: '王' };
/** chroot needs no cgroups, so it also works in a container. */
const ISOLATION = ['--isolation', 'chroot'];

const { values } = parseArgs({ options: { built: { type: 'boolean' } } });
const missing = missingTools();
if (missing === '') await testImage();
else {
  console.error(`The image was not built: ${missing}`);
  process.exitCode = 1;
}

function missingTools(): string {
  const has = (tool: string) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)));
  const tools = ['buildah', 'debootstrap'].filter((tool) => !has(tool));
  if (tools.length > 0) return `install ${tools.join(' and ')} (Debian: apt-get install ${tools.join(' ')}).`;
  return process.getuid?.() === 0 ? '' : 'buildah and debootstrap need root.';
}

async function testImage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kemas-image-'));
  if (!values.built) build();
  const container = buildah(['from', '--pull=never', IMAGE]);
  // Not the bundled server's socket, which the container cannot reach.
  const database = await startOutagePostgres();
  let app: ChildProcess | undefined;
  try {
    const mounted = buildah(['mount', container]);
    console.log(
      `The image has ${execFileSync('du', ['-sm', mounted], { encoding: 'utf8' }).split('\t')[0]} MB.`,
    );
    const stamp = join(folder, 'before');
    writeFileSync(stamp, '');
    app = start(container, database.url);
    await bookOnApp(await readAddress(app), database.url);
    checkWrites(mounted, stamp);
    console.log('The image starts, keeps a picture, books and takes a payment.');
  } finally {
    await stop(app);
    await database.stop();
    buildah(['rm', container]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(): void {
  if (!hasImage(baseImage())) importBase(baseImage());
  const ulimits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'];
  const began = performance.now();
  buildah(['build', ...ISOLATION, ...ulimits, '--format', 'docker', '--pull=never', '--tag', IMAGE, root]);
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}

function buildah(options: readonly string[]): string {
  return execFileSync('buildah', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function hasImage(name: string): boolean {
  try {
    execFileSync('buildah', ['inspect', '--type', 'image', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // unknown, which is the answer
  }
}

/** As much of the official Node.js image as the Dockerfile uses, with the Node.js and npm of this machine. */
function importBase(name: string): void {
  console.log(`Importing ${name} from Debian's packages.`);
  const container = buildah(['from', 'scratch']);
  const folder = buildah(['mount', container]);
  const suite = /bookworm|trixie/.exec(name)?.[0] ?? 'stable';
  execFileSync(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libatomic1,libstdc++6', suite, folder],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const local = join(folder, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  cpSync(npmFolder(), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const command of ['npm', 'npx'])
    execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${command}-cli.js`, join(local, 'bin', command)]);
  execFileSync('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node']);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    cpSync(certificates, join(folder, 'etc/ssl/certs/build.crt'));
    buildah(['config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/build.crt', container]);
  }
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  buildah(['config', '--env', `PATH=${path}`, container]);
  buildah(['commit', '--rm', container, name]);
}

/** Of the npm that runs here: <folder>/bin/npm-cli.js. */
function npmFolder(): string {
  const command = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  return dirname(dirname(realpathSync(command)));
}

function start(container: string, databaseUrl: string): ChildProcess {
  const settings = {
    SANDBOX: '1',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://localhost',
    SESSION_SECRET: SECRET,
    ADMIN_IDENTITY: 'admin',
    ADMIN_PASSWORD: 'a password for this test',
  };
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const command = ['node', 'apps/serve/main.ts']; // CMD
  const run = ['run', ...ISOLATION, '--user', '1000:1000', ...env, container, '--', ...command];
  return spawn('buildah', run, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** From the log line "Server listening at …". */
async function readAddress({ stdout }: ChildProcess): Promise<string> {
  const found = Promise.withResolvers<string>();
  const timer = setTimeout(() => found.reject(new Error('The image did not start.')), START_MS);
  let output = '';
  stdout?.on('data', (part) => {
    output += String(part);
    const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
    if (address !== undefined) found.resolve(address);
  });
  stdout?.once('close', () => found.reject(new Error(`The image exited at startup.\n${output}`)));
  return found.promise.finally(() => clearTimeout(timer));
}

/** @throws when a request fails */
async function bookOnApp(address: string, databaseUrl: string): Promise<void> {
  const { office, customer, addressID, packageID } = await makeBusiness(databaseUrl);
  const ask = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    const reply = await fetch(`${address}${path}`, { ...init, headers });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const post = async (path: string, body: object) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    return (await ask(customer, path, init)).json() as Promise<{ id: string; amountToPay: number }>;
  };
  await uploadPicture((init) => ask(office, '/api/uploads', init));
  const day = Temporal.Now.plainDateISO(ZONE).add({ days: 7 });
  const visit = { packageID, addressID, startTime: `${day}T09:00:00+08:00` };
  const job = await post('/api/customers/createjob', visit);
  await post(`/api/jobs/${job.id}/commit`, { stripeToken: 'tok_visa', total: job.amountToPay });
  const payments = (await (await ask(office, '/api/transactions?type=job')).json()) as {
    items: { id: string }[];
  };
  const receipt = await ask(customer, `/api/transactions/${payments.items[0]?.id}/receipt`);
  const pdf = await getDocumentProxy(new Uint8Array(await receipt.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  if (!text.includes(NAME.firstname)) throw new Error(`The receipt lacks the customer's name:\n${text}`);
  const page = await (await fetch(`${address}/`)).text();
  if (!page.includes('<h1')) throw new Error('The home page was not rendered on the server.');
}

async function uploadPicture(send: (init: RequestInit) => Promise<Response>): Promise<void> {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  await send({ method: 'POST', body });
}

/** A cleaner, a package and a customer with a Chinese name, in the migrated database. */
async function makeBusiness(url: string) {
  const company = await makeCompany(url, { customers: 1, cleaners: 1 });
  const pool = openPool({ url, timeZone: ZONE, connections: 1 });
  await pool.query('update customer set firstname = $1, lastname = $2', [NAME.firstname, NAME.lastname]);
  await pool.end();
  const [customer] = company.customers;
  return { ...company, customer: customer?.token ?? '', addressID: customer?.addressID };
}

/** With a read-only root filesystem, only these folders can be written. */
function checkWrites(mounted: string, stamp: string): void {
  const writable = ['data', 'tmp', 'dev', 'proc', 'sys'].flatMap((name) => [
    '-path',
    join(mounted, name),
    '-o',
  ]);
  const prune = ['(', ...writable.slice(0, -1), ')', '-prune'];
  const written = execFileSync('find', [mounted, ...prune, '-o', '-type', 'f', '-newer', stamp, '-print'], {
    encoding: 'utf8',
  });
  // buildah puts them there when a container starts.
  const others = written
    .split('\n')
    .filter((file) => file !== '' && !/\/(?:etc\/hosts|etc\/resolv\.conf|run\/\.containerenv)$/.test(file));
  if (others.length > 0) throw new Error(`Written outside /data and /tmp: ${others.join(', ')}`);
}

async function stop(app: ChildProcess | undefined): Promise<void> {
  if (app === undefined || app.exitCode !== null || app.signalCode !== null) return;
  const ended = new Promise((done) => app.once('close', done));
  app.kill('SIGTERM');
  await ended;
}
