/** Finds an installed browser for the e2e tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The headless shell draws no windows, so a page takes half of the time of a full browser. */
export function isHeadlessShell(path: string | undefined): boolean {
  return path !== undefined && /headless[-_]shell/.test(path);
}

/**
 * Path of a working Chromium: CHROMIUM, otherwise a headless shell (the system's or Playwright's), otherwise a full
 * one.
 */
export function findBrowser(): string | undefined {
  const ofPlaywright = chromium.executablePath();
  const shells = join(dirname(ofPlaywright), '../../chromium_headless_shell-*/*/*headless?shell{,.exe}');
  return [
    process.env.CHROMIUM ?? '',
    ...onPath('chromium-headless-shell'),
    ...globSync(shells),
    ...NAMES.flatMap(onPath),
    ...ELSEWHERE,
    ofPlaywright,
  ]
    .filter((path) => existsSync(path))
    .find(works);
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
}

/** Some systems have a stub with that name that only explains how to install the real one. */
function works(path: string): boolean {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}
