import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Debian 13: PostgreSQL 17, Patroni 4, etcd 3.5, HAProxy 3.0, PgBouncer 1.24, pgBackRest 2.54. */
const SUITE = 'trixie';
const PACKAGES = [
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'pgbouncer',
  'pgbackrest',
  'postgresql-17',
];
export const MAJOR = 17;

/** A Debian of its own for the trial, so that nothing is installed on this machine, and no service starts. */
export interface DebianRoot {
  readonly path: string;
  /** A file of the trial: a path inside the root. */
  write(path: string, text: string): void;
  /** A template of ops/ha with its values, written to a path inside the root. */
  fill(template: string, path: string, values: Readonly<Record<string, string | number>>): void;
  close(): void;
}

const TEMPLATES = new URL('../../ops/ha/', import.meta.url);
const MOUNTS = ['proc', 'dev'];

/** Creates the root if there is none (some minutes), and mounts what programs need in it. */
export function openDebian(path: string): DebianRoot {
  if (!existsSync(join(path, 'usr/bin/patroni'))) install(path);
  const mounted: string[] = [];
  for (const name of MOUNTS) {
    execFileSync('mount', ['--rbind', `/${name}`, join(path, name)]);
    // Otherwise unmounting it would unmount what is mounted below the machine's own folder.
    execFileSync('mount', ['--make-rslave', join(path, name)]);
    mounted.push(join(path, name));
  }
  const outside = (inside: string) => join(path, inside);
  rmSync(outside('/trial'), { recursive: true, force: true });
  return {
    path,
    write(inside, text) {
      mkdirSync(dirname(outside(inside)), { recursive: true });
      writeFileSync(outside(inside), text);
      execFileSync('chroot', [path, 'chown', '-R', 'postgres:postgres', '/trial']);
    },
    fill(template, inside, values) {
      const text = readFileSync(new URL(template, TEMPLATES), 'utf8');
      this.write(
        inside,
        text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
          const value = values[name];
          if (value === undefined) throw new Error(`${template}: no value for ${name}.`);
          return String(value);
        }),
      );
    },
    close() {
      for (const folder of mounted.reverse()) execFileSync('umount', ['--recursive', '--lazy', folder]);
    },
  };
}

function install(path: string): void {
  console.log(`Installing ${PACKAGES.join(', ')} into ${path}.`);
  execFileSync('debootstrap', ['--variant=minbase', SUITE, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  // No service starts: the trial starts its own.
  writeFileSync(join(path, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  execFileSync('chroot', [path, 'apt-get', 'install', '--yes', '--no-install-recommends', ...PACKAGES], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
