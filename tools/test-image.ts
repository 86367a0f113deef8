/**
 * Runs the Dockerfile steps that decide what the image contains, starts the result in production mode against an empty
 * database, and uploads a picture to it. Needs the npm registry or npm's cache, but no Docker. Command: npm run
 * test:image
 */
import { type ChildProcess, execSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { startEmbeddedPostgres } from '#platform/server/database/embedded.ts';
import { stageOf } from './dockerfile.ts';

const root = join(import.meta.dirname, '..');
const ADMIN = { identity: 'admin', password: 'a password for this test' };
const START_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'kemas-image-'));
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, 'database'),
  durable: false,
  log: console.warn,
});
let app: ChildProcess | undefined;
try {
  const image = join(folder, 'image');
  buildStage('packages', image);
  buildStage('', image);
  app = startImage(image);
  const address = await readAddress(app);
  const status = await uploadPicture(address);
  if (status !== 201) throw new Error(`The upload returned ${status} instead of 201.`);
  console.log('Uploading a picture works.');
} finally {
  await stop(app);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Its RUN lines, and the COPY lines that read from the sources. The web app has a separate build stage. */
function buildStage(name: string, image: string): void {
  for (const { name: instruction, text } of stageOf(name)) {
    if (instruction === 'COPY' && !text.startsWith('--from')) copy(text.split(' '), image);
    if (instruction === 'RUN' && name !== '') execSync(text, { cwd: image, stdio: 'inherit' });
  }
}

function copy(paths: readonly string[], image: string): void {
  const sources = paths.slice(0, -1);
  for (const source of sources)
    cpSync(join(root, source), join(image, basename(source)), { recursive: true });
}

function startImage(image: string): ChildProcess {
  return spawn(process.execPath, ['apps/serve/main.ts'], {
    cwd: image,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SANDBOX: '1',
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url,
      PUBLIC_URL: 'http://localhost',
      SESSION_SECRET: 'a secret of this test that is long enough',
      ADMIN_IDENTITY: ADMIN.identity,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
    },
  });
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

async function uploadPicture(address: string): Promise<number> {
  const signedIn = await fetch(`${address}/api/admins/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { jwt } = (await signedIn.json()) as { jwt: string };
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  const headers = { authorization: `Bearer ${jwt}` };
  const reply = await fetch(`${address}/api/uploads`, { method: 'POST', headers, body: form });
  return reply.status;
}

async function stop(process: ChildProcess | undefined): Promise<void> {
  if (process === undefined || process.exitCode !== null) return;
  const ended = new Promise((done) => process.once('close', done));
  process.kill('SIGTERM');
  await ended;
}
