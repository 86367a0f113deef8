import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { addKey } from '#features/office/api-keys/server/testing/add-key.ts';
import { EVENT_TYPES } from '#features/office/webhooks/rules/events.ts';
import { signedHeaders } from '#features/office/webhooks/server/sign.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

/** The examples of docs/integrators.md, run one after another as a reader would. */
const guide = readFileSync(resolve(import.meta.dirname, '../../docs/integrators.md'), 'utf8');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

interface Example {
  readonly command: string;
  /** `CUSTOMER=id`: the variable that the reader sets from the reply. */
  readonly sets: string | undefined;
  /** The expected status, if it is a refusal. */
  readonly status: string | undefined;
}

const examples: readonly Example[] = [
  ...guide.matchAll(/(?:<!-- test: (?:status (\d+)|(\S+)) -->\n)?```sh\n([\s\S]*?)```/g),
].map(([, status, sets, command = '']) => ({ command, sets, status }));

const app = await startTestApp({ features });
await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
await makeWorld(app.context(), { customers: 4, cleaners: 2 });
const { jwt } = await addKey(app, 'office');
const port = (app.api.fastify.server.address() as AddressInfo).port;

async function run(command: string, env: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-c', command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  const code = await new Promise((ended) => child.on('close', ended));
  return { code, output };
}

/** `items.0.id` */
function valueAt(reply: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], reply);
  return String(value);
}

it('has examples', () => {
  expect(examples.length).toBeGreaterThan(10);
  expect(examples.filter(({ command }) => !command.startsWith('curl '))).toEqual([]);
});

it.runIf(hasCurl)('every example with curl does what the guide says', async () => {
  const env: Record<string, string> = { KEMAS: `http://127.0.0.1:${port}`, KEY: jwt };
  for (const { command, sets, status } of examples) {
    const { code, output } = await run(command.replace(/^curl/, 'curl --silent --noproxy "*"'), env);
    expect({ command, code, output }).toMatchObject({ code: 0 });
    const reply: unknown = JSON.parse(output);
    if (status !== undefined) expect(valueAt(reply, 'status')).toBe(status);
    const [name = '', path = ''] = sets?.split('=') ?? [];
    if (name !== '') env[name] = valueAt(reply, path);
  }
  expect(Object.values(env)).not.toContain('undefined');
});

it('its verification of a signature accepts our events and nothing else', async () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const file = join(makeTempDir('guide'), 'verify.mjs');
  writeFileSync(file, code);
  const { isFromKemas } = (await import(file)) as {
    isFromKemas(body: string, headers: object, secret: string): boolean;
  };
  const secret = `${'whsec'}_${btoa('a secret of thirty-two bytes, yes')}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signedHeaders({ id: 'e1', timestamp, body: '{}' }, [secret]);
  expect(isFromKemas('{}', headers, secret)).toBe(true);
  expect(isFromKemas('{ }', headers, secret)).toBe(false);
  expect(isFromKemas('{}', { ...headers, 'webhook-signature': undefined }, secret)).toBe(false);
  const old = signedHeaders({ id: 'e1', timestamp: timestamp - 301, body: '{}' }, [secret]);
  expect(isFromKemas('{}', old, secret)).toBe(false);
});

it('names every event', () => {
  expect(EVENT_TYPES.filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
});
