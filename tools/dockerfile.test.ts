import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stageOf } from './dockerfile.ts';
import { serverPackages } from './server-packages.ts';

const root = join(import.meta.dirname, '..');

test('the image has the packages that the server imports, and no others', () => {
  const [uninstall] = stageOf('packages').filter(({ text }) => text.startsWith('npm uninstall'));
  const removed = uninstall?.text.split(/\s+/).filter((word) => !/^(?:npm|uninstall|--.*)$/.test(word));
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
  const all = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  const used = serverPackages(all);
  expect(used).toContain('sharp');
  const unused = all.filter((name) => !used.includes(name));
  expect(removed?.toSorted()).toEqual(unused.toSorted());
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

const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
const services = new Map(
  compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf(':')), text]),
);

test('compose.yaml runs two APIs and a worker, and gives each time to stop', () => {
  expect([...services.keys()]).toEqual(['proxy', 'api-1', 'api-2', 'worker', 'database']);
  for (const name of ['api-1', 'api-2']) expect(services.get(name)).toContain('<<: *api');
  expect(services.get('worker')).toContain('PROCESS: worker');
  const seconds = (pattern: RegExp) => Number(pattern.exec(compose)?.[1]);
  const [drain, grace] = [seconds(/DRAIN_SECONDS: "(\d+)"/), seconds(/stop_grace_period: (\d+)s/)];
  expect(drain).toBeGreaterThan(0);
  expect(grace).toBeGreaterThan(drain + 15); // STOP_MS in apps/serve/serve.ts
});

test('compose.yaml opens only the ports of the proxy, which does not reach the database', () => {
  const networks = (name: string) => /networks: \[(.*)\]/.exec(services.get(name) ?? '')?.[1]?.split(', ');
  expect([...services].filter(([, text]) => text.includes('ports:')).map(([name]) => name)).toEqual([
    'proxy',
  ]);
  expect(networks('proxy')).toEqual(['public']);
  expect(networks('database')).toEqual(['data']);
  expect(compose).toMatch(/\n {2}data:\n {4}internal: true/);
});

test('every service of compose.yaml is limited, and its image has a version', () => {
  const anchors = compose.slice(0, compose.indexOf('\nservices:'));
  expect(anchors).toMatch(/cap_drop: \[ALL\]/);
  expect(anchors).toMatch(/no-new-privileges:true/);
  expect(anchors).toMatch(/read_only: true/);
  expect(anchors).toMatch(/max-size:/);
  for (const [name, text] of services) {
    expect.soft(text, name).toMatch(/<<: \*(?:api|kemas|hardened)$/m);
    if (!text.includes('<<: *api') && !text.includes('<<: *kemas')) expect(text).toMatch(/mem_limit: /);
  }
  for (const [, tag] of compose.matchAll(/^ +image: (\S+)$/gm)) expect(tag).toMatch(/^kemas$|:\d+\.\d+/);
});
