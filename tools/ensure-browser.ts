/** Makes sure that there is a browser for the e2e tests, the headless shell if possible, and names it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBrowser, isHeadlessShell } from './find-browser.ts';

const APT_INSTALL = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends';

/** Systems without the headless shell in their packages are asked only once. */
const TRIED = join(import.meta.dirname, '../node_modules/.cache/kemas/headless-shell-tried');

const hasApt = process.getuid?.() === 0 && run('command -v apt-get', 'ignore');
const found = findBrowser();
if (process.env.CHROMIUM === undefined && !isHeadlessShell(found) && hasApt && !existsSync(TRIED)) {
  console.log('Installing the headless shell of Chromium with apt-get.');
  run(`apt-get update -q && ${APT_INSTALL} chromium-headless-shell fonts-noto-cjk`, 'inherit');
  mkdirSync(dirname(TRIED), { recursive: true });
  writeFileSync(TRIED, '');
}
if (findBrowser() === undefined && hasApt) run(`${APT_INSTALL} chromium fonts-noto-cjk`, 'inherit');
if (findBrowser() === undefined) run(`${playwright()} install chromium`, 'inherit');

const browser = findBrowser();
if (browser === undefined) {
  console.error(
    '\nThe browser tests need Chromium or Chrome, and it could not be installed from here.\n' +
      'Install one (Debian: apt-get install chromium-headless-shell), or name one with CHROMIUM=/path/to/it, then try again.\n',
  );
  process.exitCode = 1;
} else {
  console.log(
    `Browser: ${browser}${isHeadlessShell(browser) ? '' : ' (a headless shell would be twice as fast)'}`,
  );
}

function run(command: string, stdio: 'ignore' | 'inherit'): boolean {
  return spawnSync(command, { shell: true, stdio }).status === 0;
}

function playwright(): string {
  return `"${process.execPath}" "${join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')}"`;
}
