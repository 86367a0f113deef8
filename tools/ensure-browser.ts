/** Makes sure that there is a browser for the e2e tests, and installs one if allowed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';

const APT_INSTALL = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends';

const WAYS: readonly { by: string; possible: () => boolean; commands: readonly string[] }[] = [
  {
    by: 'apt-get',
    possible: () => process.getuid?.() === 0 && run('command -v apt-get', 'ignore'),
    commands: [
      'apt-get update -q',
      `${APT_INSTALL} chromium-headless-shell fonts-noto-cjk || ${APT_INSTALL} chromium fonts-noto-cjk`,
    ],
  },
  { by: 'Playwright', possible: () => true, commands: [`${playwright()} install chromium`] },
];

if (findBrowser() === undefined && !getBrowser()) {
  console.error(
    '\nThe browser tests need Chromium or Chrome, and it could not be installed from here.\n' +
      'Install one (Debian: apt-get install chromium), or name one with CHROMIUM=/path/to/it, then try again.\n',
  );
  process.exitCode = 1;
}

function getBrowser(): boolean {
  for (const { by, possible, commands } of WAYS) {
    if (!possible()) continue;
    console.log(`No browser for the e2e tests found: installing Chromium with ${by}.`);
    if (commands.every((command) => run(command, 'inherit')) && findBrowser() !== undefined) return true;
  }
  return false;
}

function run(command: string, stdio: 'ignore' | 'inherit'): boolean {
  return spawnSync(command, { shell: true, stdio }).status === 0;
}

function playwright(): string {
  return `"${process.execPath}" "${join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')}"`;
}
